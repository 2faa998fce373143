// Words in text for people and for shells.
#pragma once

#include <string_view>

namespace waymark::services {

// Whether `word`, which is not empty, stands in the text with no letter, digit, "-" or "_" on
// either side. Cost: linear in the text.
bool HasWord(std::string_view text, std::string_view word);

}  // namespace waymark::services
