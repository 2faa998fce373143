// Which names come with a language, so that nobody has to look for them in a repository.
#pragma once

#include <string_view>

#include "graph/kinds.h"

namespace waymark::indexer {

// Whether the name needs no declaration in the language, or is one that values of its built-in and
// standard types have: `ValueError`, `toString`. Cost: linear in the names of the language.
bool IsKnownName(Language language, std::string_view name);

}  // namespace waymark::indexer
