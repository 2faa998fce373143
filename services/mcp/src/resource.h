// Resources: answers of tools by address.
#pragma once

#include <optional>
#include <string_view>

#include "services/json_rpc.h"
#include "tool.h"

namespace waymark::services {

// As in `resources/list` and `resources/templates/list`.
Json ListResources();
Json ListResourceTemplates();

// The call of a tool that answers for an address.
struct ResourceCall {
  const ToolRow* tool = nullptr;
  Json arguments = Json::object();
};

// No value for an address that is none of these.
std::optional<ResourceCall> FindResource(std::string_view uri);

}  // namespace waymark::services
