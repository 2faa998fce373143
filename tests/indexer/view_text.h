// A view written out, so that two of them can be compared line by line.
#pragma once

#include <string>
#include <vector>

#include "graph/read_view.h"

namespace waymark::testing {

// Every file, symbol, edge with its sites, and unresolved reference with its candidates, in
// canonical order. Ids, which may differ between equal views, do not show.
std::vector<std::string> TextOf(const graph::ReadView& view);

// The first line in which two texts differ, with some lines before it; empty when they are equal.
std::string FirstDifference(const std::vector<std::string>& expected,
                            const std::vector<std::string>& actual);

}  // namespace waymark::testing
