#include "answers/shown_text.h"

#include <algorithm>
#include <cstddef>

#include "services/limits.h"
#include "text/documentation_text.h"

namespace waymark::services {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::string_view kElision = "…";
constexpr double kLeastSaving = 0.25;  // below it the whole is as good

Lines TextLines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::size_t IndentationOf(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

bool IsBlank(std::string_view line) { return IndentationOf(line) == line.size(); }

// The smallest indentation of the lines that are not blank.
std::size_t CommonIndentation(const Lines& lines) {
  std::size_t least = std::string_view::npos;
  for (const std::string_view line : lines) {
    if (!IsBlank(line)) least = std::min(least, IndentationOf(line));
  }
  return least == std::string_view::npos ? 0 : least;
}

// Whether a statement or a parameter list continues in the next line.
bool GoesOn(std::string_view line) {
  constexpr std::string_view kOpen = ",(=&|+";
  const std::size_t last = line.find_last_not_of(" \t");
  return last != std::string_view::npos && kOpen.find(line[last]) != std::string_view::npos;
}

// Marks lines that are nested deeper than the first level of indentation beyond the first line.
std::vector<bool> DeeperLines(const Lines& lines) {
  std::vector<bool> deeper(lines.size(), false);
  if (lines.empty()) return deeper;
  const std::size_t head = IndentationOf(lines.front());
  std::size_t level = std::string_view::npos;
  for (const std::string_view line : lines) {
    if (!IsBlank(line) && IndentationOf(line) > head) level = std::min(level, IndentationOf(line));
  }
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const bool continues = !deeper[i - 1] && GoesOn(lines[i - 1]);
    deeper[i] = !IsBlank(lines[i]) && IndentationOf(lines[i]) > level && !continues;
  }
  return deeper;
}

// Joins the lines, with a mark for each run of left-out lines; blank lines in and beside a run are
// left out too.
std::string JoinedShown(const Lines& lines, const std::vector<bool>& left_out) {
  const std::size_t indentation = CommonIndentation(lines);
  std::string text;
  bool is_in_run = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    if (left_out[i] || (is_in_run && IsBlank(line))) {
      if (!is_in_run) {
        text += line.substr(std::min(indentation, IndentationOf(line)),
                            IndentationOf(line) - std::min(indentation, IndentationOf(line)));
        text += kElision;
        text += '\n';
      }
      is_in_run = true;
      continue;
    }
    is_in_run = false;
    text += line.substr(std::min(indentation, line.size()));
    text += '\n';
  }
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

// Number, from 0, of the line with the byte at `offset`.
std::size_t LineAt(std::string_view text, std::size_t offset) {
  return static_cast<std::size_t>(
      std::count(text.begin(),
                 text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size())), '\n'));
}

// The first line of a symbol's shown source: that of its documentation if this directly precedes
// it.
std::size_t FirstLine(const SymbolRow& row, std::string_view text, const Lines& lines) {
  const std::size_t begin = row.range.begin.line - 1;
  if (row.doc_begin >= row.doc_end) return begin;
  const std::size_t documentation = LineAt(text, row.doc_begin);
  const std::size_t last = LineAt(text, row.doc_end - 1);
  if (documentation >= begin) return begin;
  const bool is_beside =
      std::all_of(lines.begin() + static_cast<std::ptrdiff_t>(last + 1),
                  lines.begin() + static_cast<std::ptrdiff_t>(std::max(begin, last + 1)), IsBlank);
  return is_beside ? documentation : begin;
}

std::string DocumentationOf(const SymbolRow& row, const std::string& text, Language language) {
  if (row.doc_begin >= row.doc_end || row.doc_end > text.size()) return "";
  return WithoutCommentMarks(
      std::string_view(text).substr(row.doc_begin, row.doc_end - row.doc_begin), language);
}

}  // namespace

const ShownTexts::File& ShownTexts::FileOf(SymbolId symbol) {
  const FileId id = view_.FileOf(symbol);
  const auto [at, is_new] = files_.try_emplace(id);
  File& file = at->second;
  if (is_new) {
    const FileRow row = view_.File(id);
    if (row.size_bytes <= kMaxShownFileBytes) file.text = text_(row);
    if (file.text.has_value()) file.lines = TextLines(*file.text);
  }
  return file;
}

// Marks the lines, from `first` on, of enclosed symbols after the line of their name.
std::vector<bool> ShownTexts::NestedLines(const SymbolRow& row, std::size_t first,
                                          const Lines& lines) {
  std::vector<bool> nested(lines.size(), false);
  view_.Out(row.id, neighbors_);
  for (const Neighbor& neighbor : neighbors_) {
    if (neighbor.type != EdgeType::kContains) continue;
    const SymbolRow member = view_.Symbol(neighbor.symbol);
    if (member.file != row.file || member.range.end.line <= member.range.begin.line + 1) continue;
    const std::size_t begin = std::max<std::size_t>(member.name_position.line, first);
    const std::size_t end = std::min<std::size_t>(member.range.end.line, first + lines.size());
    for (std::size_t line = begin; line < end; ++line) nested[line - first] = true;
  }
  return nested;
}

ShownTexts::Texts ShownTexts::Read(SymbolId symbol) {
  Texts texts;
  const File& file = FileOf(symbol);
  if (!file.text.has_value()) return texts;
  const SymbolRow row = view_.Symbol(symbol);
  texts.documentation = DocumentationOf(row, *file.text, view_.File(row.file).language);
  if (texts.documentation.size() > kMaxShownBytes) texts.documentation.clear();
  const std::size_t last = std::min<std::size_t>(row.range.end.line, file.lines.size());
  if (row.range.begin.line == 0 || row.range.begin.line > last) return texts;
  const std::size_t first = FirstLine(row, *file.text, file.lines);
  const Lines lines(file.lines.begin() + static_cast<std::ptrdiff_t>(first),
                    file.lines.begin() + static_cast<std::ptrdiff_t>(last));
  const std::vector<bool> nested = NestedLines(row, first, lines);
  const bool encloses = std::find(nested.begin(), nested.end(), true) != nested.end();
  std::string whole = JoinedShown(lines, std::vector<bool>(lines.size(), false));
  texts.elided = JoinedShown(lines, encloses ? nested : DeeperLines(lines));
  const double saved = 1 - static_cast<double>(texts.elided.size()) /
                               std::max<double>(1, static_cast<double>(whole.size()));
  if (saved < kLeastSaving || texts.elided.size() > kMaxShownBytes) texts.elided.clear();
  const bool is_shown = (!encloses || texts.elided.empty()) && whole.size() <= kMaxShownBytes;
  if (is_shown) texts.body = std::move(whole);
  return texts;
}

const std::string& ShownTexts::Of(SymbolId symbol, retrieval::Fidelity fidelity) {
  static const std::string none;
  if (fidelity < retrieval::Fidelity::kDocumentation) return none;
  auto at = texts_.find(symbol);
  if (at == texts_.end()) at = texts_.emplace(symbol, Read(symbol)).first;
  const Texts& texts = at->second;
  if (fidelity == retrieval::Fidelity::kDocumentation) return texts.documentation;
  return fidelity == retrieval::Fidelity::kElided ? texts.elided : texts.body;
}

std::string ShownTexts::Beginning(SymbolId symbol, std::uint32_t lines) {
  const std::string& elided = Of(symbol, retrieval::Fidelity::kElided);
  const std::string& source = elided.empty() ? Of(symbol, retrieval::Fidelity::kBody) : elided;
  std::size_t end = 0;
  for (std::uint32_t i = 0; i < lines; ++i) {
    const std::size_t line_end = source.find('\n', end);
    if (line_end == std::string::npos) return "";
    end = line_end + 1;
  }
  return source.substr(0, end).append(kElision);
}

}  // namespace waymark::services
