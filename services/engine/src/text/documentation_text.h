// Documentation as its author would read it: without comment marks.
#pragma once

#include <string>
#include <string_view>

#include "graph/kinds.h"

namespace waymark::services {

// Takes the marks of the language's line comments ("///", "//!", "//", "#") from the front of every
// line that has text, or "/**", "/*!" and "*/" from a block and "*" from the front of its lines,
// each with one blank behind it; blank lines at either end go too. Text that is no such comment,
// like a docstring, is returned as it is.
std::string WithoutCommentMarks(std::string_view text, Language language);

}  // namespace waymark::services
