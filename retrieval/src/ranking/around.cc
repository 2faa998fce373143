// The ranking of a question without words: the symbols asked about, and those that the walk finds
// from there.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "question/multipliers.h"
#include "question/question.h"
#include "ranking/candidates.h"
#include "ranking/ranking.h"
#include "retrieval/context.h"
#include "retrieval/declarations.h"
#include "traits/constants.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {
namespace {

// Candidates by static prior, the highest first, then in canonical order.
std::vector<Candidate> FocusOn(const graph::ReadView& view, const Multipliers& multipliers,
                               std::span<const SymbolId> focus) {
  std::vector<SymbolId> symbols;
  std::vector<Neighbor> scratch;
  symbols.reserve(focus.size());
  for (const SymbolId symbol : focus) symbols.push_back(DefinitionOf(view, symbol, scratch));
  std::sort(symbols.begin(), symbols.end());
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
  std::vector<Candidate> candidates;
  candidates.reserve(symbols.size());
  for (const SymbolId symbol : symbols) {
    candidates.push_back(MakeCandidate(view, symbol));
    candidates.back().lexical = multipliers.StaticPrior(symbol);
  }
  std::sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
    if (a.lexical != b.lexical) return a.lexical > b.lexical;
    return a.symbol != b.symbol && view.CompareCanonical(a.symbol, b.symbol) < 0;
  });
  return candidates;
}

}  // namespace

absl::StatusOr<ContextResult> RankAround(const graph::ReadView& view,
                                         std::span<const SymbolId> focus,
                                         const ContextOptions& options) {
  if (focus.empty()) {
    return absl::InvalidArgumentError("rank around symbols: no symbol is given");
  }
  Workspace own_workspace;
  Workspace& workspace = options.workspace == nullptr ? own_workspace : *options.workspace;
  Workspace::QueryBuffers& buffers = workspace.buffers();
  const AnalyzedQuestion no_words;
  const Multipliers multipliers(view, no_words, options.without);
  std::vector<Candidate> candidates = FocusOn(view, multipliers, focus);
  const std::size_t left_out =
      candidates.size() - std::min<std::size_t>(candidates.size(), kMaxFocus);
  candidates.resize(candidates.size() - left_out);
  buffers.slots.Reset(view.symbol_bound());
  for (std::uint32_t i = 0; i < candidates.size(); ++i) buffers.slots.Set(candidates[i].symbol, i);

  const std::size_t count = candidates.size();
  // No words say which members are meant, so the symbols asked about keep the order of their kinds.
  const WalkStart start{.test_code = TestCode::kIncluded,
                        .seeds = count,
                        .members_first = false,
                        .hubs = true,
                        .follow_hubs = true,
                        .without = options.without};
  Ranking ranking = RankCandidates(view, multipliers, start, {}, candidates, buffers);
  ContextResult result;
  result.not_followed = ranking.not_followed;
  result.ranking = std::move(ranking.symbols);
  for (RankedSymbol& ranked : result.ranking) {
    ranked.parts.focus = std::exchange(ranked.parts.lexical, 0);
  }
  if (options.max_symbols != 0 && result.ranking.size() > options.max_symbols) {
    result.ranking.resize(options.max_symbols);
  }
  result.omitted = left_out + count + ranking.found_by_walk - result.ranking.size();
  return result;
}

}  // namespace waymark::retrieval
