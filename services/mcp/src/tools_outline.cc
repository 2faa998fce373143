#include "graph/status.h"
#include "services/outline_text.h"
#include "tool.h"

namespace waymark::services {

absl::StatusOr<ToolAnswer> GetRepoOutline(const ToolCall& call) {
  const OutlineRequest request{.root = call.root,
                               .limit = call.arguments.Number("limit"),
                               .state = {.at = call.arguments.Text("at")}};
  WM_ASSIGN_OR_RETURN(const OutlineAnswer answer, call.verbs.Outline(request, call.control));
  // It is no payload: whatever is not JSON is the same compact text.
  if (call.arguments.Text("format") != "json") {
    return ToolAnswer{.text = TextOf(answer), .structured = nullptr};
  }
  ToolAnswer json{.text = JsonOf(answer), .structured = nullptr};
  json.structured = Json::parse(json.text);
  return json;
}

}  // namespace waymark::services
