// Finds the conditions of C++ templates in their text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace waymark::indexer {

inline constexpr std::size_t kMaxConditionBytes = 256;  // longer ones are ignored

// The first condition, without blanks, in the text of a template before its function's name; empty
// if there is none.
std::string FirstCondition(std::string_view head);

}  // namespace waymark::indexer
