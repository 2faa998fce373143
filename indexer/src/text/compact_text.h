#pragma once

#include <string>
#include <string_view>

#include "text/characters.h"

namespace waymark::indexer {

// Without C white space, except one blank between two words: "const Slice&" for "const  Slice &".
inline std::string Compact(std::string_view text) {
  std::string compact;
  bool has_space = false;
  for (const char c : text) {
    if (IsSpace(c)) {
      has_space = true;
      continue;
    }
    if (has_space && !compact.empty() && IsWordCharacter(compact.back()) && IsWordCharacter(c)) {
      compact += ' ';
    }
    has_space = false;
    compact += c;
  }
  return compact;
}

}  // namespace waymark::indexer
