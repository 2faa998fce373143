// Conditional compilation of C# inside of declarations and expressions, where the grammar knows
// none.
#pragma once

#include <string>
#include <string_view>

namespace waymark::indexer {

// Text of the same length in which each #if between the parts of a declaration or an expression is
// blank, directives and all branches but the first; kept in `buffer` when it differs. Directives
// between statements, members and files' parts stay. Cost: one pass over the bytes, where there is
// an #if at all.
std::string_view MaskInnerConditions(std::string_view bytes, std::string& buffer);

}  // namespace waymark::indexer
