// Lines of a text whose every byte must stay: with the line ends that the file has.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::services {

// "\r\n" if the file has any, otherwise "\n".
inline std::string_view LineEndOf(std::string_view file) {
  return file.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
}

// The lines with their line ends; views of `text`.
inline std::vector<std::string_view> LinesWithEnds(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// Replaces each line end \n in `text` by another, and begins the next line with `indentation`.
inline std::string WithLineEnds(std::string_view text, std::string_view line_end,
                                std::string_view indentation = "") {
  std::string lines;
  for (const char c : text) {
    if (c != '\n') {
      lines += c;
      continue;
    }
    lines += line_end;
    lines += indentation;
  }
  return lines;
}

}  // namespace waymark::services
