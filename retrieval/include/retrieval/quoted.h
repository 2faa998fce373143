// What a question quotes: symbols whose strings, documentation or comments hold the quoted words in
// their order, as the code that writes a message does. The index knows which words a symbol has and
// not their order, so that the source of the likeliest is read.
#pragma once

#include <string_view>

#include "graph/read_view.h"
#include "retrieval/context.h"
#include "retrieval/difference.h"

namespace waymark::retrieval {

// A ranking to be joined with that of the task (JoinRankings): the symbols other than test code
// that hold the most words of a text in quotes in a row, all of two to four, of more at least
// kLeastQuotedShare, since values may stand between them; of as many by standing, then in canonical
// order. Empty when the task quotes no several words or no symbol has them. Cost: the postings of
// the quoted words, and kMaxQuotationCandidates sources for each of kMaxQuotations texts.
ContextResult RankQuoted(const graph::ReadView& view, std::string_view task, const FileText& text);

}  // namespace waymark::retrieval
