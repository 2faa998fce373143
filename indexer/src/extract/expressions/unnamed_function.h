// Function literals as arguments, in languages that select overloads by their shape.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "facts/facts_draft.h"
#include "syntax/function_type.h"

namespace waymark::indexer {

// The value of a function literal in the scope: a literal with the type name of NameOfFunction().
// Whether a call of a variable returns a value is read from the variable's written type, by
// `types`: the library types whose values are functions. Cost: linear in the text, and 64 bindings.
ExpressionIndex AddUnnamedFunction(FactsDraft& draft, std::span<const FunctionType> types,
                                   ScopeIndex scope, std::string_view text, std::uint32_t byte);

}  // namespace waymark::indexer
