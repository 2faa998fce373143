#include "proxy/own_tools.h"

#include <nlohmann/json.hpp>

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

std::string Printed(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string RecallToolEntry(std::string_view name) {
  return Printed(
      {{"name", name},
       {"description",
        "Returns the whole text of an earlier answer of a tool, by its number. A line like "
        "`> [ref: r17]` stands for the answer that ends with `> [id: r17]`; call this if that "
        "answer is not in your context any more."},
       {"inputSchema",
        {{"type", "object"},
         {"properties",
          {{"ref", {{"type", "string"}, {"description", "The number, such as r17"}}}}},
         {"required", {"ref"}}}},
       {"annotations", {{"readOnlyHint", true}, {"openWorldHint", false}}}});
}

std::string CompactToolEntry(std::string_view name) {
  return Printed(
      {{"name", name},
       {"description",
        "Tells that earlier answers of tools have left your context: none of them is referred to "
        "after this call."},
       {"inputSchema", {{"type", "object"}, {"properties", Json::object()}}},
       {"annotations", {{"readOnlyHint", true}, {"openWorldHint", false}}}});
}

std::string TextResult(std::string_view text, bool is_error) {
  Json result = {{"content", Json::array({{{"type", "text"}, {"text", text}}})}};
  if (is_error) result["isError"] = true;
  return Printed(result);
}

}  // namespace waymark::services
