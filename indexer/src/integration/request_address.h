// The address of a request, from the argument that contains it.
#pragma once

#include <string>
#include <string_view>

#include "integration/literal_constants.h"

namespace waymark::indexer {

// "/users/{}/cart" for "/users/" + id + "/cart", f"{BASE}/users/{id}/cart", `/users/${id}/cart` or
// fmt.Sprintf("/users/%d/cart", id), and "/users" for URI.create("/users"). "{}" stands for unknown
// parts; if only such a part precedes the path, the path is the address. Empty for text with
// neither a leading slash nor a scheme, with blanks or quotes, or without any known part of the
// path. O(argument).
std::string AddressIn(std::string_view argument, LiteralConstants& constants);

}  // namespace waymark::indexer
