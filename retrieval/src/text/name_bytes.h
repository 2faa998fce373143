// The bytes and words of names and paths.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "graph/ascii.h"

namespace waymark::retrieval {

// The first character of a name: letters, an underscore and all characters of other scripts.
inline bool IsLetter(char c) {
  return IsLower(c) || IsUpper(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

inline bool IsNameByte(char c) { return IsLetter(c) || IsDigit(c); }

// Bytes of a path with forward slashes.
inline bool IsPathByte(char c) {
  constexpr std::string_view kOther = "/.-+@";
  return IsNameByte(c) || kOther.find(c) != std::string_view::npos;
}

inline bool IsName(std::string_view word) {
  return !word.empty() && IsLetter(word[0]) && std::all_of(word.begin(), word.end(), IsNameByte);
}

// Only decimal digits.
inline bool IsNumber(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), IsDigit);
}

inline bool IsOneOf(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// C++, C#: begins the names of operators.
inline constexpr std::string_view kOperator = "operator";

// Whether a path could be that of a file: its last component has an extension.
inline bool HasExtension(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot != std::string_view::npos && dot + 1 < path.size() && dot > path.rfind('/') + 1;
}

}  // namespace waymark::retrieval
