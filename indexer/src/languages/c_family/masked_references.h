// Recovers references from text that was masked before parsing.
#pragma once

#include <string_view>

#include "facts/facts_draft.h"
#include "syntax/rules.h"

namespace waymark::indexer {

// Adds references for the regions that are masked in `parsed` but not in the bytes of the draft;
// both have the same length. These are macros of C and C++ where no call can stand, names among
// their arguments, and names that a partial #if branch calls. Also adds the unconsumed identifiers
// (unconsumed_words.h). Runs after all definitions. O(bytes + definitions).
void ReadMaskedRegions(std::string_view parsed, const LanguageRules& language, FactsDraft& draft);

}  // namespace waymark::indexer
