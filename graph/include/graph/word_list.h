// Lists of words in one text, with single blanks between them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace waymark {

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
