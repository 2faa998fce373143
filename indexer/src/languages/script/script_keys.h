// Gives members whose key is a text or a number a plain name: `'get-user'() {}`, `42: () => {}`,
// `['run'] = () => {}`.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

// A key of an object's plain value stays a text: only functions, and names of something else, make
// the key a member. A computed key that is no literal stays an expression. Cost: one pass over the
// nodes.
absl::Status NameKeys(Parser& parser, const RuleTable& rules, std::string& buffer,
                      std::string_view& bytes, SyntaxTree& tree);

}  // namespace waymark::indexer
