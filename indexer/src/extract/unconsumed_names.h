// Identifiers of a syntax tree that no rule consumed.
#pragma once

#include "facts/facts_draft.h"
#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

// Adds a reference by name alone (kByName, kUnconsumedIdentifier) for each identifier that is part
// of no other reference, import or definition: nodes without a rule, code that the grammar could
// not read, members of unknown objects. So no symbol counts as unused while a word of its name is
// unread. Left out are labels, keys, members of literals that cannot be of this repository, and
// declared names: variables, parameters and type parameters, in the declaring definition and inside
// it. One per name and definition, after all references and bindings. Cost: linear in the nodes,
// plus for each remaining name a lookup in at most kMaxFunctionLevels definitions.
void AddUnconsumedNames(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft);

}  // namespace waymark::indexer
