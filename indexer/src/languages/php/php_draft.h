// Facts of PHP that need more than one node: imports, names with backslashes, traits, PHPDoc.
#pragma once

namespace waymark::indexer {

class FactsDraft;
class RuleTable;
struct SyntaxTree;

// LanguageHooks::complete.
void CompletePhpDraft(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft);

}  // namespace waymark::indexer
