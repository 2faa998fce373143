// Long texts for people go through a pager, as with git.
#pragma once

#include <string_view>

#include <absl/status/status.h>

#include "output/screen.h"

namespace waymark::services {

// Writes text, which may hold colours and links, to standard output; if it has more lines than the
// screen, through its pager, and returns when the reader has closed that. Without a pager that
// runs, the text is written as it is. Errors are those of WriteOut().
absl::Status ShowText(const Screen& screen, std::string_view text);

}  // namespace waymark::services
