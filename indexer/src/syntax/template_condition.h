// Conditions of templates of C++ in their text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace waymark::indexer {

inline constexpr std::size_t kMaxConditionBytes = 256;  // longer ones are not read

// The first condition, without blanks, in the text of a template in front of its function's name;
// empty where it has none.
std::string FirstCondition(std::string_view head);

}  // namespace waymark::indexer
