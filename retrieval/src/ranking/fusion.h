// Reciprocal rank fusion: joins rankings whose scores cannot be compared.
//
//   score(d) = sum over the rankings that hold d of 1 / (kFusionOffset + rank of d, from 1)
//
// normalised so that the best has 1. Relevance feedback is a ranking whose shares are multiplied by
// its values, which may be negative. Fusion is used where a question gives an order of its own, as
// a stack trace does; all words stay in one BM25F, which fusion would only blur. Source: Cormack,
// Clarke & Buettcher 2009.
#pragma once

#include <span>
#include <vector>

#include "graph/read_view.h"
#include "ranking/learned_relevance.h"
#include "retrieval/context.h"

namespace waymark::retrieval {

// Joins a ranking, best first, with the symbols at lines in the question and with those of similar
// names, both best first and without duplicates, and with relevance feedback. A symbol that is only
// in these counts as a seed; an unranked symbol that was judged as noise stays out. The parts of a
// score are scaled with the ranking's share. Ties by canonical position. If all of these are empty,
// the ranking stays unchanged.
std::vector<RankedSymbol> Fuse(const graph::ReadView& view, std::vector<RankedSymbol> ranking,
                               std::span<const SymbolId> places, std::span<const SymbolId> similar,
                               std::span<const LearnedRelevance> learned);

// The symbols around which an inquiry is ranked; symbols whose name is a whole task belong to exact
// names.
std::vector<SymbolId> FocusOf(const Inquiry& inquiry, Parts without);

}  // namespace waymark::retrieval
