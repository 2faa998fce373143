// Documentation as its author would read it: without comment marks.
#pragma once

#include <string>
#include <string_view>

namespace waymark::services {

// Removes "///", "//!", "//" or "#" from the front of every line with text; or "/**", "/*!" and
// "*/" from a block and "*" from the front of its lines. One blank after each mark is removed too,
// and blank lines at both ends. Text without such marks, like a docstring, is returned unchanged.
std::string WithoutCommentMarks(std::string_view text);

}  // namespace waymark::services
