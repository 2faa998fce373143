// Interfaces without a name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

inline constexpr std::string_view kUnnamedGoInterface = "interface{";

// LanguageHooks::name_of_unnamed: "interface{Go() int;io.Closer}". Empty for structs, for `any`,
// and for constraints on types.
std::string NameOfUnnamedGoType(const RuleTable& rules, const SyntaxTree& tree,
                                std::string_view bytes, NodeIndex type);

}  // namespace waymark::indexer
