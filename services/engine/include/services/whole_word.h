// Finds words in text for people and for shells.
#pragma once

#include <string_view>

namespace waymark::services {

// Whether the text contains `word`, which is not empty, with no letter, digit, "-" or "_" on either
// side. Cost: linear in the text.
bool HasWord(std::string_view text, std::string_view word);

}  // namespace waymark::services
