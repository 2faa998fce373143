// Names that are equal in all notations.
#pragma once

#include <string>
#include <string_view>

#include "graph/ascii.h"

namespace waymark::retrieval {

// A name in lower case without the characters that join its words, so that it is equal in all
// notations.
inline std::string FoldedName(std::string_view name) {
  std::string folded;
  for (const char c : name) {
    if (c != '_') folded += ToLower(c);
  }
  return folded;
}

}  // namespace waymark::retrieval
