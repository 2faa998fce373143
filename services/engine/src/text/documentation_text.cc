#include "text/documentation_text.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/ascii.h"
#include "graph/languages.h"
#include "text/trimmed_line.h"

namespace waymark::services {
namespace {

// Longer ones first.
constexpr std::string_view kBlockMarks[] = {"/**", "/*!", "/*"};
constexpr std::string_view kBlockEnd = "*/";

using Lines = std::vector<std::string_view>;

Lines CommentLines(std::string_view text) {
  Lines lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

bool AllBegin(const Lines& lines, std::string_view mark) {
  return std::all_of(lines.begin(), lines.end(), [&](std::string_view line) {
    const std::string_view text = TrimmedLine(line);
    return text.empty() || text.starts_with(mark);
  });
}

// Removes the mark and one blank after it from the lines.
void TakeMark(std::string_view mark, Lines& lines) {
  for (std::string_view& line : lines) {
    line = TrimmedLine(line);
    line.remove_prefix(std::min(mark.size(), line.size()));
    if (line.starts_with(' ')) line.remove_prefix(1);
  }
}

std::string JoinedLines(Lines lines) {
  const auto has_text = [](std::string_view line) { return !TrimmedLine(line).empty(); };
  lines.erase(lines.begin(), std::find_if(lines.begin(), lines.end(), has_text));
  while (!lines.empty() && !has_text(lines.back())) lines.pop_back();
  if (!lines.empty())
    lines.back() = lines.back().substr(0, lines.back().find_last_not_of(" \t\r") + 1);
  return fmt::format("{}", fmt::join(lines, "\n"));
}

std::string BlockText(std::string_view inside) {
  Lines lines = CommentLines(inside);
  lines.front() = TrimmedLine(lines.front());
  Lines rest(lines.begin() + 1, lines.end());
  if (AllBegin(rest, "*")) {
    TakeMark("*", rest);
    std::copy(rest.begin(), rest.end(), lines.begin() + 1);
  }
  return JoinedLines(std::move(lines));
}

}  // namespace

std::string WithoutCommentMarks(std::string_view text, Language language) {
  const LanguageTraits& traits = TraitsOf(language);
  const std::string_view whole = TrimmedLine(text);
  for (const std::string_view mark : kBlockMarks) {
    const bool is_block = traits.has_block_comments &&
                          whole.size() >= mark.size() + kBlockEnd.size() &&
                          whole.starts_with(mark) && whole.ends_with(kBlockEnd) &&
                          whole.find(kBlockEnd) == whole.size() - kBlockEnd.size();
    if (!is_block) continue;
    return BlockText(whole.substr(mark.size(), whole.size() - mark.size() - kBlockEnd.size()));
  }
  Lines lines = CommentLines(text);
  std::string_view line_mark;
  const auto find = [&](std::string_view mark) {
    if (line_mark.empty() && AllBegin(lines, mark)) line_mark = mark;
  };
  VisitWords(traits.documentation_marks, find);
  find(traits.line_comment);
  if (whole.empty() || line_mark.empty()) return std::string(text);
  TakeMark(line_mark, lines);
  return JoinedLines(std::move(lines));
}

}  // namespace waymark::services
