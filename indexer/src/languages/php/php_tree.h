// Node kinds for distinctions that the PHP grammar leaves to the text, so that rules can make them.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/status.h>

namespace waymark::indexer {

class Parser;
class RuleTable;
struct SyntaxTree;

// LanguageHooks::rewrite_tree. Changes kinds of nodes, and the nesting of attribute lists.
absl::Status TellPhpNodesApart(Parser& parser, const RuleTable& rules, std::string& buffer,
                               std::string_view& parsed, SyntaxTree& tree);

}  // namespace waymark::indexer
