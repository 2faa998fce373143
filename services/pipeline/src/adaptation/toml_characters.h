// The parser of TOML gets ASCII alone.
//
// It is undefined for some characters beyond ASCII (version 3.3), wherever it looks for the end of
// a value or of a blank. Comments may hold any; elsewhere they are written as escapes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace waymark::services {

struct AsciiToml {
  std::string text;       // with "x" for each character beyond ASCII in a comment
  std::size_t stray = 0;  // offset in the input of the first such character elsewhere, or its size
};

// A byte order mark at the beginning is left out. REQUIRES: `text` is UTF-8.
AsciiToml AsciiTomlOf(std::string_view text);

}  // namespace waymark::services
