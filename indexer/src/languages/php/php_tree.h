// What the PHP grammar says by text alone, said by node kinds, so that rules can tell it apart.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/status.h>

namespace waymark::indexer {

class Parser;
class RuleTable;
struct SyntaxTree;

// LanguageHooks::rewrite_tree: names of nodes change, and the nesting of lists of attributes.
absl::Status TellPhpNodesApart(Parser& parser, const RuleTable& rules, std::string& buffer,
                               std::string_view& parsed, SyntaxTree& tree);

}  // namespace waymark::indexer
