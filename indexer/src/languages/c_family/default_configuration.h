// What a plain build leaves out of a file of C or C++: branches of #if that are not taken by GCC or
// clang on a 64-bit Linux without options of the project's own. c_conversions.h assumes the same.
#pragma once

#include <string_view>

#include "indexer/facts.h"

namespace waymark::indexer {

// Marks the conditional definitions of such branches. What a directive asks for is judged by the
// directives above it: a macro that the file does not define is not defined, unless the compiler
// or, by its name, a check of the system defines it, or it asks for the implementation in a header
// (X_IMPLEMENTATION); what compares a value that is not known is left open. Linear in the bytes.
void MarkInactiveOfC(std::string_view bytes, FileFacts& facts);
void MarkInactiveOfCpp(std::string_view bytes, FileFacts& facts);

}  // namespace waymark::indexer
