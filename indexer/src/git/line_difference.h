// The lines in which a text differs from its older state.
#pragma once

#include <string_view>
#include <vector>

#include "indexer/changed_lines.h"

namespace waymark::indexer {

// Ranges of the newer text from top to bottom; empty if the texts are equal. For removed lines the
// range is the line before them, or the first line. Myers' algorithm (libgit2's) runs between the
// first and the last line that differ: a commit changes few lines of a long file, and comparing all
// lines cost more than the rest of reading a history. Thread-safe.
std::vector<LineRange> DifferingLines(std::string_view older, std::string_view newer);

}  // namespace waymark::indexer
