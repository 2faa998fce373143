// Blocks in which functions, constants, types and imports stand, as in Rust: those are known in all
// of the block, and nowhere else.
#pragma once

#include "extract/extraction_frame.h"
#include "facts/facts_draft.h"
#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

// Whether a block in the frame `around`, which is not the body of a function, defines something.
// O(children).
bool HoldsItems(const RuleTable& rules, const SyntaxTree& tree, const Frame& block,
                const Frame& around);

// What is defined in the block belongs to its scope, not to that of the function.
void MarkItems(FactsDraft& draft, ScopeIndex block);

// The innermost scope from `scope` outwards that is marked; kNoIndex when none is in the function.
ScopeIndex MarkedScope(FactsDraft& draft, ScopeIndex scope);

}  // namespace waymark::indexer
