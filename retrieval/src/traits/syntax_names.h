// Functions that the syntax of a language runs without their name being written: operators,
// conversions, destructors, what loops, blocks and coroutines ask of their objects. References to
// them are not followed.
#pragma once

#include <string_view>

#include "graph/kinds.h"

namespace waymark::retrieval {

// Whether the name is that of an operator or a conversion, as C++ and C# write it.
bool IsOperator(std::string_view name);

// Whether a function of the name may be run so. Cost: a look at a short list.
bool RunBySyntax(Language language, std::string_view name);

}  // namespace waymark::retrieval
