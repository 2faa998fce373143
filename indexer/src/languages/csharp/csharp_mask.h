// Masks conditional compilation of C# inside declarations and expressions, which the grammar does
// not support.
#pragma once

#include <string>
#include <string_view>

namespace waymark::indexer {

// Returns text of the same length in which each #if inside a declaration or expression is masked,
// with its directives and all branches but the first. The changed copy is in `buffer`. Directives
// between statements and members stay. Cost: one pass over the bytes, if there is an #if.
std::string_view MaskInnerConditions(std::string_view bytes, std::string& buffer);

}  // namespace waymark::indexer
