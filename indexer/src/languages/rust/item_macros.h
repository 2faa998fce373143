// Items among the arguments of macros, which the grammar parses as tokens.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

inline constexpr int kMaxItemMacroNesting = 8;  // deeper macros keep their tokens

// Parses the arguments of a macro with braces as items if the macro stands where items do (top
// level, module, `impl` or trait) and its text consists of items only. The items follow the macro's
// node in place of its tokens: `pin_project! { struct S { .. } }`, `cfg_rt! { mod runtime; }`. If
// the text is more than that, each block in it is tried: `cfg_if! { if #[cfg(unix)] { mod unix; }
// else { .. } }`. The real expansion is unknown; mostly it contains the items. Bitflags (`struct
// Mode: u32 { const READ = 1; }`) become an enumeration.
//
// `tree` must be the result of `parser` on `bytes`. Text that does not parse keeps its tokens.
// Cost: one more parse of each text that begins like an item, and one copy of the tree if an item
// is found. Never fails, and leaves `buffer` and `bytes` unchanged: LanguageHooks::rewrite_tree.
absl::Status ExpandItemMacros(Parser& parser, const RuleTable& rules, std::string& buffer,
                              std::string_view& bytes, SyntaxTree& tree);

}  // namespace waymark::indexer
