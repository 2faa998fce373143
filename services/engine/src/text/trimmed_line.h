// A line of a file without surrounding blanks and remains of its line end.
#pragma once

#include <string_view>

namespace waymark::services {

inline std::string_view TrimmedLine(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

}  // namespace waymark::services
