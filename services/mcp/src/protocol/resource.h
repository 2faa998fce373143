// Resources: answers of tools by address, and what the server says of itself.
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

// As in `resources/list` and `resources/templates/list`.
Json ListResources();
Json ListResourceTemplates();

// Whether there is a template `uri`, as it is listed, with this variable.
bool HasVariable(std::string_view uri, std::string_view variable);

// The call of a tool that answers for an address.
struct ResourceCall {
  const ToolRow* tool = nullptr;
  Json arguments = Json::object();
  std::string_view mime_type;
};

// No value for an address that is none of these.
std::optional<ResourceCall> FindResource(std::string_view uri);

// What the server says of itself at an address; no value for an address that is none of these.
std::optional<absl::StatusOr<std::string>> OwnResource(std::string_view uri, Toolset toolset);

}  // namespace waymark::services
