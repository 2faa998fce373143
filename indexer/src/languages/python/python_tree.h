// Says by node kinds what the grammar of Python says by position alone: type parameters, and what
// `case Type() as name` and `case name` give a name.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

// A definition gets a list of type parameters also where the code declares them as variables:
// `class Box(Generic[T])`, `def first(items: list[T]) -> T`. These are marked as missing. Cost: a
// few passes over the nodes; a copy of them if the file has type parameters.
absl::Status RewritePythonTree(Parser& parser, const RuleTable& rules, std::string& buffer,
                               std::string_view& bytes, SyntaxTree& tree);

}  // namespace waymark::indexer
