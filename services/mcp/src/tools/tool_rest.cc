// The call that returns the rest of an answer.
#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "services/limits.h"
#include "services/pack_rest.h"
#include "services/state_text.h"
#include "tools/tool.h"

namespace waymark::services {
namespace {

constexpr char kCursorArgument[] = "cursor";
constexpr char kExcludeArgument[] = "exclude";
constexpr char kLimit[] = "limit";
constexpr char kNextCall[] = "next_call";
constexpr char kBetweenParts = ',';

}  // namespace

std::string CallAgain(const ToolCall& call, const Json& changes) {
  Json arguments = call.arguments.given();
  for (const char* name : {kIfNoneMatch, kCursorArgument}) arguments.erase(name);
  if (call.tool.scope == wire::ToolScope::kFanOut && !call.members.empty()) {
    Json& names = arguments[kRepoArgument] = Json::array();
    for (const WorkspaceMember& member : call.members) names.push_back(member.name);
  }
  for (const auto& [name, value] : changes.items()) arguments.erase(name);
  if (Compact(arguments).size() > kMaxRepeatedBytes) {
    const std::string changed = Compact(changes);
    return fmt::format("the same call with {}", changed.substr(1, changed.size() - 2));
  }
  for (const auto& [name, value] : changes.items()) {
    if (!value.is_null()) arguments[name] = value;
  }
  return fmt::format("{} {}", call.tool.name, Compact(arguments));
}

Json RestFrom(const std::string& cursor) {
  return cursor.empty() ? Json() : Json::object({{kCursorArgument, cursor}});
}

absl::StatusOr<PartCursors> PartCursorsOf(const ToolCall& call, std::size_t parts) {
  const std::string cursor = call.arguments.Text(kCursorArgument);
  PartCursors cursors;
  if (cursor.empty()) {
    cursors.assign(parts, "");
    return cursors;
  }
  bool is_over = true;
  for (std::size_t at = 0; at <= cursor.size();) {
    const std::size_t end = std::min(cursor.find(kBetweenParts, at), cursor.size());
    const std::string part = cursor.substr(at, end - at);
    cursors.push_back(part.empty() ? std::nullopt : std::optional(part));
    is_over = is_over && part.empty();
    at = end + 1;
  }
  if (cursors.size() == parts && !is_over) return cursors;
  return WithRemedy(
      absl::InvalidArgumentError("not a cursor; copy the cursor at the end of the previous page"),
      WithoutField(kCursorArgument));
}

Json RestOfParts(const std::vector<std::string>& cursors) {
  const bool is_over = std::all_of(cursors.begin(), cursors.end(),
                                   [](const std::string& cursor) { return cursor.empty(); });
  return is_over ? Json()
                 : RestFrom(fmt::format("{}", fmt::join(cursors, std::string(1, kBetweenParts))));
}

Json RestOfPack(const ToolCall& call, const wire::Payload& pack) {
  if (!pack.truncation || pack.truncation->next_call.empty() || pack.symbols.empty()) return {};
  const PackBounds asked{.exclude = call.arguments.Texts(kExcludeArgument),
                         .budget_tokens = call.arguments.Number(kBudgetArgument),
                         .max_symbols = call.arguments.Number(kLimit)};
  const PackBounds rest = BoundsOfRest(asked, pack);
  Json changes = Json::object();
  if (rest.exclude != asked.exclude) changes[kExcludeArgument] = rest.exclude;
  if (rest.budget_tokens != asked.budget_tokens) changes[kBudgetArgument] = rest.budget_tokens;
  if (rest.max_symbols != asked.max_symbols) changes[kLimit] = rest.max_symbols;
  return changes;
}

ToolAnswer WithRest(const ToolCall& call, ToolAnswer answer, const Json& rest) {
  if (rest.is_null()) return answer;
  answer.rest = rest;
  const std::string next_call = CallAgain(call, rest);
  if (answer.structured.is_null()) {
    if (!answer.text.ends_with('\n')) answer.text += '\n';
    answer.text += fmt::format("# rest: {}\n", next_call);
    return answer;
  }
  answer.structured.update(rest);
  answer.structured[kNextCall] = next_call;
  answer.text = Compact(answer.structured) + "\n";
  return answer;
}

}  // namespace waymark::services
