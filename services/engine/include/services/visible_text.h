// Makes text from arguments, file names and source files safe to show on a terminal.
#pragma once

#include <string>
#include <string_view>

namespace waymark::services {

// `text` with \u00XX in place of control characters and of characters that change the direction of
// writing, which could hide or forge what is on the screen, and \xXX in place of bytes that are not
// UTF-8. Line breaks (also CR LF) and tabs stay. In JSON, whose strings hold no raw control
// characters below U+0020, the replacements keep the meaning.
std::string VisibleText(std::string_view text);

// The same for a name or path within a line: line breaks and tabs are replaced too.
std::string VisibleLine(std::string_view text);

}  // namespace waymark::services
