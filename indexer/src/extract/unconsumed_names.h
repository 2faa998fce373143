// Identifiers of a syntax tree that nothing was made of.
#pragma once

#include "facts/facts_draft.h"
#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

// Adds a reference to what has the name, whatever it is (kByName, kUnconsumedIdentifier), for each
// identifier that is no part of another reference, of an import or of a definition: what no rule is
// for, what the grammar could not read, members of what nothing is known of. So no symbol is said
// to be used nowhere else while a word of its name stands unread. Left out are labels and keys,
// members of literals where those have none of the repository's, and what is declared: names of
// variables, parameters and type parameters, in the definition that declares them and inside of it.
// One a name and definition. Behind all references and bindings. Cost: linear in the nodes, and for
// each name that is left a look-up in kMaxFunctionLevels definitions at most.
void AddUnconsumedNames(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft);

}  // namespace waymark::indexer
