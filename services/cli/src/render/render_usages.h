// Answers about uses as text: the places with their lines of code.
#pragma once

#include <string>

#include "output/screen.h"
#include "render/place_rows.h"
#include "services/verbs.h"

namespace waymark::services {

// Whether the text for the relation shows places, which the request must ask for (with_lines).
bool ShowsPlaces(retrieval::Relation relation);

// A sentence with the counts and the completeness, then the places of UsagesAnswer::lines
// (render/place_rows.h), each with what it is and the symbol around it. Code of the product comes
// before tests, examples and generated code. Symbols and edges for relations without places.
std::string RenderUsages(const UsagesRequest& request, const UsagesAnswer& answer,
                         const PathFinder& find_path, const Screen& screen);

}  // namespace waymark::services
