#include "bm25f.h"

#include "constants.h"
#include "fixed_point.h"

namespace waymark::retrieval {

Bm25f::Bm25f(ScoreArrays& arrays, std::uint32_t bound, std::uint64_t total_weight)
    : arrays_(arrays), total_weight_(total_weight) {
  arrays_.Grow(bound);
}

Bm25f::~Bm25f() {
  for (const SymbolId symbol : of_term_) arrays_.term_sum[ToIndex(symbol)] = 0;
  for (const SymbolId symbol : touched_) {
    arrays_.score[ToIndex(symbol)] = 0;
    arrays_.covered[ToIndex(symbol)] = 0;
  }
}

void Bm25f::FinishTerm(std::uint32_t weight) {
  constexpr std::uint64_t kK1 = static_cast<std::uint64_t>(kSaturation * kFixedOne);
  constexpr std::uint64_t kThreshold = static_cast<std::uint64_t>(kCoveredThreshold * kFixedOne);
  for (const SymbolId symbol : of_term_) {
    const std::uint32_t i = ToIndex(symbol);
    const std::uint64_t x = arrays_.term_sum[i];
    arrays_.term_sum[i] = 0;
    const std::uint64_t share = x * kFixedOne / (kK1 + x);
    const std::uint64_t gain = weight * share / kFixedOne;
    if (gain == 0) continue;
    if (arrays_.score[i] == 0) touched_.push_back(symbol);
    arrays_.score[i] += gain;
    if (share > kThreshold) arrays_.covered[i] += weight;
  }
  of_term_.clear();
}

void Bm25f::Scores(std::vector<LexicalScore>& out) const {
  out.clear();
  out.reserve(touched_.size());
  for (const SymbolId symbol : touched_) {
    const std::uint32_t i = ToIndex(symbol);
    const double coverage =
        static_cast<double>(arrays_.covered[i]) / static_cast<double>(total_weight_);
    out.push_back(LexicalScore{
        .symbol = symbol,
        .score = FromFixed(arrays_.score[i]) * (1 + kCoverageBoost * coverage),
    });
  }
}

}  // namespace waymark::retrieval
