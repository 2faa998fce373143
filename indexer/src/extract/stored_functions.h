// Functions that a file stores: in tables, fields and variables, under keys or places.
#pragma once

#include <compare>
#include <cstdint>
#include <span>

#include "facts/facts_draft.h"
#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

// The most functions that are kept of one holder and one type.
inline constexpr std::uint32_t kMaxStored = 32;

// A parameter, and the number of parameters before it that a call gives.
struct ParameterPlace {
  ScopeIndex scope = 0;
  Word name = 0;
  std::uint8_t position = 0;

  auto operator<=>(const ParameterPlace&) const = default;
};

// Adds a binding (BindingKind::kStored) for each name in a value that may be a function's, if the
// code stores it: in the initialiser of a variable, in an element or a field that is assigned, by a
// method that adds to its object (LanguageRules::element_adders), and as the result of a function.
// A row of a written type is stored for that type too, and an argument of a call for the callee.
// Parameters that are called get a binding with their place. After all references. Cost: linear in
// the nodes, if anything is stored.
void AddStoredFunctions(const RuleTable& rules, const SyntaxTree& tree,
                        std::span<const ParameterPlace> parameters, FactsDraft& draft);

}  // namespace waymark::indexer
