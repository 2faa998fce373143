#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/status.h"
#include "protocol/prompt.h"
#include "retrieval/edit_distance.h"
#include "services/state_text.h"
#include "tools/argument_hints.h"
#include "tools/refused_call.h"

namespace waymark::services {
namespace {

constexpr ArgumentRow kChange[] = {
    {"base", FieldType::kText, "What the change is compared with: a branch, a tag or a commit",
     true},
};
constexpr ArgumentRow kProblem[] = {
    {"problem", FieldType::kText, "What is wrong or wanted, with error messages if there are any",
     true},
};

constexpr PromptRow kPrompts[] = {
    {"impact_review", "Review the impact of a change",
     "What a change may break, and which tests to run for it", kChange,
     "Review what differs from {base}. Call blast_radius with base={base}, then test_scope with "
     "base={base}. Read the code of the affected symbols that look risky. Tell me: what may break "
     "and "
     "why, with places; which public interfaces change; what the answers could not see "
     "(completeness); and the command that runs the tests that cover the change."},
    {"onboard",
     "Get to know this repository",
     "What is where, and where to begin reading",
     {},
     "I am new to this repository. Call get_repo_outline, then context_for_task for its two or "
     "three "
     "main concerns. Explain in a page what it does, how its parts fit together, where a request "
     "or "
     "command enters, what everything depends on, and which five files to read first."},
    {"find_place", "Find the place to change",
     "Where a problem must be solved, and what depends on it", kProblem,
     "{problem}\n\nFind the place to change. Call context_for_task with this text, then "
     "find_usages "
     "and blast_radius for the symbols you would change. Tell me the place, the smallest change "
     "that "
     "does it, what else it touches, and the tests to run; do not edit yet."},
};

std::string Filled(std::string_view text, const PromptRow& prompt, const Arguments& arguments) {
  std::string filled(text);
  for (const ArgumentRow& row : prompt.arguments) {
    const std::string mark = fmt::format("{{{}}}", row.name);
    const std::string value = arguments.Text(row.name);
    for (std::size_t at = 0; (at = filled.find(mark, at)) != std::string::npos;
         at += value.size()) {
      filled.replace(at, mark.size(), value);
    }
  }
  return filled;
}

const PromptRow* FindPrompt(std::string_view name) {
  const auto* const prompt = std::find_if(std::begin(kPrompts), std::end(kPrompts),
                                          [&](const PromptRow& row) { return row.name == name; });
  return prompt == std::end(kPrompts) ? nullptr : prompt;
}

const PromptRow& PromptLike(std::string_view name) {
  std::vector<std::string> names;
  for (const PromptRow& prompt : kPrompts) names.emplace_back(prompt.name);
  const std::optional<std::string> near = retrieval::NearestName(name, names);
  return near.has_value() ? *FindPrompt(*near) : kPrompts[0];
}

// The error with a request for the prompt that works.
absl::Status Refused(const absl::Status& status, const PromptRow& prompt) {
  Json arguments = Json::object();
  for (const ArgumentRow& row : prompt.arguments) {
    arguments[std::string(row.name)] = Json::parse(FindArgumentHint(row.name)->example);
  }
  const Json params = {{"name", prompt.name}, {"arguments", std::move(arguments)}};
  return WithCallThatWorks(status, kCallThatWorks, fmt::format("prompts/get {}", Compact(params)));
}

}  // namespace

std::span<const PromptRow> AllPrompts() { return kPrompts; }

bool HasPromptArgument(std::string_view prompt, std::string_view argument) {
  const PromptRow* const row = FindPrompt(prompt);
  return row != nullptr &&
         std::any_of(row->arguments.begin(), row->arguments.end(),
                     [&](const ArgumentRow& known) { return known.name == argument; });
}

Json DescribePrompt(const PromptRow& prompt) {
  Json arguments = Json::array();
  for (const ArgumentRow& row : prompt.arguments) {
    arguments.push_back(
        {{"name", row.name}, {"description", row.description}, {"required", row.is_required}});
  }
  return {{"name", prompt.name},
          {"title", prompt.title},
          {"description", prompt.description},
          {"arguments", std::move(arguments)}};
}

absl::StatusOr<Json> GetPrompt(std::string_view name, const Json& arguments) {
  const PromptRow* const prompt = FindPrompt(name);
  if (prompt == nullptr) {
    return Refused(absl::NotFoundError(fmt::format("there is no prompt '{}'", name)),
                   PromptLike(name));
  }
  if (!arguments.is_object()) {
    return Refused(absl::InvalidArgumentError("'arguments' must be an object"), *prompt);
  }
  const absl::StatusOr<Arguments> checked = Arguments::Check(prompt->arguments, arguments);
  if (!checked.ok()) return Refused(checked.status(), *prompt);
  const Json content = {{"type", "text"}, {"text", Filled(prompt->text, *prompt, *checked)}};
  return Json{{"description", prompt->description},
              {"messages", Json::array({{{"role", "user"}, {"content", content}}})}};
}

}  // namespace waymark::services
