#include "graph/status.h"
#include "services/test_scope_text.h"
#include "tool.h"

namespace waymark::services {

absl::StatusOr<ToolAnswer> TestScopeOf(const ToolCall& call) {
  const TestScopeRequest request{.root = call.root,
                                 .symbols = call.arguments.Texts("symbols"),
                                 .base = call.arguments.Text("base"),
                                 .depth = call.arguments.Number("depth"),
                                 .limit = call.arguments.Number("limit"),
                                 .state = {.at = call.arguments.Text("at")}};
  if (request.symbols.empty() == request.base.empty()) {
    return absl::InvalidArgumentError("name what changes: either 'symbols' or 'base'");
  }
  // It is no payload: whatever is not JSON is the same compact text.
  const bool is_json = call.arguments.Text("format") == "json";
  WM_ASSIGN_OR_RETURN(const TestScopeAnswer answer, call.verbs.TestScope(request, call.control));
  if (!is_json) return ToolAnswer{.text = TextOf(answer), .structured = nullptr};
  ToolAnswer json{.text = JsonOf(answer), .structured = nullptr};
  json.structured = Json::parse(json.text);
  return json;
}

}  // namespace waymark::services
