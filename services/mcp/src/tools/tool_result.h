// The answer of a tool in the form of the protocol, with its etag.
#pragma once

#include <string>

#include <absl/status/statusor.h>

#include "tools/tool.h"

namespace waymark::services {

// `held` is the etag of an answer that the client has, any other word to get the etag, or "".
Json ToResult(const absl::StatusOr<ToolAnswer>& answer, const std::string& held);

}  // namespace waymark::services
