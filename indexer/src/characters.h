// Classes of bytes in source text.
#pragma once

#include <algorithm>
#include <string_view>

namespace waymark::indexer {

constexpr bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Words in ASCII, as most languages and the preprocessor of C have them.
constexpr bool BeginsWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

constexpr bool IsWordCharacter(char c) { return BeginsWord(c) || (c >= '0' && c <= '9'); }

// Of a name in ASCII.
constexpr bool BeginsWithCapital(std::string_view name) {
  return !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
}

constexpr bool IsWord(std::string_view text) {
  return !text.empty() && BeginsWord(text[0]) &&
         std::all_of(text.begin(), text.end(), IsWordCharacter);
}

}  // namespace waymark::indexer
