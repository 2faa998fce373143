// Makes text from arguments, file names and source files safe to show: it holds no controls
// (wire/utf8.h), which could hide or forge what a terminal or a reader of lines sees.
#pragma once

#include <string>
#include <string_view>

#include "wire/utf8.h"

namespace waymark::services {

using wire::VisibleLine;
using wire::VisibleText;

// The message of an error, which may quote anything: on one line, except that lines which begin
// with two blanks stay, such as those of a list of candidates.
std::string VisibleMessage(std::string_view message);

// The text as a code span of Markdown, on one line: no backtick of the text ends it.
std::string CodeSpan(std::string_view text);
// The line before and after a code block of Markdown that no line of the text ends.
std::string CodeFence(std::string_view text);

}  // namespace waymark::services
