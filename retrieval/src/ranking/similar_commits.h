// Files and symbols touched by the commits whose messages are most similar to the question.
//
//   like(c) = sum over shared terms of idf(t)^2 * emphasis(t) / (|c| * |question|)       a cosine
//   file(f) = sum over the kSimilarCommits most alike that touched f of like / (1 + log2 files)
//   name(f, n) = the same for those that touched n in f, over the names of the commit
//   beyond(f) = max(0, 1 - share of all commits that touched f * sum of like / file(f))
//   share(d) = kFileHistory * tanh(beyond * file) + kNameHistory * tanh(beyond * name)
//
// with idf over commits. Commits are separate documents: as a field of the symbols they touched,
// every symbol of a busy file would have all words. `beyond` removes the share that a busy file
// owes to chance.
#pragma once

#include <vector>

#include "graph/history.h"
#include "graph/read_view.h"
#include "question/question.h"
#include "traits/commit_notes.h"

namespace waymark::retrieval {

struct HistoryShare {
  SymbolId symbol = SymbolId::kNone;
  double share = 0;  // of the symbol's own relevance, to be added to it
};

// Returns the live symbols of touched files, ascending by id. `notes` may belong to another view.
// Cost: the terms and touches of the history, and the symbols of the files that similar commits
// touched.
std::vector<HistoryShare> SharesOfSimilarCommits(const graph::ReadView& view,
                                                 const graph::History& history,
                                                 const AnalyzedQuestion& question,
                                                 CommitNotes& notes);

}  // namespace waymark::retrieval
