// The protocol sections of GCX1 as JSON: a call of a tool, the list of tools, a rejected call.
#pragma once

#include <optional>
#include <string>

#include <absl/status/statusor.h>

namespace waymark::services {

// The section for {"tool","scope","repo"}, {"code","message","detail"} or [{"name","scope"}];
// nothing for other JSON, as that of a payload. InvalidArgument for values that the section
// forbids.
std::optional<absl::StatusOr<std::string>> ProtocolFromJson(const std::string& json);

// The JSON of a document that is such a section; nothing for other text.
std::optional<std::string> ProtocolToJson(const std::string& text);

}  // namespace waymark::services
