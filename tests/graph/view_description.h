// A view as text in canonical order, ids replaced by canonical numbers: two views of the same state
// have the same description, whatever their ids.
#pragma once

#include <string>
#include <vector>

#include "graph/read_view.h"

namespace waymark::graph {

// Every answer that a view gives. `words` are what is asked of terms, path terms and mentions
// besides the tokens of all names and signatures.
std::vector<std::string> Describe(const ReadView& view, const std::vector<std::string>& words);

}  // namespace waymark::graph
