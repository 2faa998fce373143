// What the grammar was not given to read.
#pragma once

#include <string_view>

#include "facts/facts_draft.h"
#include "syntax/rules.h"

namespace waymark::indexer {

// Adds references of what is blank in `parsed` and not in the bytes of the draft, both of the same
// length: macros of C and C++ that stand where no call can, names among their arguments, and names
// that a branch of #if calls which is no whole statement; and of words that nothing was made of
// (unconsumed_words.h). Behind all definitions.
// O(bytes + definitions).
void ReadMaskedRegions(std::string_view parsed, const LanguageRules& language, FactsDraft& draft);

}  // namespace waymark::indexer
