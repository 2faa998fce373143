#include "annotations.h"

#include <algorithm>

namespace waymark::indexer {

namespace {

// Whether the line is an annotation; then `carets` is where they begin.
bool IsAnnotation(std::string_view line, std::string_view mark, std::size_t& start,
                  std::size_t& carets) {
  start = line.find_first_not_of(' ');
  if (start == std::string_view::npos || !line.substr(start).starts_with(mark)) return false;
  carets = line.find_first_not_of(' ', start + mark.size());
  if (carets == std::string_view::npos) return false;
  return line[carets] == '^' || line.substr(carets).starts_with("<-");
}

}  // namespace

AnnotatedSource ParseAnnotations(std::string_view text, std::string_view mark) {
  AnnotatedSource result;
  std::uint32_t file_line = 0;
  std::uint32_t line_number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    ++file_line;
    std::size_t start = 0;
    std::size_t carets = 0;
    if (!IsAnnotation(line, mark, start, carets)) {
      result.source += line;
      ++line_number;
      continue;
    }
    Annotation annotation;
    annotation.file_line = file_line;
    annotation.line = line_number;
    std::size_t after = carets + 2;
    if (line[carets] == '^') {
      after = std::min(line.find_first_not_of('^', carets), line.size());
      annotation.column = static_cast<std::uint32_t>(carets) + 1;
      annotation.length = static_cast<std::uint32_t>(after - carets);
    } else {
      annotation.column = static_cast<std::uint32_t>(start) + 1;
    }
    std::string_view said = line.substr(after);
    said.remove_prefix(std::min(said.find_first_not_of(' '), said.size()));
    const std::size_t last = said.find_last_not_of(" \r\n");
    annotation.text = said.substr(0, last == std::string_view::npos ? 0 : last + 1);
    result.annotations.push_back(std::move(annotation));
  }
  return result;
}

}  // namespace waymark::indexer
