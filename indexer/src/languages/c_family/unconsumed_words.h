// C and C++ identifiers that no extraction rule consumed.
#pragma once

#include "facts/facts_draft.h"

namespace waymark::indexer {

// Adds a reference by name alone (kByName, kUnconsumedIdentifier) for each word of code that is
// part of no other reference or definition: text that the preprocessor pastes or passes to other
// macros, code that the grammar could not read, nodes without a rule. So completeness stays honest.
// Left out are reserved words, variables and parameters where they are declared, labels, and names
// of attributes. A pasted name has a name of its own (graph/open_names.h). One per word and
// definition, after all references and bindings. Cost: linear in the bytes.
void AddUnconsumedWords(FactsDraft& draft);

}  // namespace waymark::indexer
