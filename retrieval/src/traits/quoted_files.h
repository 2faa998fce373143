// Files that documentation quotes or that show how the code is used, and that nobody calls.
#pragma once

#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// By the index of a file, whether it lies in a directory of examples, snippets or documentation,
// however deep, of which nothing outside of the directory uses anything. Cost: one pass over the
// paths, and over the edges of such files.
std::vector<bool> QuotedFiles(const graph::ReadView& view);

}  // namespace waymark::retrieval
