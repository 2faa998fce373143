#include "text/term_dictionary.h"

#include <string>

namespace waymark::graph {

void TermDictionary::FindWords(std::span<const std::string_view> words,
                               std::span<std::uint32_t> numbers) {
  if (words_.size() >= kMaxMemoWords || words_.text_bytes() >= kMaxMemoBytes) {
    words_.Clear();
    ranges_.clear();
    word_terms_.clear();
  }
  words_.InternAll(words, numbers);
  while (ranges_.size() < words_.size()) {
    Split(words_.at(static_cast<std::uint32_t>(ranges_.size())));
  }
}

void TermDictionary::Split(std::string_view word) {
  Range range;
  range.begin = static_cast<std::uint32_t>(word_terms_.size());
  ForEachWord(word, [this](std::string_view part) {
    for (const std::string& token : tokens_.Of(part)) {
      word_terms_.push_back(terms_.Intern(token).id);
    }
  });
  range.end = static_cast<std::uint32_t>(word_terms_.size());
  ranges_.push_back(range);
}

}  // namespace waymark::graph
