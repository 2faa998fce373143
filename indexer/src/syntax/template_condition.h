// Conditions of templates of C++ in their text.
#pragma once

#include <string>
#include <string_view>

namespace waymark::indexer {

// The first condition, without blanks, in the text of a template in front of its function's name;
// empty where it has none.
std::string FirstCondition(std::string_view head);

}  // namespace waymark::indexer
