// Lower case of ASCII letters, independent of the locale; other bytes stay unchanged.
#pragma once

#include <string>
#include <string_view>

namespace waymark::retrieval {

constexpr char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

inline std::string LowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = Lower(c);
  return lower;
}

// A name in lower case without the characters that join its words, so that it is equal in all
// notations.
inline std::string FoldedName(std::string_view name) {
  std::string folded;
  for (const char c : name) {
    if (c != '_') folded += Lower(c);
  }
  return folded;
}

}  // namespace waymark::retrieval
