// The names with which the catalogue of a team store lists a view.
#pragma once

#include <vector>

#include "graph/read_view.h"
#include "services/name_catalogue.h"

namespace waymark::services {

// One list a role. Cost: a visit of all names and unresolved references, some 0.3 s for a million
// symbols.
std::vector<CataloguedNames> NamesOf(const graph::ReadView& view);

}  // namespace waymark::services
