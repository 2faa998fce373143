// Places of a task that are not there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Of the places that a task names by file and line (frames of traces, positions of compilers,
// addresses), those that are not there: whose file is in the view and has no such line, or has the
// function of the frame at others: "src/app.py:999 of 120 lines", "src/app.py:12 outside of run".
// Not where several files could be meant. Cost: as of RankForTask() for its places.
std::vector<std::string> MissingLines(const graph::ReadView& view, std::string_view task);

}  // namespace waymark::retrieval
