// Types that JSDoc gives to JavaScript: @param, @returns, @type, @typedef, @callback.
#pragma once

#include "facts/facts_draft.h"
#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

// LanguageHooks::complete. What code says takes precedence. Cost: linear in the comments.
void ReadScriptDocumentation(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft);

}  // namespace waymark::indexer
