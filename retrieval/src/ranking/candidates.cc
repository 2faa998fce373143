#include "ranking/candidates.h"

#include <algorithm>
#include <cstddef>
#include <functional>

#include "ranking/length_prior.h"
#include "traits/constants.h"
#include "traits/kind_traits.h"

namespace waymark::retrieval {
namespace {

// The order of scores: best first, then by canonical position.
struct BestFirst {
  const graph::ReadView& view;

  bool operator()(const LexicalScore& a, const LexicalScore& b) const {
    if (a.score != b.score) return a.score > b.score;
    return a.symbol != b.symbol && view.CompareCanonical(a.symbol, b.symbol) < 0;
  }
};

void KeepBest(const graph::ReadView& view, std::size_t count, std::vector<LexicalScore>& scores) {
  if (scores.size() <= count) return;
  const auto end = scores.begin() + static_cast<std::ptrdiff_t>(count);
  std::nth_element(scores.begin(), end, scores.end(), BestFirst{view});
  scores.erase(end, scores.end());
}

// Keeps the raw scores that multipliers may lift into the pool: the best ones, and those of symbols
// that the question names.
void KeepPromising(const graph::ReadView& view, const Multipliers& multipliers,
                   std::size_t pool_size, std::vector<LexicalScore>& scores) {
  const std::size_t count = pool_size * kRoughPoolFactor;
  if (scores.size() <= count) return;
  const auto named = multipliers.named();
  const auto is_named = [&](const LexicalScore& row) {
    const auto at = std::lower_bound(named.begin(), named.end(), row.symbol,
                                     [](const auto& n, SymbolId id) { return n.first < id; });
    return at != named.end() && at->first == row.symbol;
  };
  const auto end = scores.begin() + static_cast<std::ptrdiff_t>(count);
  std::nth_element(scores.begin(), end, scores.end(), BestFirst{view});
  scores.erase(
      std::remove_if(end, scores.end(), [&](const LexicalScore& row) { return !is_named(row); }),
      scores.end());
}

// Multiplies the scores. The factors of the first ones are looked up. A later score becomes 0 if
// even the largest factor could not lift it above the last of the pool.
void Multiply(const graph::ReadView& view, const Multipliers& multipliers, std::size_t pool_size,
              std::vector<LexicalScore>& scores) {
  const auto multiply = [&](LexicalScore& row) {
    const double static_prior = multipliers.StaticPrior(row.symbol);
    row.static_prior = static_cast<float>(static_prior);
    row.score *= multipliers.Of(row.symbol, static_prior);
  };
  const std::size_t first = 2 * pool_size;
  if (scores.size() <= first) {
    std::for_each(scores.begin(), scores.end(), multiply);
    return;
  }
  const auto middle = scores.begin() + static_cast<std::ptrdiff_t>(first);
  std::nth_element(scores.begin(), middle, scores.end(), BestFirst{view});
  std::vector<double> multiplied;
  multiplied.reserve(first);
  for (auto row = scores.begin(); row != middle; ++row) {
    multiply(*row);
    multiplied.push_back(row->score);
  }
  const auto last = multiplied.begin() + static_cast<std::ptrdiff_t>(pool_size - 1);
  std::nth_element(multiplied.begin(), last, multiplied.end(), std::greater<>());
  const double most = multipliers.Most();
  for (auto row = middle; row != scores.end(); ++row) {
    if (row->score * most < *last) {
      row->score = 0;
    } else {
      multiply(*row);
    }
  }
}

}  // namespace

std::vector<ScoredIndex> ScoresOf(const std::vector<Candidate>& candidates,
                                  const std::vector<std::uint32_t>& order) {
  std::vector<ScoredIndex> scores;
  scores.reserve(order.size());
  for (const std::uint32_t i : order) {
    scores.push_back({.score = candidates[i].score(), .index = i});
  }
  return scores;
}

Candidate MakeCandidate(const graph::ReadView& view, SymbolId symbol) {
  Candidate candidate{.symbol = symbol, .file = view.FileOf(symbol)};
  candidate.is_type = TraitsOf(view.Kind(symbol)).holds_members;
  const SymbolId parent = view.Parent(symbol);
  if (parent != SymbolId::kNone && TraitsOf(view.Kind(parent)).holds_members) {
    candidate.parent = parent;
  }
  return candidate;
}

std::vector<Candidate> CollectCandidates(const graph::ReadView& view,
                                         std::vector<LexicalScore>& scores,
                                         const Multipliers& multipliers, Parts without,
                                         std::size_t pool_size, SymbolSlots& slots) {
  KeepPromising(view, multipliers, pool_size, scores);
  Multiply(view, multipliers, pool_size, scores);
  KeepBest(view, pool_size, scores);
  if (!without.Has(Part::kLengthPrior)) {
    for (LexicalScore& row : scores) row.score *= LengthPrior(view, row.symbol);
  }

  slots.Reset(view.symbol_bound());
  std::vector<Candidate> candidates;
  candidates.reserve(scores.size());
  for (const LexicalScore& row : scores) {
    slots.Set(row.symbol, static_cast<std::uint32_t>(candidates.size()));
    candidates.push_back(MakeCandidate(view, row.symbol));
    candidates.back().lexical = row.score;
    candidates.back().static_prior = row.static_prior;
  }
  return candidates;
}

}  // namespace waymark::retrieval
