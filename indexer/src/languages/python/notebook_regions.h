// The Python in a Jupyter notebook (nbformat 4): the sources of its code cells.
#pragma once

#include <string_view>

#include "text/source_regions.h"

namespace waymark::indexer {

// One text of all code cells, in their order. Lines that are commands of IPython (%magic, !shell,
// name?) are left out, and cells that begin with a magic of another language (%%bash). Nothing of a
// notebook whose kernel is of another language, or of bytes that are no JSON. O(bytes); objects and
// arrays are followed down to kMaxNotebookDepth.
void ReadNotebook(std::string_view bytes, SourceRegions& regions);

inline constexpr int kMaxNotebookDepth = 64;

}  // namespace waymark::indexer
