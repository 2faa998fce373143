// Names that some text of the code may hold: a computed name must come from somewhere.
#pragma once

#include <string_view>
#include <vector>

#include "graph/read_view.h"
#include "graph/tokenize.h"

namespace waymark::retrieval {

// Works on one view. Not thread-safe: it keeps buffers.
class WrittenNames {
 public:
  // The view must outlive this.
  explicit WrittenNames(const graph::ReadView& view) : view_(view) {}

  // Whether the texts of one symbol have all words of the name, or may have them: words of more
  // than kMostWrittenPostings symbols are not looked up, and a name without words is always
  // written. Cost: O(words * kMostWrittenPostings).
  bool Has(std::string_view name);

 private:
  const graph::ReadView& view_;
  graph::Tokenizer tokenizer_;
  std::vector<std::string_view> words_;
  std::vector<Posting> postings_;
  std::vector<SymbolId> holders_;
  std::vector<SymbolId> with_word_;
};

}  // namespace waymark::retrieval
