// The code of a text without its layout: two texts with equal code differ only in comments and
// layout. For comparison, not for reading.
#pragma once

#include <string>
#include <string_view>

#include "graph/kinds.h"

namespace waymark::retrieval {

struct CodeText {
  std::string code;     // without imports
  std::string imports;  // in their order
  std::string texts;    // strings and comments, each with a line end behind it
};

// The text without comments, and with white space only where it may matter: between words, inside
// literals, at line ends that end a statement, and before lines of Python. Unknown syntax stays
// unchanged, so that texts of equal code become equal except there. In languages without a row in
// the table, the whole text is both code and texts. Cost: O(text).
CodeText CodeOf(std::string_view text, Language language);

struct SignatureText {
  std::string declared;  // without the values
  std::string values;    // of parameters, constants and enumerators: what stands behind each "="
};

SignatureText SplitSignature(std::string_view signature);

}  // namespace waymark::retrieval
