// One BM25F over every field of a symbol, stored or not.
//
//   x(t, d) = sum over fields f of  w_f * tf_f(t, d) / (1 - b + b * len_f(d) / mean_f)
//   S(d)    = sum over terms t of  weight(t) * x / (k1 + x)
//   S(d)   *= 1 + c * (weight of the terms with x / (k1 + x) > threshold) / (weight of all terms)
//
// The single saturation over the *summed* fields is essential: a term counts once however many
// fields repeat it. Channels (channels.h) fill x for one term at a time; all sums are fixed-point.
// Source: Robertson, Zaragoza & Taylor 2004; constants and the last factor, retrieval study,
// fields.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/ids.h"
#include "ranking/file_words.h"
#include "text/fixed_point.h"
#include "traits/constants.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {

struct LexicalScore {
  SymbolId symbol = SymbolId::kNone;
  float static_prior =
      1;  // the part of `score` that comes of kind and place, once it is multiplied
  double score = 0;
};

// Accumulates the scores of one question. The cells are all zero again at the end.
class Bm25f {
 public:
  // `cells` must be zero and grows to `bound`, that of the view. `total_weight` is the sum of the
  // weights of the terms that occur.
  Bm25f(std::vector<ScoreCell>& cells, std::uint32_t bound, std::uint64_t total_weight);
  ~Bm25f();
  Bm25f(const Bm25f&) = delete;
  Bm25f& operator=(const Bm25f&) = delete;

  // The share of an amount that the next calls of Add count, fixed point; kFixedOne at first.
  void CountShare(std::uint32_t share) { share_ = share; }

  // Adds to x of the current term: `amount` is w * tf / norm in fixed point.
  void Add(SymbolId symbol, std::uint64_t amount) {
    amount = amount * share_ / kFixedOne;
    std::uint32_t& sum = cells_[ToIndex(symbol)].term_sum;
    if (sum == 0 && amount != 0) of_term_.push_back(symbol);
    sum = SaturatingAdd(sum, amount);
  }

  // Saturates and weighs the amounts added since the last call, and adds them to `files` if it is
  // not null. Cost: O(symbols with an amount).
  void FinishTerm(std::uint32_t weight, FileWords* files = nullptr);

  // Returns every symbol with a positive score, in no particular order, and clears the scores.
  // Cost: O(symbols with a score).
  std::vector<LexicalScore> TakeScores(double coverage_boost = kCoverageBoost);

 private:
  std::vector<ScoreCell>& cells_;
  std::uint64_t total_weight_;
  std::uint64_t share_ = kFixedOne;
  std::vector<SymbolId> of_term_;
  std::vector<SymbolId> touched_;
};

}  // namespace waymark::retrieval
