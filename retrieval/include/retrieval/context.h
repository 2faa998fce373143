// Context: from a question in words to the symbols that matter, packed into a token budget.
//
// Pipeline, one stage per file: question -> candidates (one BM25F over all fields) -> multipliers
// -> cohesion -> walk -> ranking -> pack.
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

// How a question was understood; `--explain` shows it.
struct QuestionTerm {
  std::string term;  // stemmed
  std::string as_written;
  float weight = 0;  // with idf
  std::uint32_t document_frequency = 0;
};

struct Question {
  std::string text;
  std::vector<QuestionTerm> terms;
  // Identifier-like words as written: camelCase, snake_case, `quoted`, name(, a.b, A::b. In the
  // answer of a ranking also the identifiers that matched no symbol, each with its most similar
  // names.
  std::vector<std::string> identifiers;
  // Paths in the question that are a file of the view or the end of its path; then every
  // "path:line" that falls inside a symbol.
  std::vector<std::string> paths;
  bool about_tests = false;  // test code is then not ranked lower
  // Words as written that no code has, without weak words and parts of identifiers; in order of
  // their stems.
  std::vector<std::string> unknown_words = {};
  // Sums over the words: rarity times emphasis. A word that no code has is as rare as can be.
  double asked_weight = 0;
  double found_weight = 0;  // of the words that some code has

  // 0..1: how much of the question the index knows.
  float found_share() const {
    return asked_weight > 0 ? static_cast<float>(found_weight / asked_weight) : 1;
  }
};

// One symbol of a ranking. Scores are normalised so that the best symbol has 1. RankFor multiplies
// them by Question::found_share, so that an answer to a part of the question does not look certain.
struct RankedSymbol {
  SymbolId symbol = SymbolId::kNone;
  float score = 0;
  ScoreParts parts = {};
  // Edges from the nearest seed, 0 for seeds; kFarDistance if no path shorter than kDistanceHorizon
  // is known.
  std::uint32_t distance = 0;
  // The weakest provenance on a shortest path from a seed; structural for seeds and without a path.
  Provenance provenance = Provenance::kStructural;
  // Share of the score that rests on evidence, 0..1 in hundredths. Words in the source count fully.
  // The part of the walk counts with the confidence of the weakest edge on that path, and not at
  // all without a path.
  float confidence = 1;
};

struct ContextOptions {
  std::size_t max_symbols = 0;  // length of the ranking; 0: as long as it gets
  Parts without = {};           // parts of the ranking to leave out
  // History of the commits up to the view's commit; null: unknown.
  const graph::History* history = nullptr;
  const RelevanceJudgements* judgements = nullptr;  // relevance feedback; null: none
  const FileText* text = nullptr;  // finds quoted text; null: quotations are not searched
  // Polled between stages; Cancelled when it becomes true.
  const std::atomic<bool>* cancelled = nullptr;
  // Scratch memory to reuse; null: allocated for this call.
  Workspace* workspace = nullptr;
};

struct ContextResult {
  Question question;
  std::vector<RankedSymbol> ranking;  // best first
  // Further symbols that the question's words or the walk found: beyond max_symbols, with the same
  // name as a better one, or too weak to be weighed (kPoolSize, kMaxWalkOnly).
  std::uint64_t omitted = 0;
  // Edges of focus symbols that were not followed because the symbol has more than kMaxWalkDegree.
  // For joined rankings it is the largest of their counts, because several may leave out the same
  // edges.
  std::uint64_t not_followed = 0;
};

// Errors: InvalidArgument if the question has no usable word (the message says which were dropped),
// Cancelled. Deterministic: fixed-point sums, ties by canonical position. Cost: the postings of the
// question's terms plus the cost of its quotations (quoted.h).
absl::StatusOr<ContextResult> RankForTask(const graph::ReadView& view, std::string_view task,
                                          const ContextOptions& options);

// The same for a question without words: the symbols of `focus` come first, then those that the
// walk finds from there. Definitions stand for their declarations. If there are more than
// kMaxFocus, the kinds that rank highest are kept, then the first. InvalidArgument if `focus` is
// empty. Cost: that of the walk.
absl::StatusOr<ContextResult> RankAround(const graph::ReadView& view,
                                         std::span<const SymbolId> focus,
                                         const ContextOptions& options);

// Joins rankings whose scores cannot be compared, for several tasks or for a task and the
// surroundings of symbols, by reciprocal ranks (docs/ranking/fusion.md). Symbols in several
// rankings come first; such a symbol has the distance and confidence of the ranking in which it is
// nearest. The question holds the words of all. Without Part::kFusion only the first ranking is
// returned. REQUIRES: at least one ranking.
ContextResult JoinRankings(const graph::ReadView& view, std::vector<ContextResult> results,
                           Parts without = {});

// The subject of one answer: tasks, symbols, or both. At least one is given.
struct Inquiry {
  std::vector<std::string_view> tasks;
  std::vector<SymbolId> around;  // symbols that are named, or that belong to a file or change
  std::vector<SymbolId> named;   // symbols whose name is a whole task: these come first
};

// Ranks everything that an inquiry asks about and joins the rankings. Errors: those of the
// rankings.
absl::StatusOr<ContextResult> RankFor(const graph::ReadView& view, const Inquiry& inquiry,
                                      const ContextOptions& options);

// Packing. A level says how much of a symbol is shown. Each level includes the previous one, except
// that source stands in place of documentation.
enum class Fidelity : std::uint8_t {
  kPlace = 0,  // place and name
  kSignature = 1,
  kDocumentation = 2,
  kElided = 3,  // the part of the source that matters
  kBody = 4,    // the whole source
};
inline constexpr std::size_t kFidelityCount = 5;

std::string_view Name(
    Fidelity fidelity);  // "place", "signature", "documentation", "elided", "body"
std::optional<Fidelity> FidelityFromName(std::string_view name);

struct PackedSymbol {
  RankedSymbol ranked;
  Fidelity fidelity = Fidelity::kPlace;
  std::uint32_t most_lines = 0;  // most telling lines beside its head; 0: all of its elided source
};

struct PackedEdge {
  std::uint32_t source = 0;  // index into Pack::symbols
  std::uint32_t target = 0;
  EdgeType type = EdgeType::kCalls;
  EdgeRule rule = EdgeRule::kStructure;
};

struct Pack {
  std::vector<PackedSymbol> symbols;  // best first
  std::vector<PackedEdge> edges;      // between the symbols, by (source, target, type)
  std::uint32_t tokens = 0;           // of the whole encoded answer, counted on the final text
  std::uint32_t dropped = 0;          // ranked symbols that did not fit
  std::uint32_t shortened = 0;        // packed symbols that are not shown whole
  std::uint32_t dropped_edges = 0;    // edges among the packed symbols that did not fit
  std::uint32_t encoding = 0;         // index of the CostModel::encode call that counted it, from 0
  // Value of the chosen symbols and levels, and an upper bound of the value of any choice at these
  // prices.
  double value = 0;
  double best_value = 0;
};

// Prices of a pack in the format that will be sent. The caller supplies it, because retrieval knows
// no codec.
struct CostModel {
  // Upper bounds of the tokens that one symbol at a fidelity adds and that one edge adds. Nothing:
  // the symbol has no such level, or the level shows no more than the previous one, or the source
  // has no more lines than most_lines. Every symbol has name, place and signature.
  std::function<std::optional<std::uint32_t>(const PackedSymbol&)> symbol_bound;
  std::function<std::uint32_t(const PackedEdge&)> edge_bound;
  std::uint32_t fixed_bound = 0;  // header and metadata
  // Encodes the pack as it will be sent and counts its tokens exactly.
  std::function<absl::StatusOr<std::uint32_t>(const Pack& pack)> encode;
  // Unless null: called before the first pack is encoded, if the pack will show name, place and
  // signature of the best symbol whatever else it shows. An error ends packing with that error.
  std::function<absl::Status()> on_best_sure;
};

// The names of the best symbols, at most kFirstNames, come first, then texts and further names,
// greedily by value per token. If that leaves more than a tenth of the budget, telling lines of a
// source fill it. The pack never exceeds `budget_tokens`. It uses at least nine tenths of it,
// unless all fits or a line of source is larger than the room that is left. Edges take at most a
// fifth of the budget from symbols. If no symbol fits (smallest_pack.h), the pack has none; it is
// then the pack of the empty answer, which may itself exceed the budget. Without Part::kPacking,
// symbols are added in order with everything that can be shown of them, until one does not fit.
absl::StatusOr<Pack> PackRanking(const graph::ReadView& view, std::span<const RankedSymbol> ranking,
                                 std::uint32_t budget_tokens, const CostModel& cost,
                                 Parts without = {});

}  // namespace waymark::retrieval
