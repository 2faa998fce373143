#include "lookup/written_names.h"

#include <algorithm>
#include <optional>

#include "traits/constants.h"

namespace waymark::retrieval {

bool WrittenNames::Has(std::string_view name) {
  words_.clear();
  tokenizer_.Append(name, words_);
  bool is_looked_up = false;
  for (const std::string_view word : words_) {
    const std::optional<graph::TermStatistics> term = view_.Term(word);
    if (term.has_value() && term->document_frequency > kMostWrittenPostings) continue;
    with_word_.clear();
    view_.Postings(word, postings_);
    for (const Posting& posting : postings_) {
      if (posting.field == Field::kStrings) with_word_.push_back(posting.symbol);
    }
    if (!is_looked_up) holders_ = with_word_;
    std::erase_if(holders_, [this](SymbolId holder) {
      return !std::binary_search(with_word_.begin(), with_word_.end(), holder);
    });
    is_looked_up = true;
    if (holders_.empty()) return false;
  }
  return true;
}

}  // namespace waymark::retrieval
