// Names in a task that match no symbol.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// The identifiers of a task, as written, whose last component is no symbol's name: names of another
// repository, misspelt, deleted, or not written yet. Only identifiers of several words are returned
// ("parse_flux", "App.parse"), because one word may be prose. In order, distinct. Test ids whose
// file exists but has no such test follow. Cost: at most kMaxMentions look-ups.
std::vector<std::string> UnknownNames(const graph::ReadView& view, std::string_view task);

}  // namespace waymark::retrieval
