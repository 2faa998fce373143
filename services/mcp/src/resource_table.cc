#include <string>

#include <fmt/format.h>

#include "resource.h"
#include "services/percent_escapes.h"
#include "workspace_scope.h"

namespace waymark::services {
namespace {

// An address, or the beginning of one whose rest is an argument of the tool.
struct ResourceRow {
  std::string_view uri;
  std::string_view argument;  // "": the address is complete
  std::string_view name;
  std::string_view description;
  std::string_view tool;
};

constexpr ResourceRow kResources[] = {
    {"waymark://status", "", "status", "Indexed repositories, and whether files differ",
     "index_status"},
    {kToolDefinitionsUri, "", "tool_definitions", "The tools with their scopes, in GCX1", ""},
    {"waymark://outline", "", "outline", "The repository at a glance", "get_repo_outline"},
    {"waymark://symbol/", "symbol", "symbol", "A symbol by qualified name, or FILE:LINE",
     "get_symbol"},
    {"waymark://usages/", "symbol", "usages", "What uses a symbol", "find_usages"},
};

constexpr char kMimeType[] = "text/plain";

Json Listed(bool templates) {
  Json array = Json::array();
  for (const ResourceRow& row : kResources) {
    if (row.argument.empty() == templates) continue;
    const std::string uri =
        templates ? fmt::format("{}{{{}}}", row.uri, row.argument) : std::string(row.uri);
    array.push_back({{templates ? "uriTemplate" : "uri", uri},
                     {"name", row.name},
                     {"description", row.description},
                     {"mimeType", kMimeType}});
  }
  return array;
}

}  // namespace

Json ListResources() { return {{"resources", Listed(false)}}; }

Json ListResourceTemplates() { return {{"resourceTemplates", Listed(true)}}; }

std::optional<ResourceCall> FindResource(std::string_view uri) {
  for (const ResourceRow& row : kResources) {
    if (row.tool.empty()) continue;  // it is about the server itself
    if (row.argument.empty() ? uri != row.uri : !uri.starts_with(row.uri)) continue;
    ResourceCall call{.tool = FindTool(row.tool)};
    if (!row.argument.empty()) {
      call.arguments[std::string(row.argument)] = Unescaped(uri.substr(row.uri.size()));
    }
    return call;
  }
  return std::nullopt;
}

}  // namespace waymark::services
