// RelevanceJudgements: what users said of answers. A lesson tells that a symbol was needed for a
// task, or that it was noise, and moves it in the rankings of tasks that read alike:
//
//   like(q, l)  = sum over shared terms of idf^2 / sqrt(sum over q of idf^2 * sum over l of idf^2)
//   said(s)     = sum over the lessons about s with like >= kLeastLessonLikeness of
//                 sign * weight of its source * like, kToldWeight at most
//   score(s)    = its share by the ranking + said(s) / (kFusionOffset + its rank by |said|)
//
// the last as in rank fusion, so that a task asked again in the same words puts what was needed
// first and noise last, and a distant one moves them by little. A lesson ends when the text of its
// symbol or the code of what encloses this changes, or the symbol is gone.
// Source: likeness as of commits (docs/RANKING.md); fusion of Cormack, Clarke & Buettcher 2009.
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

inline constexpr std::size_t kMaxLessonTerms = 32;  // the heaviest of the task
inline constexpr std::size_t kMaxLessonTaskBytes = 200;

enum class JudgementSource : std::uint8_t {
  kTold,   // somebody said so
  kAsked,  // the symbol was asked for after the answer
};

struct RelevanceJudgement {
  std::string task;                // its first bytes, to be shown
  std::vector<std::string> terms;  // of the task, stemmed; ascending, distinct
  SymbolIdentity symbol;
  std::string name;   // last component, by which the symbol is found
  std::string shown;  // qualified name
  ContentHash text;   // of the symbol and what encloses it when it was said
  bool useful = true;
  JudgementSource source = JudgementSource::kTold;

  bool operator==(const RelevanceJudgement&) const = default;
};

// RelevanceJudgements and where the text of their symbols is read.
struct RelevanceJudgements {
  std::span<const RelevanceJudgement> said;
  FileText text;
};

// The lesson that `symbol`, or the definition of that declaration, was needed for `task` or not.
// InvalidArgument when the task has no usable word; FailedPrecondition when the text of the symbol
// is not what was indexed.
absl::StatusOr<RelevanceJudgement> MakeJudgement(const DifferenceSide& side, std::string_view task,
                                                 SymbolId symbol, bool useful,
                                                 JudgementSource source);

// What a lesson is about; nothing once it has ended. Cost: one read of the symbol's file.
std::optional<SymbolId> SubjectOf(const DifferenceSide& side, const RelevanceJudgement& lesson);

}  // namespace waymark::retrieval
