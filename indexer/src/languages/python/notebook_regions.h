// The Python code in a Jupyter notebook (nbformat 4): the sources of its code cells.
#pragma once

#include <string_view>

#include "text/source_regions.h"

namespace waymark::indexer {

// Joins all code cells into one text, in order. IPython commands (%magic, !shell, name?) and cells
// with a magic of another language (%%bash) are left out. Adds nothing for a notebook with another
// kernel or for invalid JSON. O(bytes); nesting is followed down to kMaxNotebookDepth.
void ReadNotebook(std::string_view bytes, SourceRegions& regions);

inline constexpr int kMaxNotebookDepth = 64;

}  // namespace waymark::indexer
