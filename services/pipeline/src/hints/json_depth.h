// How deep JSON is nested, before it is parsed.
#pragma once

#include <string_view>

namespace waymark::services {

// Whether no part of the JSON text is nested deeper than what is safe to parse into a tree: trees
// are copied, compared and written by recursion. Any text may be given. Cost: linear.
bool IsNestedLittle(std::string_view json);

}  // namespace waymark::services
