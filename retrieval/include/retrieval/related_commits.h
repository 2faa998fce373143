// The commits that matter for a question and its answer: those whose messages or changed names are
// like the question, and those that changed the best symbols of the answer
// (docs/ranking/history.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "graph/history.h"
#include "graph/read_view.h"
#include "retrieval/context.h"
#include "retrieval/workspace.h"

namespace waymark::retrieval {

// Whether a task asks why or since when code is as it is, when it changed or who changed it, by its
// question words.
bool AsksAboutChange(std::string_view task);

struct RelatedCommit {
  std::uint32_t commit = 0;  // number in the history
  double score = 0;
  // The best symbols of the answer that it changed, in their order.
  std::vector<SymbolId> symbols = {};
};

// At most `count` commits, those that matter most first, of equal ones the newest first. None if
// all of the history matters too little. `answer` is the ranking for the inquiry, best first. A
// null workspace: memory of its own. Deterministic. Cost: the names of the history, the commits
// with words of the tasks, and the changes of the files of the best symbols.
std::vector<RelatedCommit> RelatedCommits(const graph::ReadView& view,
                                          const graph::History& history, const Inquiry& inquiry,
                                          std::span<const RankedSymbol> answer, std::size_t count,
                                          Workspace* workspace);

}  // namespace waymark::retrieval
