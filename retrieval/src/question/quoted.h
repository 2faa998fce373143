// Quotations in a question: texts in quotes or after a word for an error. They match symbols whose
// strings, documentation or comments have the quoted words in order, as the code that writes a
// message does. The index knows which words a symbol has, but not their order, so the source of the
// most likely symbols is read.
#pragma once

#include <atomic>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "retrieval/context.h"
#include "retrieval/difference.h"

namespace waymark::retrieval {

// A ranking to be joined with that of the task (JoinRankings): the symbols outside test code with
// the longest run of consecutive words of a quoted text, without enclosed symbols. A text of two to
// kWholeQuotedWords words must match whole; of a longer one at least kLeastQuotedShare must match,
// because values may stand between the words. Equal runs are ordered by static prior, then
// canonically. Empty if the task has no quotation of several words or no symbol matches. Cancelled
// by `cancelled`, which may be null. Cost: the postings of the quoted words, and the files of
// kMaxQuotationCandidates symbols for each of kMaxQuotations texts.
absl::StatusOr<std::vector<RankedSymbol>> RankQuoted(const graph::ReadView& view,
                                                     std::string_view task, const FileText& text,
                                                     const std::atomic<bool>* cancelled);

}  // namespace waymark::retrieval
