#include "services/shell_word.h"

#include <algorithm>
#include <cctype>

namespace waymark::services {

std::string ShellQuoted(std::string_view word) {
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string ShellWord(std::string_view word, std::string_view also_plain) {
  constexpr std::string_view kPlainSigns = "/._-";
  const bool is_plain = std::all_of(word.begin(), word.end(), [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           kPlainSigns.find(c) != std::string_view::npos ||
           also_plain.find(c) != std::string_view::npos;
  });
  return is_plain ? std::string(word) : ShellQuoted(word);
}

}  // namespace waymark::services
