// Text from arguments, file names and source files, as a terminal may be shown it.
#pragma once

#include <string>
#include <string_view>

namespace waymark::services {

// `text` with \u00XX in place of control characters and of those that turn the direction of
// writing, which could hide or forge what is on the screen, and \xXX in place of bytes that are no
// UTF-8. Line breaks (also of the form CR LF) and tabs stay. In JSON, whose strings hold no raw
// control characters below U+0020, what is replaced keeps its meaning.
std::string VisibleText(std::string_view text);

// The same of a name or path within a line: line breaks and tabs are replaced too.
std::string VisibleLine(std::string_view text);

}  // namespace waymark::services
