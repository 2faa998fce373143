#include <string>

#include <fmt/format.h>

#include "resource.h"

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
    {"waymark://outline", "", "outline", "The repository at a glance", "get_repo_outline"},
    {"waymark://symbol/", "symbol", "symbol", "A symbol by qualified name, or FILE:LINE",
     "get_symbol"},
    {"waymark://usages/", "symbol", "usages", "What uses a symbol", "find_usages"},
};

constexpr char kMimeType[] = "text/plain";

int HexDigit(char c) {
  constexpr int kLetters = 10;
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + kLetters;
  if (c >= 'A' && c <= 'F') return c - 'A' + kLetters;
  return -1;
}

// RFC 3986, 2.1. What is no escape stays as it is.
std::string Unescaped(std::string_view text) {
  constexpr int kHex = 16;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_escape = text[i] == '%' && i + 2 < text.size() && HexDigit(text[i + 1]) >= 0 &&
                           HexDigit(text[i + 2]) >= 0;
    if (!is_escape) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(HexDigit(text[i + 1]) * kHex + HexDigit(text[i + 2]));
    i += 2;
  }
  return out;
}

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
