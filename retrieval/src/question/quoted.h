// What a question quotes, in quotes or behind a word for an error: symbols whose strings,
// documentation or comments hold the quoted words in their order, as the code that writes a message
// does. The index knows which words a symbol has and not their order, so that the source of the
// likeliest is read.
#pragma once

#include <atomic>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "retrieval/context.h"
#include "retrieval/difference.h"

namespace waymark::retrieval {

// A ranking to be joined with that of the task (JoinRankings): the symbols other than test code
// that hold the most words of a text in quotes in a row, without what they enclose; all of two to
// kWholeQuotedWords, of more at least kLeastQuotedShare, since values may stand between them; of as
// many by standing, then in canonical order. Empty when the task quotes no several words or no
// symbol has them. Cancelled by `cancelled`, which may be null. Cost: the postings of the quoted
// words, and the files of kMaxQuotationCandidates symbols for each of kMaxQuotations texts.
absl::StatusOr<std::vector<RankedSymbol>> RankQuoted(const graph::ReadView& view,
                                                     std::string_view task, const FileText& text,
                                                     const std::atomic<bool>* cancelled);

}  // namespace waymark::retrieval
