// Words and characters in text and in names.
#pragma once

#include <cstddef>
#include <string_view>

namespace waymark::services {

// Whether the text contains `word`, which is not empty, with no letter, digit, "-" or "_" on either
// side. Cost: linear in the text.
bool HasWord(std::string_view text, std::string_view word);

// The identifier at the end of a qualified name, with the mark that ends names of Ruby: "pay" of
// "shop.Cart.pay". Empty if another character ends the name.
std::string_view LastIdentifier(std::string_view qualified_name);

// The offset at which the UTF-8 character begins that byte `at` is in; the end of the text is one.
std::size_t CharacterBegin(std::string_view text, std::size_t at);

}  // namespace waymark::services
