#include "retrieval/explain.h"

#include <algorithm>

#include "graph/status.h"
#include "multipliers.h"
#include "question.h"
#include "retrieval/declarations.h"

namespace waymark::retrieval {
namespace {

std::uint32_t RankOf(SymbolId symbol, const std::vector<RankedSymbol>& ranking) {
  const auto at = std::find_if(ranking.begin(), ranking.end(),
                               [&](const RankedSymbol& r) { return r.symbol == symbol; });
  return at == ranking.end() ? 0 : static_cast<std::uint32_t>(at - ranking.begin()) + 1;
}

Parts AllBut(Part kept, Parts without) {
  Parts parts = without;
  for (const PartRow& row : AllParts()) parts.Add(row.part);
  if (!without.Has(Part::kStanding)) parts.Remove(Part::kStanding);
  if (!without.Has(kept)) parts.Remove(kept);
  return parts;
}

}  // namespace

absl::StatusOr<SymbolStanding> ExplainSymbol(const graph::ReadView& view, std::string_view task,
                                             SymbolId symbol, const ContextOptions& options) {
  std::vector<Neighbor> scratch;
  const SymbolId definition = DefinitionOf(view, symbol, scratch);
  WM_ASSIGN_OR_RETURN(const AnalyzedQuestion analyzed, AnalyzeQuestion(view, task));
  const Multipliers multipliers(view, analyzed, options.without);
  SymbolStanding result;
  result.standing = multipliers.Standing(definition);
  result.named = multipliers.Of(definition) / result.standing;

  ContextOptions whole = options;
  whole.max_symbols = 0;
  const auto rank_without = [&](Parts without) -> absl::StatusOr<std::vector<RankedSymbol>> {
    ContextOptions some = whole;
    some.without = without;
    WM_ASSIGN_OR_RETURN(ContextResult ranked, RankForTask(view, task, some));
    return std::move(ranked.ranking);
  };
  WM_ASSIGN_OR_RETURN(const std::vector<RankedSymbol> ranking, rank_without(options.without));
  result.rank = RankOf(definition, ranking);
  result.ranked = static_cast<std::uint32_t>(ranking.size());
  if (result.rank != 0) result.scores = ranking[result.rank - 1];
  for (const PartRow& row : AllParts()) {
    if (row.is_channel) {
      WM_ASSIGN_OR_RETURN(const std::vector<RankedSymbol> alone,
                          rank_without(AllBut(row.part, options.without)));
      result.alone.push_back({row.part, RankOf(definition, alone)});
    }
    Parts without = options.without;
    without.Add(row.part);
    WM_ASSIGN_OR_RETURN(const std::vector<RankedSymbol> rest, rank_without(without));
    result.without.push_back({row.part, RankOf(definition, rest)});
  }
  return result;
}

}  // namespace waymark::retrieval
