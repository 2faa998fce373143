// Commands that an answer tells the reader to run.
#pragma once

#include <string>
#include <string_view>

namespace waymark::services {

// One word for a POSIX shell: in single quotes, where the shell leaves everything but the quote
// itself alone.
std::string ShellQuoted(std::string_view word);

// `word` as it is when it is letters, digits, "/._-" and `also_plain` alone, which the caller knows
// to mean nothing to a shell where it stands; else in quotes. Most need none, and every byte of a
// call is a part of an answer.
std::string ShellWord(std::string_view word, std::string_view also_plain = "");

}  // namespace waymark::services
