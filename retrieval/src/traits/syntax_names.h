// Functions that a language's syntax runs without naming them: operators, conversions, destructors,
// and functions that loops, blocks and coroutines call. References to them are not followed.
#pragma once

#include <string_view>

#include "graph/kinds.h"

namespace waymark::retrieval {

// Whether the name is that of an operator or a conversion, as in C++ and C#.
bool IsOperator(std::string_view name);

// Whether the syntax may run a function of the name. Cost: one look-up in a short list.
bool RunBySyntax(Language language, std::string_view name);

}  // namespace waymark::retrieval
