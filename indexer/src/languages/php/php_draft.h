// What PHP says that no node alone tells: imports, names with backslashes, traits, PHPDoc.
#pragma once

namespace waymark::indexer {

class FactsDraft;
class RuleTable;
struct SyntaxTree;

// LanguageRules::complete.
void CompletePhpDraft(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft);

}  // namespace waymark::indexer
