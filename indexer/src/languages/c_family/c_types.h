// Names of the built-in types of C and C++, one for each type.
#pragma once

#include <string_view>

namespace waymark::indexer {

// Of `unsigned long int` "ulong", of the literal `1.0f` "float"; a word that is no such type stays
// as it is. The names are those of resolve/c_conversions.h.
std::string_view CBuiltIn(std::string_view text);

}  // namespace waymark::indexer
