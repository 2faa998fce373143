// JSON that is laid out for reading, in the one line that the codec writes.
#pragma once

#include <string>
#include <string_view>

namespace waymark::wire {

// Without line breaks, the blanks at the beginning of lines and those behind the colons of names.
inline std::string InOneLine(std::string_view laid_out) {
  std::string line;
  for (const char c : laid_out) {
    const bool is_layout = line.ends_with('\n') || line.ends_with("\":");
    if (line.ends_with('\n') && c != ' ') line.pop_back();
    if (c != ' ' || !is_layout) line += c;
  }
  return line;
}

}  // namespace waymark::wire
