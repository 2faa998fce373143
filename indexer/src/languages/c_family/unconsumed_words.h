// Words of C and C++ that nothing was made of.
#pragma once

#include "facts/facts_draft.h"

namespace waymark::indexer {

// Adds a reference to what has the name, whatever it is (kByName, kUnconsumedIdentifier), for each
// word of code that is no part of another reference or of a definition: what the preprocessor
// pastes together or hands to other macros, what the grammar could not read, what no rule is for.
// Left out are words that the language reserves, variables and parameters where they are declared,
// labels, and the names of attributes. What a macro pastes together has a name of its own
// (graph/pasted_name.h). One a word and definition. Behind all references and bindings. Cost:
// linear in the bytes.
void AddUnconsumedWords(FactsDraft& draft);

}  // namespace waymark::indexer
