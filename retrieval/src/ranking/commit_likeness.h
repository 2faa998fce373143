// How much each commit of a history is like a question, by the words of its message and by the
// names that it changed.
//
//   like(c)  = sum over the terms of the question in the message of idf(t)^2 * emphasis(t)
//              / (|c| * |question|)                                                    a cosine
//   named(c) = sum over the terms of the question in changed names of (idf(t) * emphasis(t))^2
//              / |question|^2 / (1 + log2 names)
//
// with idf over commits. Words that no message has do not count.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/history.h"
#include "question/question.h"
#include "traits/commit_notes.h"

namespace waymark::retrieval {

struct CommitLikeness {
  std::uint32_t commit = 0;
  double like = 0;  // above 0
};

// like(c), the newest commit first. `notes` must follow the history. Cost: the commits with one of
// the terms.
std::vector<CommitLikeness> LikeMessages(const graph::History& history,
                                         const AnalyzedQuestion& question, CommitNotes& notes);

// named(c), likewise. Cost: the names of the history, each of which is split into words.
std::vector<CommitLikeness> LikeNames(const graph::History& history,
                                      const AnalyzedQuestion& question, CommitNotes& notes);

// The share of one of `count` files or names in what their commit is worth.
double PartOf(double worth, std::size_t count);

// Number of names that a commit changed.
std::size_t NamesChangedBy(const graph::History& history, std::uint32_t commit);

}  // namespace waymark::retrieval
