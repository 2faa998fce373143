// Writes text from a payload into Markdown so that none of it acts as markup.
#pragma once

#include <string>
#include <string_view>

namespace waymark::wire {

// A code span on one line (VisibleLine). Its fence has more backticks than any run in the text.
void AppendCodeSpan(std::string& out, std::string_view code);

// A word of letters, digits and '_' unchanged; other text as a code span.
void AppendWord(std::string& out, std::string_view text);

}  // namespace waymark::wire
