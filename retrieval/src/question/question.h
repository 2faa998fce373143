// Turns the words of a question into weighted terms.
//
//   weight(t) = idf(t) * (1 + ln tf) * class * line * repository * part
//   idf(t)    = ln(1 + (N - df + .5) / (df + .5)), N and df over symbols outside test code and
//               documents
//
// with class .5 for weak words, line .5 for words that occur only after the first line, repository
// .3 for words of the repository's own name, and part .5 for parts of words that names of the
// repository write as two (compounds.h). Hard stop words are dropped. Being in a file that the
// question names counts like a term that only the symbols of those files have. Source: retrieval
// study, tokeniser; the line and the files were measured here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "retrieval/context.h"

namespace waymark::retrieval {

struct AnalyzedQuestion {
  Question question;                   // terms: heaviest first, then by term
  std::vector<std::uint32_t> weights;  // of question.terms, fixed point (fixed_point.h)
  std::vector<double> emphasis;        // of question.terms: the factors of the weight beside idf
  std::vector<FileId> files;           // that question.paths name, ascending, distinct
  std::vector<FileId> scope_files;     // of the part that its subject is about, ascending, distinct
  std::uint32_t files_weight = 0;      // of being in one of them, as of a term; fixed point
  std::vector<SymbolId> places;        // tests by their ids, then symbols at lines, innermost first
};

// The text of a task up to kMaxQuestionBytes, with places rewritten to the forms that are
// recognised.
std::string TextOfTask(const graph::ReadView& view, std::string_view task, Parts without = {});

// InvalidArgument if no word is left to look up and no file, place or single name is found.
absl::StatusOr<AnalyzedQuestion> AnalyzeQuestion(const graph::ReadView& view, std::string_view task,
                                                 Parts without = {});

// idf of a term that so many symbols have.
double InverseDocumentFrequency(const graph::ReadView& view, std::uint32_t document_frequency);

// idf(t), with df 0 for a term that no symbol has. Cost: its postings.
double TermIdf(const graph::ReadView& view, const std::string& term);

}  // namespace waymark::retrieval
