#include "ranking/diversity.h"

#include <algorithm>
#include <unordered_map>

#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

std::uint64_t OwnerOf(const Candidate& candidate) {
  constexpr std::uint64_t kIsFile = std::uint64_t{1} << 32;
  if (candidate.parent != SymbolId::kNone) return ToIndex(candidate.parent);
  return kIsFile | ToIndex(candidate.file);
}

}  // namespace

void AddDiversity(std::vector<Candidate>& candidates, std::vector<std::uint32_t>& order) {
  std::unordered_map<std::uint64_t, std::uint32_t> ranked;
  ranked.reserve(order.size());
  for (const std::uint32_t i : order) {
    const std::uint32_t before = ranked[OwnerOf(candidates[i])]++;
    candidates[i].diversity = 1 / (1 + kDiversityLoss * before);
  }
  std::vector<ScoredIndex> scores = ScoresOf(candidates, order);
  std::stable_sort(scores.begin(), scores.end(),
                   [](const ScoredIndex& a, const ScoredIndex& b) { return a.score > b.score; });
  std::transform(scores.begin(), scores.end(), order.begin(),
                 [](const ScoredIndex& scored) { return scored.index; });
}

}  // namespace waymark::retrieval
