// Names that signs are a part of, as `C++`, and the words that code and its paths have for them,
// which may hold none.
#pragma once

#include <string_view>
#include <vector>

namespace waymark::retrieval {

struct SymbolicTerm {
  std::string_view written;  // in the text
  std::string_view word;     // "cpp"
};

// In the order of the table, each where it stands first; letters of either case. Cost: the text,
// for each name of the table.
std::vector<SymbolicTerm> SymbolicTermsIn(std::string_view text);

}  // namespace waymark::retrieval
