#include "ranking/bm25f.h"

#include "text/fixed_point.h"
#include "traits/constants.h"

namespace waymark::retrieval {

Bm25f::Bm25f(std::vector<ScoreCell>& cells, std::uint32_t bound, std::uint64_t total_weight)
    : cells_(cells), total_weight_(total_weight) {
  if (cells_.size() < bound) cells_.resize(bound);
}

Bm25f::~Bm25f() {
  for (const SymbolId symbol : of_term_) cells_[ToIndex(symbol)] = ScoreCell{};
  for (const SymbolId symbol : touched_) cells_[ToIndex(symbol)] = ScoreCell{};
}

void Bm25f::FinishTerm(std::uint32_t weight, FileWords* files) {
  constexpr std::uint64_t kK1 = static_cast<std::uint64_t>(kSaturation * kFixedOne);
  constexpr std::uint64_t kThreshold = static_cast<std::uint64_t>(kCoveredThreshold * kFixedOne);
  for (const SymbolId symbol : of_term_) {
    ScoreCell& cell = cells_[ToIndex(symbol)];
    const std::uint64_t x = cell.term_sum;
    cell.term_sum = 0;
    const std::uint64_t share = x * kFixedOne / (kK1 + x);
    const std::uint64_t gain = weight * share / kFixedOne;
    if (gain == 0) continue;
    if (cell.score == 0) touched_.push_back(symbol);
    if (files != nullptr) files->Add(symbol, static_cast<std::uint32_t>(gain));
    cell.score = SaturatingAdd(cell.score, gain);
    if (share > kThreshold) cell.covered = SaturatingAdd(cell.covered, weight);
  }
  if (files != nullptr) files->FinishTerm();
  of_term_.clear();
}

std::vector<LexicalScore> Bm25f::TakeScores(double coverage_boost) {
  std::vector<LexicalScore> scores;
  scores.reserve(touched_.size());
  for (const SymbolId symbol : touched_) {
    ScoreCell& cell = cells_[ToIndex(symbol)];
    const double coverage = static_cast<double>(cell.covered) / static_cast<double>(total_weight_);
    scores.push_back(LexicalScore{
        .symbol = symbol,
        .score = FromFixed(cell.score) * (1 + coverage_boost * coverage),
    });
    cell = ScoreCell{};
  }
  touched_.clear();
  return scores;
}

}  // namespace waymark::retrieval
