// The answer of a tool in the form of the protocol, with its etag.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "tools/tool.h"

namespace waymark::services {

// `held` is the etag of an answer that the client has, any other word to get the etag, or "". An
// error is written in `format`, if that has a form for errors. `note` is about the arguments of the
// call; it follows the answer or error, and is left out if it is empty.
Json ToResult(const absl::StatusOr<ToolAnswer>& answer, const std::string& held,
              std::string_view format, const std::string& note);

}  // namespace waymark::services
