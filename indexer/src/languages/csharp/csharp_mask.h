// Masks what the grammar of C# does not support: conditional compilation inside declarations,
// expressions and lists, and directives of programs in one file.
#pragma once

#include <string>
#include <string_view>

namespace waymark::indexer {

// Returns text of the same length in which each #if inside a declaration or expression is masked,
// with its directives and all branches but the first. The changed copy is in `buffer`. Directives
// between statements and members stay. Cost: one pass over the bytes, if there is anything to mask.
std::string_view MaskInnerConditions(std::string_view bytes, std::string& buffer);

}  // namespace waymark::indexer
