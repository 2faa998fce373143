// The call that works in place of one that was refused.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "tools/tool.h"

namespace waymark::services {

// What stands before the call in a message.
inline constexpr std::string_view kCallThatWorks = "a call that works";

// The error with the call of its remedy at the end of its message and as its fix; unchanged without
// a remedy.
absl::Status WithCall(const absl::Status& status, const ToolCall& call);

// A call of the tool that a wrong name most likely means, with those of the given arguments that it
// takes; of the first tool of the set if no name is similar. Each call works.
std::string CallOfToolLike(std::string_view name, const Json& given, Toolset toolset);

// The call that lists what is indexed.
std::string StatusCall();

}  // namespace waymark::services
