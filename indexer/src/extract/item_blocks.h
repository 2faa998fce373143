// Blocks with items, as in Rust: functions, constants, types and imports that are visible in the
// whole block and nowhere else. Objects with functions, as in JavaScript.
#pragma once

#include "extract/extraction_frame.h"
#include "facts/facts_draft.h"
#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

// Whether a block in the frame `around` that is no function body defines items. O(children).
bool HoldsItems(const RuleTable& rules, const SyntaxTree& tree, const Frame& block,
                const Frame& around);

// Whether functions are members of an object literal, or of one inside. O(nodes below).
bool HoldsFunctions(const RuleTable& rules, const SyntaxTree& tree, NodeIndex object,
                    int depth = 0);

// Definitions in the block belong to its scope, not to that of the function.
void MarkItems(FactsDraft& draft, ScopeIndex block);

// The innermost marked scope from `scope` outwards; kNoIndex if the function has none.
ScopeIndex MarkedScope(FactsDraft& draft, ScopeIndex scope);

}  // namespace waymark::indexer
