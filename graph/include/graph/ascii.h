// ASCII text, independent of the locale: classes and cases of characters, trimming, and lists of
// words. Other bytes are in no class and have no case.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace waymark {

// Blanks: space, tab, carriage return, line feed.
inline constexpr std::string_view kBlanks = " \t\r\n";

constexpr bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

constexpr bool IsDigit(char c) { return c >= '0' && c <= '9'; }

constexpr bool IsLower(char c) { return c >= 'a' && c <= 'z'; }

constexpr bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }

constexpr char ToLower(char c) { return IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

inline std::string LowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = ToLower(c);
  return lower;
}

// Whether the text is `lower`, a word in lower case, in any case.
constexpr bool EqualsIgnoringCase(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return ToLower(a) == b; });
}

// Without the characters of `removed` at both ends.
constexpr std::string_view Trimmed(std::string_view text, std::string_view removed = kBlanks) {
  text.remove_prefix(std::min(text.find_first_not_of(removed), text.size()));
  return text.substr(0, text.find_last_not_of(removed) + 1);  // npos + 1 is 0: nothing is left
}

// A list of words is one text, with single blanks between the words.

// Visits the words in their order.
template <typename Visit>
constexpr void VisitWords(std::string_view words, const Visit& visit) {
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    visit(words.substr(begin, end - begin));
    begin = end + 1;
  }
}

// Whether the word, which has no blank, is one of them. An empty word is in no list.
constexpr bool ListsWord(std::string_view words, std::string_view word) {
  if (word.empty()) return false;
  for (std::size_t at = words.find(word); at != words.npos; at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || words[at - 1] == ' ';
    if (begins && (end == words.size() || words[end] == ' ')) return true;
  }
  return false;
}

}  // namespace waymark
