// Tools whose answers are no payloads: JSON, and for every other format the same compact text.
#include <string>
#include <utility>

#include "graph/status.h"
#include "services/outline_text.h"
#include "services/test_scope_text.h"
#include "tool.h"

namespace waymark::services {
namespace {

template <typename Answer>
ToolAnswer Written(const ToolCall& call, const Answer& answer) {
  if (call.arguments.Text("format") != "json") {
    return {.text = TextOf(answer), .structured = nullptr};
  }
  std::string text = JsonOf(answer);
  Json structured = Json::parse(text);
  return {.text = std::move(text), .structured = std::move(structured)};
}

}  // namespace

absl::StatusOr<ToolAnswer> TestScopeOf(const ToolCall& call) {
  const TestScopeRequest request{.root = call.root,
                                 .symbols = call.arguments.Texts("symbols"),
                                 .base = call.arguments.Text("base"),
                                 .depth = call.arguments.Number("depth"),
                                 .limit = call.arguments.Number("limit"),
                                 .cursor = call.arguments.Text("cursor"),
                                 .state = {.at = call.arguments.Text("at")}};
  if (request.symbols.empty() == request.base.empty()) {
    return absl::InvalidArgumentError("name what changes: either 'symbols' or 'base'");
  }
  WM_ASSIGN_OR_RETURN(const TestScopeAnswer answer, call.verbs.TestScope(request, call.control));
  return Written(call, answer);
}

absl::StatusOr<ToolAnswer> GetRepoOutline(const ToolCall& call) {
  const OutlineRequest request{.root = call.root,
                               .limit = call.arguments.Number("limit"),
                               .state = {.at = call.arguments.Text("at")}};
  WM_ASSIGN_OR_RETURN(const OutlineAnswer answer, call.verbs.Outline(request, call.control));
  return Written(call, answer);
}

}  // namespace waymark::services
