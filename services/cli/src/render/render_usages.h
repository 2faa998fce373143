// Answers about uses as text: the places with their lines of code, as compilers write places.
#pragma once

#include <string>

#include "services/verbs.h"

namespace waymark::services {

// Whether the text for the relation shows places, which the request must ask for (with_lines).
bool ShowsPlaces(retrieval::Relation relation);

// A sentence with the counts and the completeness, then a line for each place of
// UsagesAnswer::lines: PATH:LINE:COLUMN: CODE  (what it is, in the symbol around). Code of the
// product comes before tests, examples and generated code. Symbols and edges for relations without
// places.
std::string RenderUsages(const UsagesAnswer& answer, retrieval::Relation relation);

}  // namespace waymark::services
