// Functions without a name as arguments, of languages that choose overloads by what they are like.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "facts/facts_draft.h"
#include "syntax/function_type.h"

namespace waymark::indexer {

// The value of the function that is written so in the scope: a literal whose type is called as
// NameOfFunction() says. Whether a call of a variable gives a value, the type that is written for
// the variable tells, by `types`, those of the library whose values are functions. Cost: linear in
// the text, and 64 bindings.
ExpressionIndex AddUnnamedFunction(FactsDraft& draft, std::span<const FunctionType> types,
                                   ScopeIndex scope, std::string_view text, std::uint32_t byte);

}  // namespace waymark::indexer
