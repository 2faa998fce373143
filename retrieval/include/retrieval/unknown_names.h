// Names in a task that nothing is called.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// The identifiers of a task, as written, of which no symbol has the last component as its name:
// what is of another repository, misspelt, gone, or not written yet. Those of several words alone
// ("parse_flux", "App.parse"), since one word may be prose. In order, distinct. Behind them ids of
// tests that the file in them does not have. Cost: a look-up for each of kMaxMentions names at
// most.
std::vector<std::string> UnknownNames(const graph::ReadView& view, std::string_view task);

}  // namespace waymark::retrieval
