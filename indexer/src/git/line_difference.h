// Which lines of a text differ from its older state.
#pragma once

#include <string_view>
#include <vector>

#include "indexer/changed_lines.h"

namespace waymark::indexer {

// Ranges of the newer text from top to bottom, empty when the texts are equal. Where lines were
// only removed it is the line before them, or the first. By the algorithm of Myers (libgit2's),
// between the first line that differs and the last: a commit changes few lines of a long file, and
// to compare all others cost more than all else of reading a history. Thread-safe.
std::vector<LineRange> DifferingLines(std::string_view older, std::string_view newer);

}  // namespace waymark::indexer
