// Text from a payload within Markdown, in which nothing of it may be markup.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace waymark::wire {

std::size_t LongestRunOfBackticks(std::string_view text);

// A code span on one line: fenced by more backticks than the text holds in a row, and a line break,
// which would end it, as its picture.
void AppendCodeSpan(std::string& out, std::string_view text);

// A word of letters, digits and '_' as it is; anything else as a code span.
void AppendWord(std::string& out, std::string_view text);

}  // namespace waymark::wire
