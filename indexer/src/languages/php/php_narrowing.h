// What `instanceof` tells of the type of a variable, where code runs only if it holds.
#pragma once

#include "facts/facts_draft.h"
#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

// Gives the code behind a test, and behind a guard that leaves when it fails, a scope of its own
// that binds the variable to the type. Before references to variables are dropped.
void NarrowPhpTypes(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft);

}  // namespace waymark::indexer
