// Calls in branches of an #if that the parser did not get.
#pragma once

namespace waymark::indexer {

class FactsDraft;
class RuleTable;
struct SyntaxTree;

// LanguageHooks::complete. A call belongs to the definition around the #if.
void ReadDroppedBranches(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft);

}  // namespace waymark::indexer
