// A question on the terminal before something is changed.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "config/settings.h"

namespace waymark::services {

// Asks on standard error, and reads a line. FailedPrecondition if the answer is not y or yes, or if
// standard input is no terminal; then the message ends with `advice`.
absl::Status Confirm(const std::string& question, std::string_view advice,
                     const Settings& settings);

}  // namespace waymark::services
