// Words in text and in names.
#pragma once

#include <string_view>

namespace waymark::services {

// Whether the text contains `word`, which is not empty, with no letter, digit, "-" or "_" on either
// side. Cost: linear in the text.
bool HasWord(std::string_view text, std::string_view word);

// The identifier at the end of a qualified name, with the mark that ends names of Ruby: "pay" of
// "shop.Cart.pay". Empty if another character ends the name.
std::string_view LastIdentifier(std::string_view qualified_name);

}  // namespace waymark::services
