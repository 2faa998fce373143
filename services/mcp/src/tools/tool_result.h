// The answer of a tool as the protocol has it, and its tag.
#pragma once

#include <string>

#include <absl/status/statusor.h>

#include "tools/tool.h"

namespace waymark::services {

// `held` is the tag of an answer that the client has, another word to be told the tag, or "".
Json ToResult(const absl::StatusOr<ToolAnswer>& answer, const std::string& held);

}  // namespace waymark::services
