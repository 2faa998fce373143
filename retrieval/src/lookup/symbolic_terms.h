// Names with signs, such as `C++`, and the words that stand for them in code and paths, which
// cannot contain the signs.
#pragma once

#include <string_view>
#include <vector>

namespace waymark::retrieval {

struct SymbolicTerm {
  std::string_view written;  // in the text
  std::string_view word;     // "cpp"
};

// In the order of the table, each at its first occurrence; in upper or lower case. Cost: O(text)
// per name in the table.
std::vector<SymbolicTerm> SymbolicTermsIn(std::string_view text);

}  // namespace waymark::retrieval
