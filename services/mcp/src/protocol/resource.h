// Resources: answers of tools by address, and documents about the server.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "services/json_rpc.h"
#include "tools/tool.h"

namespace waymark::services {

// Variables of the templates of addresses.
inline constexpr std::string_view kSymbolVariable = "symbol";
inline constexpr std::string_view kFileVariable = "file";

// The entries in `resources/list` and `resources/templates/list`.
Json ListResources();
Json ListResourceTemplates();

// Whether the listed template `uri` exists and has this variable.
bool HasVariable(std::string_view uri, std::string_view variable);

// The tool call that answers for an address.
struct ResourceCall {
  const ToolRow* tool = nullptr;
  Json arguments = Json::object();
  std::string_view mime_type;
};

// No value for other addresses.
std::optional<ResourceCall> FindResource(std::string_view uri);

// The error for an address that none of the above has; it ends with the request for one that
// exists.
absl::Status NoSuchResource(std::string_view uri);

// The document about the server at an address; no value for other addresses.
std::optional<absl::StatusOr<std::string>> OwnResource(std::string_view uri, Toolset toolset);

}  // namespace waymark::services
