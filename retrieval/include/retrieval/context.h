// Context: from a question in words to the symbols that matter, packed into a token budget.
//
// Pipeline, one stage a file: question -> candidates (one BM25F over all fields) -> multipliers ->
// cohesion -> walk -> ranking -> pack.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/history.h"
#include "graph/read_view.h"
#include "retrieval/ranking_parts.h"
#include "retrieval/relevance_judgements.h"
#include "retrieval/score_parts.h"
#include "retrieval/workspace.h"

namespace waymark::retrieval {

// What was understood of a question; shown by --explain.
struct QuestionTerm {
  std::string term;  // stemmed
  std::string as_written;
  float weight = 0;  // idf included
  std::uint32_t document_frequency = 0;
};

struct Question {
  std::string text;
  std::vector<QuestionTerm> terms;
  // Identifier-like words as written: camelCase, snake_case, `quoted`, name(, a.b, A::b. Of a
  // ranking, then those that nothing is called with the names that are like them.
  std::vector<std::string> identifiers;
  // That are files of the view, or ends of their paths; then "path:line" where that is in a symbol.
  std::vector<std::string> paths;
  bool about_tests = false;  // test code is not ranked down
};

// One symbol of a ranking. Scores are normalised so that the best has 1.
struct RankedSymbol {
  SymbolId symbol = SymbolId::kNone;
  float score = 0;
  ScoreParts parts = {};
  // Edges from the nearest seed, 0 for seeds; kFarDistance when no path of fewer than
  // kDistanceHorizon is known.
  std::uint32_t distance = 0;
  // Weakest way on a shortest path from a seed; structural for seeds and where no path was found.
  Provenance provenance = Provenance::kStructural;
  // Share of the score that rests on facts, 0..1 in hundredths: words of the source count whole,
  // what the walk added by the confidence of the weakest edge of that path, and not at all where no
  // path was found.
  float confidence = 1;
};

struct ContextOptions {
  std::size_t max_symbols = 0;  // length of the ranking; 0: as long as it gets
  Parts without = {};           // left out of the ranking
  // Of the commits up to the view's; null: not known.
  const graph::History* history = nullptr;
  const RelevanceJudgements* lessons = nullptr;  // null: nobody said anything
  const FileText* text = nullptr;  // to look for what is quoted; null: it is not looked for
  // Polled between stages; Cancelled when it becomes true.
  const std::atomic<bool>* cancelled = nullptr;
  // Scratch memory to use again; null: allocated for this call.
  Workspace* workspace = nullptr;
};

struct ContextResult {
  Question question;
  std::vector<RankedSymbol> ranking;  // best first
  // Symbols that the question's words or the walk found as well: beyond max_symbols, of the same
  // name as a better one, or too weak to be weighed (kPoolSize, kMaxWalkOnly).
  std::uint64_t omitted = 0;
  // Edges of symbols asked about that were not looked at: these have over kMaxWalkDegree. Where
  // rankings are joined, the most that one of them left out, since others may leave out the same.
  std::uint64_t not_followed = 0;
};

// Errors: InvalidArgument when the question has no usable word (the message says what was dropped).
// Cancelled by `cancelled`. Deterministic: fixed-point sums, ties by canonical position. Cost:
// postings of the question's terms, and what its quotations cost (quoted.h).
absl::StatusOr<ContextResult> RankForTask(const graph::ReadView& view, std::string_view task,
                                          const ContextOptions& options);

// The same for a question without words: `focus`, what it is about, comes first, then what the walk
// from there finds. Symbols stand for their definitions; of more than kMaxFocus those of the kinds
// that rank highest are kept, then the first. InvalidArgument when `focus` is empty. Cost: the
// walk.
absl::StatusOr<ContextResult> RankAround(const graph::ReadView& view,
                                         std::span<const SymbolId> focus,
                                         const ContextOptions& options);

// One ranking of several whose scores cannot be compared: of several tasks, or of a task and of
// what is around symbols, by the reciprocal ranks (docs/RANKING.md, Fusion). What several of them
// hold comes first; it is as near and as sure as in the nearest of them. The question has what was
// understood of each. REQUIRES: at least one.
// Without Part::kFusion the first stands alone.
ContextResult JoinRankings(const graph::ReadView& view, std::vector<ContextResult> results,
                           Parts without = {});

// What one answer is about: tasks, and what is around symbols. One of them at least.
struct Inquiry {
  std::vector<std::string_view> tasks;
  std::vector<SymbolId> around;  // what is named, or of a file or change
  std::vector<SymbolId> named;   // what a task consists of the name of: around that, and it first
};

// The rankings of all that an inquiry is about, joined. Errors as of those.
absl::StatusOr<ContextResult> RankFor(const graph::ReadView& view, const Inquiry& inquiry,
                                      const ContextOptions& options);

// Packing. A level is how much of a symbol is shown; each holds what the one before it does, but
// that the source stands in place of what documentation says of it.
enum class Fidelity : std::uint8_t {
  kPlace = 0,  // and name
  kSignature = 1,
  kDocumentation = 2,
  kElided = 3,  // its source, without what is nested in it, or the first lines of that
  kBody = 4,    // all of its source
};
inline constexpr std::size_t kFidelityCount = 5;

std::string_view Name(
    Fidelity fidelity);  // "place", "signature", "documentation", "elided", "body"
std::optional<Fidelity> FidelityFromName(std::string_view name);

struct PackedSymbol {
  RankedSymbol ranked;
  Fidelity fidelity = Fidelity::kPlace;
  std::uint32_t most_lines = 0;  // of its elided source; 0: all of them
};

struct PackedEdge {
  std::uint32_t source = 0;  // index into Pack::symbols
  std::uint32_t target = 0;
  EdgeType type = EdgeType::kCalls;
  EdgeRule rule = EdgeRule::kStructure;
};

struct Pack {
  std::vector<PackedSymbol> symbols;  // best first
  std::vector<PackedEdge> edges;      // among them, by (source, target, type)
  std::uint32_t tokens = 0;           // of the whole encoded answer, counted on the final text
  std::uint32_t dropped = 0;          // ranked symbols that did not fit
  std::uint32_t shortened = 0;        // packed symbols of which there is more to show
  std::uint32_t dropped_edges = 0;    // edges among the packed symbols that did not fit
  std::uint32_t encoding = 0;         // which call of CostModel::encode counted it, from 0
  // Of the choice of symbols and levels: what it is worth, and what no choice at these prices is
  // worth more than.
  double value = 0;
  double best_value = 0;
};

// What a pack costs in the format that will be sent. Supplied by the caller, since retrieval knows
// no codec.
struct CostModel {
  // Upper bound of the tokens that one symbol at a fidelity adds, and that one edge adds. Nothing:
  // the symbol has no such level, it shows no more than the one before, or there are no more lines
  // than the most. Name, place and signature are had of every symbol.
  std::function<std::optional<std::uint32_t>(const PackedSymbol&)> symbol_bound;
  std::function<std::uint32_t(const PackedEdge&)> edge_bound;
  std::uint32_t fixed_bound = 0;  // header and metadata
  // Encodes the pack as it will be sent and counts its tokens exactly.
  std::function<absl::StatusOr<std::uint32_t>(const Pack& pack)> encode;
};

// The names of the kFirstNames best come first, then texts and further names, greedily by worth per
// token. Where these leave more than a tenth of the budget, the beginning of a source fills it.
// Never over `budget_tokens`, and at least nine tenths of it used unless everything fits or a line
// of source is larger than what is left. Edges take at most a fifth of the budget from symbols.
// Where no symbol fits (smallest_pack.h), the pack has none: that of the empty answer, whether that
// fits or not. Without Part::kPacking each symbol in its order with all that is shown of it, until
// one does not fit.
absl::StatusOr<Pack> PackRanking(const graph::ReadView& view, std::span<const RankedSymbol> ranking,
                                 std::uint32_t budget_tokens, const CostModel& cost,
                                 Parts without = {});

}  // namespace waymark::retrieval
