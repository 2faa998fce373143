#include "protocol/completion.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/status.h"
#include "protocol/prompt.h"
#include "protocol/resource.h"

namespace waymark::services {
namespace {

// The limit of the protocol.
constexpr std::size_t kMaxValues = 100;
// The number of similar names, if no name begins with the text.
constexpr std::uint32_t kMaxAlike = 20;

Json Values(const std::vector<std::string>& values, bool has_more) {
  return {{"completion", {{"values", values}, {"hasMore", has_more}}}};
}

std::string TextIn(const Json& object, const char* name) {
  const Json value = object.is_object() ? object.value(name, Json()) : Json();
  return value.is_string() ? std::string(value) : "";
}

// Adds the names that a search finds. Returns whether there are more.
bool AddFound(std::vector<std::string>& values, const SearchRequest& request, Verbs& verbs,
              const CallControl& control) {
  const absl::StatusOr<SearchAnswer> found = verbs.Search(request, control);
  if (!found.ok()) return false;
  for (const wire::Symbol& symbol : found->payload.symbols) {
    const std::string& name = symbol.qualified_name;
    const bool is_new = std::find(values.begin(), values.end(), name) == values.end();
    if (is_new && values.size() < kMaxValues) values.push_back(name);
  }
  return found->payload.truncation.has_value();
}

}  // namespace

absl::StatusOr<CompletionQuestion> ReadCompletion(const Json& params) {
  const Json ref = params.value("ref", Json());
  const Json argument = params.value("argument", Json());
  const std::string name = TextIn(argument, "name");
  CompletionQuestion question{.argument = name, .value = TextIn(argument, "value")};
  const std::string type = TextIn(ref, "type");
  if (type == "ref/prompt" && HasPromptArgument(TextIn(ref, "name"), name)) return question;
  if (type == "ref/resource" && HasVariable(TextIn(ref, "uri"), name)) {
    question.is_known = true;
    return question;
  }
  return absl::InvalidArgumentError(
      fmt::format("there is no such prompt or template with an argument '{}'", name));
}

Json Complete(const CompletionQuestion& question, Verbs& verbs, const std::filesystem::path& root,
              const CallControl& control) {
  std::vector<std::string> values;
  if (!question.is_known || question.value.empty()) return Values(values, false);
  SearchRequest request{.root = root, .query = question.value, .by_prefix = true};
  request.limit = static_cast<std::uint32_t>(kMaxValues);
  bool has_more = AddFound(values, request, verbs, control);
  // The end of a qualified name is a name too, but the beginning of a path is not a path.
  if (question.argument == kSymbolVariable && values.empty()) {
    request.by_prefix = false;
    request.limit = kMaxAlike;
    has_more = AddFound(values, request, verbs, control);
  }
  return Values(values, has_more);
}

}  // namespace waymark::services
