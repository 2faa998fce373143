// Opens a page in the browser of the user.
#pragma once

#include <string>

#include <absl/status/status.h>

namespace waymark::services {

// Starts the program that opens addresses, without waiting for it. Unavailable, with the reason, if
// there is no display or no such program. `address` can be seen by other users of the machine while
// that program runs. The caller ignores SIGCHLD, so that it leaves no zombie.
absl::Status OpenInBrowser(const std::string& address);

}  // namespace waymark::services
