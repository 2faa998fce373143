// Quotes words of commands that an answer tells the reader to run.
#pragma once

#include <string>
#include <string_view>

namespace waymark::services {

// One word for a POSIX shell, in single quotes, where only the quote itself is special.
std::string ShellQuoted(std::string_view word);

// `word` unchanged if it consists of letters, digits, "/._-" and `also_plain`, which the caller
// knows to be safe at that place; otherwise quoted. Most words need no quotes, and every byte of a
// call is part of an answer.
std::string ShellWord(std::string_view word, std::string_view also_plain = "");

}  // namespace waymark::services
