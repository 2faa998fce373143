#include "ranking/ranking.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/kinds.h"
#include "graph/languages.h"
#include "ranking/distances.h"
#include "ranking/diversity.h"
#include "ranking/hits.h"
#include "ranking/top_order.h"
#include "ranking/walk.h"
#include "retrieval/declarations.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

// Indices of the `count` candidates with the highest relevance, best first.
std::vector<std::uint32_t> BestByRelevance(const graph::ReadView& view,
                                           const std::vector<Candidate>& candidates,
                                           std::size_t count) {
  std::vector<std::uint32_t> best(candidates.size());
  for (std::uint32_t i = 0; i < best.size(); ++i) best[i] = i;
  count = std::min(count, best.size());
  const auto end = best.begin() + static_cast<std::ptrdiff_t>(count);
  std::partial_sort(best.begin(), end, best.end(), [&](std::uint32_t a, std::uint32_t b) {
    const double relevance_a = candidates[a].relevance();
    const double relevance_b = candidates[b].relevance();
    if (relevance_a != relevance_b) return relevance_a > relevance_b;
    return view.CompareCanonical(candidates[a].symbol, candidates[b].symbol) < 0;
  });
  best.erase(end, best.end());
  return best;
}

// One share per definition, the largest of its own and its declarations', in order of ids.
std::vector<WalkShare> FoldShares(const graph::ReadView& view, std::vector<WalkShare> shares) {
  std::vector<Neighbor> scratch;
  for (WalkShare& share : shares) share.symbol = DefinitionOf(view, share.symbol, scratch);
  std::sort(shares.begin(), shares.end(), [](const WalkShare& a, const WalkShare& b) {
    return a.symbol != b.symbol ? a.symbol < b.symbol : a.share > b.share;
  });
  const auto same_symbol = [](const WalkShare& a, const WalkShare& b) {
    return a.symbol == b.symbol;
  };
  shares.erase(std::unique(shares.begin(), shares.end(), same_symbol), shares.end());
  return shares;
}

void KeepLargest(const graph::ReadView& view, std::size_t count, std::vector<WalkShare>& shares) {
  if (shares.size() <= count) return;
  const auto end = shares.begin() + static_cast<std::ptrdiff_t>(count);
  std::nth_element(shares.begin(), end, shares.end(), [&](const WalkShare& a, const WalkShare& b) {
    if (a.share != b.share) return a.share > b.share;
    return a.symbol != b.symbol && view.CompareCanonical(a.symbol, b.symbol) < 0;
  });
  shares.erase(end, shares.end());
}

// Scales scores to the best one by words and surroundings.
void NormaliseByBest(std::vector<Candidate>& candidates) {
  double best = 0;
  for (const Candidate& candidate : candidates) best = std::max(best, candidate.relevance());
  for (Candidate& candidate : candidates) {
    candidate.lexical /= best;
    candidate.cohesion /= best;
  }
}

// A definition gets the largest share of it and its declarations.
void AddHistory(const graph::ReadView& view, const std::vector<HistoryShare>& history,
                const SymbolSlots& slots, std::vector<Candidate>& candidates) {
  std::vector<Neighbor> scratch;
  for (const HistoryShare& share : history) {
    const std::uint32_t slot = slots.Find(DefinitionOf(view, share.symbol, scratch));
    if (slot == SymbolSlots::kNone) continue;
    Candidate& candidate = candidates[slot];
    const double part = share.share * (candidate.lexical + candidate.cohesion);
    candidate.history = std::max(candidate.history, part);
  }
}

// Adds the walk's part to the candidates, and adds the best symbols that only the walk finds.
// Returns the number of the latter.
std::uint64_t AddWalk(const graph::ReadView& view, const Multipliers& multipliers,
                      std::vector<WalkShare> shares, const SymbolSlots& slots,
                      std::vector<Candidate>& candidates) {
  shares = FoldShares(view, std::move(shares));
  double largest = 0;
  for (const WalkShare& share : shares) largest = std::max(largest, share.share);
  const auto part = [largest](const WalkShare& share) {
    return kWalkWeight * std::sqrt(share.share / largest);
  };
  std::vector<WalkShare> walk_only;
  for (const WalkShare& share : shares) {
    const std::uint32_t slot = slots.Find(share.symbol);
    if (slot == SymbolSlots::kNone) {
      walk_only.push_back(share);
    } else {
      candidates[slot].walk = part(share);
    }
  }
  const std::uint64_t found = walk_only.size();
  KeepLargest(view, kMaxWalkOnly, walk_only);
  for (const WalkShare& share : walk_only) {
    candidates.push_back(MakeCandidate(view, share.symbol));
    candidates.back().walk = part(share) * std::min(1.0, multipliers.StaticPrior(share.symbol));
  }
  return found;
}

// Adds hub and authority shares to symbols around the seeds; the seeds keep their order. A
// declaration's share counts for its definition.
void AddHubs(const graph::ReadView& view, const Multipliers& multipliers,
             const std::vector<HubScore>& shares, std::vector<Candidate>& candidates) {
  std::vector<WalkShare> folded;
  folded.reserve(shares.size());
  for (const HubScore& share : shares) {
    folded.push_back({.symbol = share.symbol, .share = std::max(share.hub, share.authority)});
  }
  folded = FoldShares(view, std::move(folded));
  for (Candidate& candidate : candidates) {
    if (candidate.lexical > 0) continue;
    const auto at = std::lower_bound(
        folded.begin(), folded.end(), candidate.symbol,
        [](const WalkShare& share, SymbolId symbol) { return share.symbol < symbol; });
    if (at == folded.end() || at->symbol != candidate.symbol) continue;
    candidate.hubs =
        kHubWeight * at->share * std::min(1.0, multipliers.StaticPrior(candidate.symbol));
  }
}

RankedSymbol ToRanked(const Candidate& candidate, double best) {
  RankedSymbol ranked{.symbol = candidate.symbol};
  const double scale = candidate.diversity / best;
  ranked.parts.lexical = static_cast<float>(candidate.lexical * scale);
  ranked.parts.cohesion = static_cast<float>(candidate.cohesion * scale);
  ranked.parts.history = static_cast<float>(candidate.history * scale);
  ranked.parts.walk = static_cast<float>(candidate.walk * scale);
  ranked.parts.hubs = static_cast<float>(candidate.hubs * scale);
  ranked.score = static_cast<float>(candidate.score() / best);
  return ranked;
}

// The key of symbols of which only the best is shown: the parts of the qualified name and, except
// for types, the file. See RankCandidates.
struct SharedName {
  std::string_view scope;
  std::string_view separator;
  std::string_view name;
  FileId file = FileId::kNone;

  bool operator==(const SharedName&) const = default;
};

std::size_t HashOf(const SharedName& shared) {
  constexpr std::size_t kMix = 0x9E3779B97F4A7C15U;
  const std::hash<std::string_view> hash;
  return (hash(shared.scope) * kMix + hash(shared.name)) * kMix + ToIndex(shared.file);
}

SharedName SharedNameOf(const graph::ReadView& view, const Candidate& candidate) {
  const SymbolRow row = view.Symbol(candidate.symbol);
  const FileRow file = view.File(row.file);
  const FileId told = candidate.is_type ? FileId::kNone : row.file;
  if (row.kind == SymbolKind::kFile) {
    return {.scope = {}, .separator = {}, .name = file.path, .file = told};
  }
  const bool is_static = (row.flags & kSymbolStatic) != 0;
  const std::string_view separator =
      row.scope.empty() ? std::string_view() : Separator(file.language, row.kind, is_static);
  return {.scope = row.scope, .separator = separator, .name = row.name, .file = told};
}

// The names seen so far: an open-addressing table, because a ranking asks for thousands.
class SharedNames {
 public:
  // For at most `count` names.
  explicit SharedNames(std::size_t count) : slots_(std::bit_ceil(2 * count + 1), kFree) {
    names_.reserve(count);
  }

  // False if it is already there.
  bool Add(const SharedName& name) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = HashOf(name) & mask;
    for (; slots_[at] != kFree; at = (at + 1) & mask) {
      if (names_[slots_[at]] == name) return false;
    }
    slots_[at] = static_cast<std::uint32_t>(names_.size());
    names_.push_back(name);
    return true;
  }

 private:
  static constexpr std::uint32_t kFree = 0xFFFFFFFF;

  std::vector<std::uint32_t> slots_;
  std::vector<SharedName> names_;
};

// Indices of the candidates, best first. Without `with_duplicates` only the best candidate of each
// shared name is kept.
std::vector<std::uint32_t> OrderByScore(const graph::ReadView& view, bool with_duplicates,
                                        const std::vector<Candidate>& candidates) {
  std::vector<std::uint32_t> order(candidates.size());
  std::iota(order.begin(), order.end(), 0U);
  std::vector<ScoredIndex> scores = ScoresOf(candidates, order);
  std::sort(scores.begin(), scores.end(), [&](const ScoredIndex& a, const ScoredIndex& b) {
    if (a.score != b.score) return a.score > b.score;
    return view.CompareCanonical(candidates[a.index].symbol, candidates[b.index].symbol) < 0;
  });
  order.clear();
  SharedNames seen(scores.size());
  for (const ScoredIndex& scored : scores) {
    if (with_duplicates || seen.Add(SharedNameOf(view, candidates[scored.index]))) {
      order.push_back(scored.index);
    }
  }
  return order;
}

// Hundredths are precise enough to compare, and short to send.
float RankedConfidence(const RankedSymbol& ranked, double path_confidence) {
  constexpr double kHundred = 100;
  const double walk_share =
      ranked.score > 0 ? (ranked.parts.walk + ranked.parts.hubs) / ranked.score : 0;
  const double guessed = walk_share * (1 - path_confidence);
  return static_cast<float>(std::round(kHundred * (1 - guessed)) / kHundred);
}

void SetDistances(const graph::ReadView& view, const std::vector<SymbolId>& seeds,
                  const FollowedHubs& followed, std::vector<RankedSymbol>& ranking,
                  SymbolSlots& slots) {
  const std::vector<Reach> reached = DistancesFrom(view, seeds, followed, slots);
  for (RankedSymbol& ranked : ranking) {
    const std::uint32_t slot = slots.Find(ranked.symbol);
    ranked.distance = kFarDistance;
    ranked.confidence = RankedConfidence(ranked, 0);
    if (slot == SymbolSlots::kNone) continue;
    constexpr double kThousandths = 1000;
    ranked.distance = reached[slot].distance;
    ranked.provenance = ProvenanceOf(reached[slot].rule);
    ranked.confidence =
        RankedConfidence(ranked, ConfidenceThousandths(reached[slot].rule) / kThousandths);
  }
}

}  // namespace

Ranking RankCandidates(const graph::ReadView& view, const Multipliers& multipliers,
                       const WalkStart& start, const std::vector<HistoryShare>& history,
                       std::vector<Candidate>& candidates, Workspace::QueryBuffers& buffers) {
  Ranking ranking;
  if (candidates.empty()) return ranking;

  NormaliseByBest(candidates);
  AddHistory(view, history, buffers.slots, candidates);
  std::vector<WalkSeed> seeds;
  std::vector<SymbolId> seed_symbols;
  for (const std::uint32_t i : BestByRelevance(view, candidates, start.seeds)) {
    seeds.push_back(WalkSeed{.symbol = candidates[i].symbol, .weight = candidates[i].relevance()});
    seed_symbols.push_back(candidates[i].symbol);
  }

  const FollowedHubs followed =
      start.follow_hubs ? FollowedHubs(view, seed_symbols) : FollowedHubs();
  ranking.not_followed = followed.left_out();
  if (!start.without.Has(Part::kWalk)) {
    Transitions transitions(view, start.test_code, followed, start.without);
    ranking.found_by_walk =
        AddWalk(view, multipliers,
                WalkWithRestart(view, transitions, seeds, WalkOptions{}, buffers.walk_slots),
                buffers.slots, candidates);
  }

  if (start.hubs && !start.without.Has(Part::kHubs)) {
    AddHubs(view, multipliers, HitsAround(view, seed_symbols, buffers.walk_slots), candidates);
  }

  std::vector<std::uint32_t> order =
      OrderByScore(view, start.without.Has(Part::kDuplicates), candidates);
  if (!start.without.Has(Part::kDiversity)) AddDiversity(candidates, order);
  if (start.members_first && !start.without.Has(Part::kTopOrder)) {
    PutMembersFirst(candidates, order);
  }
  const double best = candidates[order[0]].score();
  ranking.symbols.reserve(order.size());
  for (const std::uint32_t i : order) ranking.symbols.push_back(ToRanked(candidates[i], best));
  SetDistances(view, seed_symbols, followed, ranking.symbols, buffers.walk_slots);
  return ranking;
}

}  // namespace waymark::retrieval
