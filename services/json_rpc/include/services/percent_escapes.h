// Percent escapes of addresses (RFC 3986, 2.1).
#pragma once

#include <string>
#include <string_view>

namespace waymark::services {

// "%41" becomes "A". Text that is not an escape stays unchanged.
std::string Unescaped(std::string_view text);

// "src/a%20b.py": every byte of a path except letters, digits, "-._~" and "/" as an escape.
std::string EscapedPath(std::string_view path);

}  // namespace waymark::services
