#include "retrieval/explain.h"

#include <algorithm>
#include <utility>

#include "graph/status.h"
#include "question/multipliers.h"
#include "question/question.h"
#include "ranking/distances.h"
#include "ranking/fusion.h"
#include "ranking/transitions.h"
#include "retrieval/declarations.h"
#include "traits/constants.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {
namespace {

std::uint32_t RankOf(SymbolId symbol, const std::vector<RankedSymbol>& ranking) {
  const auto at = std::find_if(ranking.begin(), ranking.end(),
                               [&](const RankedSymbol& r) { return r.symbol == symbol; });
  return at == ranking.end() ? 0 : static_cast<std::uint32_t>(at - ranking.begin()) + 1;
}

// The parts left out of a ranking by one channel alone.
Parts AllBut(Part kept, Parts without) {
  Parts parts = without;
  for (const PartRow& row : AllParts()) {
    if (row.role != PartRole::kBasis && row.part != kept) parts.Add(row.part);
  }
  return parts;
}

std::vector<ScorePartRank> RanksByPart(const RankedSymbol& symbol,
                                       const std::vector<RankedSymbol>& ranking) {
  std::vector<ScorePartRank> ranks;
  for (const ScorePartRow& row : kScoreParts) {
    const float own = symbol.parts.*row.part;
    if (own == 0) continue;
    const auto better = std::count_if(ranking.begin(), ranking.end(), [&](const RankedSymbol& r) {
      return r.parts.*row.part > own;
    });
    ranks.push_back({&row, static_cast<std::uint32_t>(better) + 1});
  }
  return ranks;
}

PathEdge ToPathEdge(const graph::ReadView& view, SymbolId from, const LastStep& last_step) {
  std::vector<Neighbor> neighbors;
  view.Out(from, neighbors);
  const bool is_forward = std::any_of(neighbors.begin(), neighbors.end(), [&](const Neighbor& n) {
    return n.symbol == last_step.symbol && n.type == last_step.type;
  });
  PathEdge step{.source = view.QualifiedName(from),
                .type = last_step.type,
                .target = view.QualifiedName(last_step.symbol)};
  if (!is_forward) std::swap(step.source, step.target);
  return step;
}

// The path from the nearest symbol with distance 0 in the ranking; empty if the seed near `ranked`
// is not ranked itself.
std::vector<PathEdge> PathFromSeed(const graph::ReadView& view, const RankedSymbol& ranked,
                                   const Inquiry& inquiry,
                                   const std::vector<RankedSymbol>& ranking) {
  if (ranked.distance == 0 || ranked.distance == kFarDistance) return {};
  std::vector<SymbolId> seeds;
  for (const RankedSymbol& other : ranking) {
    if (other.distance == 0) seeds.push_back(other.symbol);
  }
  const bool has_focus = !FocusOf(inquiry, {}).empty();
  const FollowedHubs followed = has_focus ? FollowedHubs(view, seeds) : FollowedHubs();
  SymbolSlots slots;
  std::vector<LastStep> last_steps;
  const std::vector<Reach> reached = DistancesFrom(view, seeds, followed, slots, &last_steps);
  std::uint32_t slot = slots.Find(ranked.symbol);
  if (slot == SymbolSlots::kNone || reached[slot].distance != ranked.distance) return {};
  std::vector<PathEdge> path;
  for (; last_steps[slot].from != slot; slot = last_steps[slot].from) {
    path.push_back(ToPathEdge(view, last_steps[last_steps[slot].from].symbol, last_steps[slot]));
  }
  std::reverse(path.begin(), path.end());
  return path;
}

// Splits an inquiry into single ones.
std::vector<Inquiry> Separate(const Inquiry& inquiry, Parts without) {
  std::vector<Inquiry> each;
  for (const std::string_view task : inquiry.tasks) {
    each.push_back({.tasks = {task}, .around = {}, .named = {}});
  }
  std::vector<SymbolId> focus = FocusOf(inquiry, without);
  if (!focus.empty()) each.push_back({.tasks = {}, .around = std::move(focus), .named = {}});
  return each;
}

// The ranking of the inquiry without some parts.
absl::StatusOr<std::vector<RankedSymbol>> RankingOf(const graph::ReadView& view,
                                                    const Inquiry& inquiry, ContextOptions options,
                                                    Parts without) {
  options.max_symbols = 0;
  options.without = without;
  WM_ASSIGN_OR_RETURN(ContextResult ranked, RankFor(view, inquiry, options));
  return std::move(ranked.ranking);
}

absl::StatusOr<InquiryRank> RankIn(const graph::ReadView& view, const Inquiry& one, SymbolId symbol,
                                   const ContextOptions& options) {
  InquiryRank found;
  WM_ASSIGN_OR_RETURN(const std::vector<RankedSymbol> ranking,
                      RankingOf(view, one, options, options.without));
  found.rank = RankOf(symbol, ranking);
  found.ranked = static_cast<std::uint32_t>(ranking.size());
  AnalyzedQuestion analyzed;
  if (!one.tasks.empty()) {
    found.task = one.tasks.front();
    WM_ASSIGN_OR_RETURN(analyzed, AnalyzeQuestion(view, found.task, options.without));
  }
  const Multipliers multipliers(view, analyzed, options.without);
  found.static_prior = multipliers.StaticPrior(symbol);
  found.named = multipliers.Of(symbol) / found.static_prior;
  return found;
}

}  // namespace

absl::StatusOr<SymbolRanking> ExplainSymbol(const graph::ReadView& view, const Inquiry& inquiry,
                                            SymbolId symbol, const ContextOptions& options) {
  std::vector<Neighbor> scratch;
  const SymbolId definition = DefinitionOf(view, symbol, scratch);
  SymbolRanking result;
  WM_ASSIGN_OR_RETURN(const std::vector<RankedSymbol> ranking,
                      RankingOf(view, inquiry, options, options.without));
  result.rank = RankOf(definition, ranking);
  result.ranked = static_cast<std::uint32_t>(ranking.size());
  if (result.rank != 0) {
    result.scores = ranking[result.rank - 1];
    result.part_ranks = RanksByPart(result.scores, ranking);
    result.path = PathFromSeed(view, result.scores, inquiry, ranking);
  }
  const std::vector<SymbolId> focus = FocusOf(inquiry, options.without);
  result.is_asked_about = std::any_of(focus.begin(), focus.end(), [&](SymbolId named) {
    return DefinitionOf(view, named, scratch) == definition;
  });
  for (const Inquiry& one : Separate(inquiry, options.without)) {
    WM_ASSIGN_OR_RETURN(result.rankings.emplace_back(), RankIn(view, one, definition, options));
  }
  const Inquiry tasks{.tasks = inquiry.tasks, .around = {}, .named = {}};
  for (const PartRow& row : AllParts()) {
    const bool is_used =
        (row.in_words && !inquiry.tasks.empty()) || (row.in_around && !focus.empty());
    if (!is_used) continue;
    if (row.role == PartRole::kChannel) {
      WM_ASSIGN_OR_RETURN(const std::vector<RankedSymbol> alone,
                          RankingOf(view, tasks, options, AllBut(row.part, options.without)));
      result.alone.push_back({row.part, RankOf(definition, alone)});
    }
    Parts without = options.without;
    without.Add(row.part);
    WM_ASSIGN_OR_RETURN(const std::vector<RankedSymbol> rest,
                        RankingOf(view, inquiry, options, without));
    result.without.push_back({row.part, RankOf(definition, rest)});
  }
  return result;
}

}  // namespace waymark::retrieval
