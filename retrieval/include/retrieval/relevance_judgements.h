// Relevance feedback: users' judgements of answers. A judgement says that
// a symbol was needed for a task or that it was noise. It moves the symbol in the rankings of
// similar tasks:
//
//   like(q, l)  = sum over shared terms of idf^2 / sqrt(sum over q of idf^2 * sum over l of idf^2)
//   said(s)     = sum over the judgements of s with like >= kLeastJudgementLikeness of
//                 sign * weight of its source * like, limited to +-kExplicitWeight
//   score(s)    = its share by the ranking + said(s) / (kFusionOffset + its rank by |said|)
//
// The last line is that of rank fusion. So a repeated task puts needed symbols first and noise
// last, and a distant task moves them little. A judgement lapses when the text of its symbol or the
// code that encloses it changes, or when the symbol is gone. Source: the likeness is that of
// commits (docs/ranking/feedback.md); fusion by Cormack, Clarke & Buettcher 2009.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/ids.h"
#include "graph/read_view.h"
#include "retrieval/difference.h"

namespace waymark::retrieval {

inline constexpr std::size_t kMaxJudgementTerms = 32;  // the terms of the task with the most weight
inline constexpr std::size_t kMaxJudgementTaskBytes = 200;

enum class JudgementSource : std::uint8_t {
  kExplicit,  // a user judged the symbol
  kImplicit,  // the agent asked for the symbol after the answer
};

struct RelevanceJudgement {
  std::string task;                // the beginning of the text, for display
  std::vector<std::string> terms;  // of the task, stemmed; ascending, distinct
  SymbolIdentity symbol;
  std::string name;   // last component, used to find the symbol
  std::string shown;  // qualified name
  ContentHash text;   // hash of the symbol's text and its surroundings at the time
  bool useful = true;
  JudgementSource source = JudgementSource::kExplicit;

  bool operator==(const RelevanceJudgement&) const = default;
};

// Judgements, and the reader of the text of their symbols.
struct RelevanceJudgements {
  std::span<const RelevanceJudgement> said;
  FileText text;
};

// Makes a judgement of `symbol` for `task`; a declaration stands for its definition.
// InvalidArgument if the task has no usable word; FailedPrecondition if the text of the symbol is
// not the indexed one.
absl::StatusOr<RelevanceJudgement> MakeJudgement(const DifferenceSide& side, std::string_view task,
                                                 SymbolId symbol, bool useful,
                                                 JudgementSource source);

// The symbol of a judgement; nothing if the judgement has lapsed. Cost: one read of the symbol's
// file.
std::optional<SymbolId> SubjectOf(const DifferenceSide& side, const RelevanceJudgement& judgement);

}  // namespace waymark::retrieval
