#include "answers/shown_text.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

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

// The white space with which all lines begin that are not blank.
std::string_view CommonIndentation(const Lines& lines) {
  std::optional<std::string_view> common;
  for (const std::string_view line : lines) {
    if (IsBlank(line)) continue;
    const std::string_view own = line.substr(0, IndentationOf(line));
    const std::string_view shared = common.value_or(own);
    const auto [end, own_end] = std::mismatch(shared.begin(), shared.end(), own.begin(), own.end());
    common = shared.substr(0, static_cast<std::size_t>(end - shared.begin()));
  }
  return common.value_or(std::string_view());
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
// left out too, and blank lines at the end. `number` is that of the first line in the file.
ShownText JoinedShown(const Lines& lines, const std::vector<bool>& left_out, std::size_t number) {
  const std::string_view indentation = CommonIndentation(lines);
  ShownText shown{.text = "", .source = {.numbers = {}, .indent = std::string(indentation)}};
  const auto add = [&shown](std::string_view line, std::size_t line_number) {
    shown.text += line;
    shown.text += '\n';
    shown.source.numbers.push_back(static_cast<std::uint32_t>(line_number));
  };
  bool is_in_run = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    const std::string_view own = line.substr(std::min(indentation.size(), line.size()));
    if (!left_out[i] && !(is_in_run && IsBlank(line))) {
      is_in_run = false;
      add(own, number + i);
    } else if (!std::exchange(is_in_run, true)) {
      add(std::string(own.substr(0, IndentationOf(own))).append(kElision), 0);
    }
  }
  while (shown.text.ends_with("\n\n") || shown.text == "\n") {
    shown.text.pop_back();
    shown.source.numbers.pop_back();
  }
  if (!shown.text.empty()) shown.text.pop_back();
  return shown;
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
  std::string& documentation = texts.documentation.text;
  documentation = DocumentationOf(row, *file.text, view_.File(row.file).language);
  if (documentation.size() > kMaxShownBytes) documentation.clear();
  const std::size_t last = std::min<std::size_t>(row.range.end.line, file.lines.size());
  if (row.range.begin.line == 0 || row.range.begin.line > last) return texts;
  const std::size_t first = FirstLine(row, *file.text, file.lines);
  const Lines lines(file.lines.begin() + static_cast<std::ptrdiff_t>(first),
                    file.lines.begin() + static_cast<std::ptrdiff_t>(last));
  const std::vector<bool> nested = NestedLines(row, first, lines);
  const bool encloses = std::find(nested.begin(), nested.end(), true) != nested.end();
  ShownText whole = JoinedShown(lines, std::vector<bool>(lines.size(), false), first + 1);
  texts.elided = JoinedShown(lines, encloses ? nested : DeeperLines(lines), first + 1);
  const std::size_t elided_bytes = texts.elided.text.size();
  const double saved = 1 - static_cast<double>(elided_bytes) /
                               std::max<double>(1, static_cast<double>(whole.text.size()));
  if (saved < kLeastSaving || elided_bytes > kMaxShownBytes) texts.elided = {};
  const bool is_shown =
      (!encloses || texts.elided.text.empty()) && whole.text.size() <= kMaxShownBytes;
  if (is_shown) texts.body = std::move(whole);
  return texts;
}

const ShownText& ShownTexts::Of(SymbolId symbol, retrieval::Fidelity fidelity) {
  static const ShownText none;
  if (fidelity < retrieval::Fidelity::kDocumentation) return none;
  auto at = texts_.find(symbol);
  if (at == texts_.end()) at = texts_.emplace(symbol, Read(symbol)).first;
  const Texts& texts = at->second;
  if (fidelity == retrieval::Fidelity::kDocumentation) return texts.documentation;
  return fidelity == retrieval::Fidelity::kElided ? texts.elided : texts.body;
}

ShownText ShownTexts::Beginning(SymbolId symbol, std::uint32_t lines) {
  const ShownText& elided = Of(symbol, retrieval::Fidelity::kElided);
  ShownText shown = elided.text.empty() ? Of(symbol, retrieval::Fidelity::kBody) : elided;
  std::size_t end = 0;
  for (std::uint32_t i = 0; i < lines; ++i) {
    const std::size_t line_end = shown.text.find('\n', end);
    if (line_end == std::string::npos) return {};
    end = line_end + 1;
  }
  shown.text.resize(end);
  shown.text += kElision;
  shown.source.numbers.resize(lines);
  shown.source.numbers.push_back(0);
  return shown;
}

}  // namespace waymark::services
