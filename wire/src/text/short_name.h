// The last component of a qualified name.
#pragma once

#include <string_view>

namespace waymark::wire {

// "shop.Cart.pay" -> "pay", "Site#render" -> "render", "ns::Box::operator==" -> "operator==". A
// name of something outside the program, such as "env://HOME" or "GET /users", has no components.
std::string_view ShortName(std::string_view name);

// The last component of a path, which is the name of a file: "src/app.py" -> "app.py".
std::string_view FileName(std::string_view path);

}  // namespace waymark::wire
