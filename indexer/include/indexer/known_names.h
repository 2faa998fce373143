// Names that come with a language, so that nobody looks for them in a repository.
#pragma once

#include <string_view>

#include "graph/kinds.h"

namespace waymark::indexer {

// Whether the language defines the name without a declaration, or its built-in and standard types
// have a member of the name: `ValueError`, `toString`. Cost: linear in the names of the language.
bool IsKnownName(Language language, std::string_view name);

}  // namespace waymark::indexer
