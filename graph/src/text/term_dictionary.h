// Numbers stemmed terms and finds them by the words they come from: each distinct word is split and
// stemmed once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "graph/spill.h"
#include "text/string_interner.h"
#include "text/word_tokens.h"

namespace waymark::graph {

// Terms are numbered from 0 in order of first appearance, and the numbers never change. The memo of
// words starts anew when it is full. Not thread-safe.
class TermDictionary {
 public:
  // Adds the words and returns their numbers, which are valid until the next call. A word may be
  // any text.
  void FindWords(std::span<const std::string_view> words, std::span<std::uint32_t> numbers);

  // The number of a term that was split and stemmed before.
  std::uint32_t AddTerm(std::string_view term) { return terms_.Intern(term).id; }

  // Terms of a word in order, repetitions included.
  std::span<const std::uint32_t> TermsOf(std::uint32_t word) const {
    const Range range = ranges_[word];
    return std::span(word_terms_).subspan(range.begin, range.end - range.begin);
  }

  std::uint32_t size() const { return terms_.size(); }

  std::string_view TextOf(std::uint32_t term) const { return terms_.at(term); }

 private:
  static constexpr std::uint32_t kMaxMemoWords = 1 << 20;
  static constexpr std::size_t kMaxMemoBytes = 32 << 20;

  struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  void Split(std::string_view word);

  WordTokens tokens_;
  StringInterner words_;
  SpillVector<Range> ranges_;  // of word_terms_, by word
  SpillVector<std::uint32_t> word_terms_;
  StringInterner terms_;
};

}  // namespace waymark::graph
