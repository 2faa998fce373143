#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "install/config_edit.h"
#include "install/text_lines.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

constexpr std::size_t kLinesAround = 3;

void AppendLine(std::string& out, char mark, std::string_view line) {
  const bool ends = line.ends_with('\n');
  if (ends) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  fmt::format_to(std::back_inserter(out), "{}{}\n", mark, VisibleText(line));
  if (!ends) out += "\\ No newline at end of file\n";
}

// "12,3": the first line, from 1, and the number of lines.
std::string RangeText(std::size_t begin, std::size_t count) {
  return fmt::format("{},{}", count == 0 ? begin : begin + 1, count);
}

}  // namespace

std::string UnifiedDiff(std::string_view name, std::string_view before, std::string_view after) {
  if (before == after) return "";
  const std::vector<std::string_view> old_lines = LinesWithEnds(before);
  const std::vector<std::string_view> new_lines = LinesWithEnds(after);
  const std::size_t least = std::min(old_lines.size(), new_lines.size());
  std::size_t same = 0;
  while (same < least && old_lines[same] == new_lines[same]) ++same;
  std::size_t same_end = 0;
  while (same_end < least - same &&
         old_lines[old_lines.size() - 1 - same_end] == new_lines[new_lines.size() - 1 - same_end]) {
    ++same_end;
  }
  const std::size_t begin = same - std::min(same, kLinesAround);
  const std::size_t after_end = std::min(same_end, kLinesAround);
  const std::size_t old_end = old_lines.size() - same_end;
  const std::size_t new_end = new_lines.size() - same_end;
  std::string out = fmt::format("--- {}\n+++ {}\n@@ -{} +{} @@\n", VisibleLine(name),
                                VisibleLine(name), RangeText(begin, old_end + after_end - begin),
                                RangeText(begin, new_end + after_end - begin));
  for (std::size_t i = begin; i < same; ++i) AppendLine(out, ' ', old_lines[i]);
  for (std::size_t i = same; i < old_end; ++i) AppendLine(out, '-', old_lines[i]);
  for (std::size_t i = same; i < new_end; ++i) AppendLine(out, '+', new_lines[i]);
  for (std::size_t i = 0; i < after_end; ++i) AppendLine(out, ' ', old_lines[old_end + i]);
  return out;
}

}  // namespace waymark::services
