// One canonical name for each built-in type of C and C++.
#pragma once

#include <string_view>

namespace waymark::indexer {

// "ulong" for `unsigned long int`, "float" for the literal `1.0f`; other words are returned
// unchanged. The names are those of resolve/rules/c_conversions.h.
std::string_view CBuiltIn(std::string_view text);

}  // namespace waymark::indexer
