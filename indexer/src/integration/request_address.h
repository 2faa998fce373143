// The address of a request, as the argument that gives it is written.
#pragma once

#include <string>
#include <string_view>

#include "integration/literal_constants.h"

namespace waymark::indexer {

// "/users/{}/cart" of "/users/" + id + "/cart", f"{BASE}/users/{id}/cart", `/users/${id}/cart` or
// fmt.Sprintf("/users/%d/cart", id), and "/users" of URI.create("/users"): "{}" is what the code
// does not tell; where that is all in front of the path, the path is the address. Empty for what
// has neither a slash at its beginning nor a scheme, for blanks and quotes in it, and where nothing
// of the path is known. O(argument).
std::string AddressIn(std::string_view argument, LiteralConstants& constants);

}  // namespace waymark::indexer
