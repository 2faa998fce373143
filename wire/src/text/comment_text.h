// Free text in a comment: signatures, reasons, source. A comment ends with its line and has no
// escapes of its own.
#pragma once

#include <string>
#include <string_view>

namespace waymark::wire {

// Appends `text`, which is UTF-8, on one line: line feeds and carriage returns become blanks, tabs
// stay, every other control becomes "\u202e". Source that looks like that stays as it is, so this
// cannot be undone.
void AppendCommentText(std::string& out, std::string_view text);

// The text of a symbol as comments hold it, one for each of its lines.
std::string CommentedText(std::string_view text);

}  // namespace waymark::wire
