// Reciprocal rank fusion: joins rankings whose scores cannot be compared.
//
//   score(d) = sum over the rankings that hold d of 1 / (kFusionOffset + rank of d, from 1)
//
// normalised so that the best has 1. What lessons say is a ranking whose shares are multiplied with
// what they say, which may be less than 0. Used where a question gives an order of its own, as a
// stack trace does; everything made of words stays in one BM25F, which fusion would only blur.
// Source: Cormack, Clarke & Buettcher 2009.
#pragma once

#include <span>
#include <vector>

#include "graph/read_view.h"
#include "ranking/learned_relevance.h"
#include "retrieval/context.h"

namespace waymark::retrieval {

// Joins a ranking, best first, with symbols that the question points at, best first and distinct,
// by their lines and by names that it nearly writes, and with what lessons say. What only the
// question or a lesson points at counts as a seed; what is said to be noise and is not ranked stays
// out. The parts of a score are scaled with what the ranking gives to it. Ties by canonical
// position. With none of these the ranking is as it was.
std::vector<RankedSymbol> Fuse(const graph::ReadView& view, std::vector<RankedSymbol> ranking,
                               std::span<const SymbolId> places, std::span<const SymbolId> similar,
                               std::span<const LearnedRelevance> learned);

// What an inquiry is to be ranked around; names that tasks consist of are exact names.
std::vector<SymbolId> FocusOf(const Inquiry& inquiry, Parts without);

}  // namespace waymark::retrieval
