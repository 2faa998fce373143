// What of a text runs, apart from how it is written: two texts of equal code differ by comments and
// layout alone. For comparing, not for reading.
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

// Without comments, and with white space only where it may tell something apart: between words,
// inside of literals, at line ends where the language has them end a statement, and before lines
// where indentation nests. What LanguageTraits does not tell of the syntax stays as it is, so that
// texts of equal code are written alike but for those; of documents all is code, and all texts.
// Cost: O(text).
CodeText CodeOf(std::string_view text, Language language);

struct SignatureText {
  std::string declared;  // without the values
  std::string values;    // of parameters, constants and enumerators: what stands behind each "="
};

SignatureText SplitSignature(std::string_view signature);

}  // namespace waymark::retrieval
