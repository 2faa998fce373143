#include "question/compounds.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "text/letter_case.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

struct KnownTerm {
  std::string term;
  std::uint32_t symbols = 0;  // that have it
};

// The word as the tokenizer makes it; no symbols if no symbol has it, or if it is not a single
// term.
KnownTerm Find(const graph::ReadView& view, std::string_view word, graph::Tokenizer& tokenizer) {
  std::vector<std::string_view> terms;
  tokenizer.Append(word, terms);
  if (terms.size() != 1) return {};
  const auto statistics = view.Term(terms[0]);
  return {std::string(terms[0]), statistics ? statistics->document_frequency : 0};
}

// Whether some name has the term and, folded, contains `whole`; an empty `whole` is in every name.
bool SomeNameHolds(const graph::ReadView& view, const std::string& term, std::string_view whole) {
  std::vector<Posting> postings;
  view.Postings(term, postings);
  return std::any_of(postings.begin(), postings.end(), [&](const Posting& posting) {
    return posting.field == Field::kName &&
           FoldedName(view.Symbol(posting.symbol).name).find(whole) != std::string::npos;
  });
}

}  // namespace

std::vector<std::string> CompoundParts(const graph::ReadView& view, std::string_view word,
                                       std::string_view stem, graph::Tokenizer& tokenizer) {
  for (std::size_t i = kLeastCompoundPart; i + kLeastCompoundPart <= word.size(); ++i) {
    KnownTerm first = Find(view, word.substr(0, i), tokenizer);
    if (first.symbols == 0) continue;
    KnownTerm second = Find(view, word.substr(i), tokenizer);
    if (second.symbols == 0) continue;
    const KnownTerm& rarer = first.symbols < second.symbols ? first : second;
    if (rarer.symbols > kMaxPushedNames || !SomeNameHolds(view, rarer.term, stem)) continue;
    return {std::move(first.term), std::move(second.term)};
  }
  return {};
}

std::optional<std::string> CompoundOf(const graph::ReadView& view, std::string_view first,
                                      std::string_view second, graph::Tokenizer& tokenizer) {
  if (first.size() < kLeastCompoundPart || second.size() < kLeastCompoundEnd) return std::nullopt;
  std::vector<std::string_view> stem;
  tokenizer.Append(first, stem);
  if (stem.size() != 1) return std::nullopt;
  const std::string joined = FoldedName(std::string(stem[0]) + std::string(second));
  KnownTerm whole = Find(view, joined, tokenizer);
  if (whole.symbols == 0 || !SomeNameHolds(view, whole.term, "")) return std::nullopt;
  return std::move(whole.term);
}

}  // namespace waymark::retrieval
