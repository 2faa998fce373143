// Commands that an answer tells the reader to run.
#pragma once

#include <string>
#include <string_view>

namespace waymark::services {

// One word for a POSIX shell: in single quotes, where the shell leaves everything but the quote
// itself alone.
std::string ShellQuoted(std::string_view word);

}  // namespace waymark::services
