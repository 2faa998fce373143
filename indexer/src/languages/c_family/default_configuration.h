// The default configuration of C and C++: the #if branches that GCC or clang take on 64-bit Linux
// without options of the project. The rest is inactive code. c_conversions.h assumes the same
// platform.
#pragma once

#include <string_view>

#include "indexer/facts.h"

namespace waymark::indexer {

// Marks conditional definitions in inactive code. A condition is evaluated with the directives
// above it. A macro that the file does not define is undefined, unless the compiler defines it, its
// name is that of a system check, or it asks for the implementation of a header (X_IMPLEMENTATION).
// A comparison with an unknown value stays open. Linear in the bytes.
void MarkInactiveOfC(std::string_view bytes, FileFacts& facts);
void MarkInactiveOfCpp(std::string_view bytes, FileFacts& facts);

}  // namespace waymark::indexer
