// Narrowing: the type of a variable in code that runs only if an `instanceof` test holds.
#pragma once

#include "facts/facts_draft.h"
#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

// Gives the code after a test, and after a guard that leaves if the test fails, a scope of its own
// that binds the variable to the type. Must run before references to variables are dropped.
void NarrowPhpTypes(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft);

}  // namespace waymark::indexer
