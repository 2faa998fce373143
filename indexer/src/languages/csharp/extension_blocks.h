// `extension(string text) { ... }`: members in the braces extend the type of the receiver. The
// grammar does not know these blocks.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

// Turns the blocks into records of a name that no source has. The text has the same length.
std::string_view MaskExtensionBlocks(std::string_view bytes, std::string& buffer);

// Gives the nodes of these records the kind whose rule is that of the blocks.
absl::Status MarkExtensionBlocks(Parser& parser, const RuleTable& rules, std::string& buffer,
                                 std::string_view& parsed, SyntaxTree& tree);

}  // namespace waymark::indexer
