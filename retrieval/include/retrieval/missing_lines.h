// Places in a task that do not exist.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// The places that a task names by file and line (stack frames, compiler messages, addresses) and
// that do not exist: the file is in the view but has no such line, or the function of the frame
// lies on other lines: "src/app.py:999 of 120 lines", "src/app.py:12 outside of run". A place that
// fits several files is not reported. Cost: as RankForTask() for its places.
std::vector<std::string> MissingLines(const graph::ReadView& view, std::string_view task);

}  // namespace waymark::retrieval
