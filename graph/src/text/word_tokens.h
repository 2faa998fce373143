// Splits running text into words, and a word into stemmed tokens: the rules of graph/tokenize.h
// without a memo.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sb_stemmer;

namespace waymark::graph {

// Calls visitor(std::string_view word) for each [A-Za-z_][A-Za-z0-9_]* of the text, bytes >= 0x80
// counting as letters.
template <typename Visitor>
void ForEachWord(std::string_view text, Visitor&& visitor);

// Not thread-safe: use one per thread.
class WordTokens {
 public:
  WordTokens();

  // The tokens of one word: split, lower-cased, single letters and over-long tokens dropped,
  // stemmed. Repetitions are kept. The result is valid until the next call.
  const std::vector<std::string>& Of(std::string_view word);

 private:
  struct StemmerDeleter {
    void operator()(sb_stemmer* stemmer) const;
  };

  void Add(std::string_view part);

  std::unique_ptr<sb_stemmer, StemmerDeleter> stemmer_;
  std::vector<std::string_view> parts_;
  std::vector<std::string> tokens_;
};

bool IsWordStart(char c);
bool IsWordByte(char c);

template <typename Visitor>
void ForEachWord(std::string_view text, Visitor&& visitor) {
  std::size_t i = 0;
  while (i < text.size()) {
    if (!IsWordStart(text[i])) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < text.size() && IsWordByte(text[i])) ++i;
    visitor(text.substr(begin, i - begin));
  }
}

}  // namespace waymark::graph
