// Places of a task that are not there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Of the places that a task names by file and line (frames of traces, positions of compilers,
// addresses), those whose file is in the view and ends before that line: "src/app.py:999 of 120
// lines". Not where the function of a frame is found in the file, its line having moved, nor where
// several files could be meant. Cost: as of RankForTask() for its places.
std::vector<std::string> MissingLines(const graph::ReadView& view, std::string_view task);

}  // namespace waymark::retrieval
