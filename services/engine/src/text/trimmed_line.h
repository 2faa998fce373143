// A line of a file without surrounding blanks and remains of its line end.
#pragma once

#include <string_view>

#include "graph/ascii.h"

namespace waymark::services {

inline std::string_view TrimmedLine(std::string_view text) { return Trimmed(text, " \t\r"); }

}  // namespace waymark::services
