// Definitions among the arguments of macros, which a grammar gives as tokens.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

inline constexpr int kMaxItemMacroNesting = 8;  // deeper macros keep their tokens

// Of a macro with braces that stands where definitions do (at the top, in a module, an `impl` or a
// trait), and whose text is nothing but definitions, these follow its node in the place of its
// tokens: `pin_project! { struct S { .. } }`, `cfg_rt! { mod runtime; }`. Where the text is more,
// that holds for each block in it: `cfg_if! { if #[cfg(unix)] { mod unix; } else { .. } }`. What a
// macro makes of definitions is not known; mostly it is what they say. Flags (`struct Mode: u32 {
// const READ = 1; }`) are an enumeration.
//
// `tree` is what `parser` made of `bytes`. Text that does not parse keeps its tokens. Cost: text
// that begins like a definition is parsed once more, and the tree copied once when one is found.
// Never fails, and leaves `buffer` and `bytes` as they are: LanguageRules::rewrite_tree.
absl::Status ExpandItemMacros(Parser& parser, const RuleTable& rules, std::string& buffer,
                              std::string_view& bytes, SyntaxTree& tree);

}  // namespace waymark::indexer
