#include "answers/shown_text.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include "services/limits.h"
#include "services/whole_word.h"
#include "text/documentation_text.h"

namespace waymark::services {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::string_view kElision = "…";
constexpr double kLeastSaving = 0.25;         // below it the whole is as good
constexpr std::size_t kMostElidedLines = 12;  // telling lines of a function beside its head

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

// Marks all lines but `shown` to be left out. A single line between two shown ones stays, because
// the mark in its place would take as much room; lines that are `nested` do not.
std::vector<bool> LinesBeside(std::span<const std::uint32_t> shown,
                              const std::vector<bool>& nested) {
  std::vector<bool> left_out(nested.size(), true);
  for (const std::uint32_t line : shown) left_out[line] = false;
  for (std::size_t i = 1; i + 1 < left_out.size(); ++i) {
    if (!left_out[i - 1] && !left_out[i + 1] && !nested[i]) left_out[i] = false;
  }
  return left_out;
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

ShownTexts::Source& ShownTexts::SourceOf(SymbolId symbol) {
  const auto [at, is_new] = sources_.try_emplace(symbol);
  Source& source = at->second;
  const File& file = FileOf(symbol);
  if (!is_new || !file.text.has_value()) return source;
  const SymbolRow row = view_.Symbol(symbol);
  const std::size_t last = std::min<std::size_t>(row.range.end.line, file.lines.size());
  if (row.range.begin.line == 0 || row.range.begin.line > last) return source;
  source.first = FirstLine(row, *file.text, file.lines);
  source.lines.assign(file.lines.begin() + static_cast<std::ptrdiff_t>(source.first),
                      file.lines.begin() + static_cast<std::ptrdiff_t>(last));
  source.nested = NestedLines(row, source.first, source.lines);
  source.encloses =
      std::find(source.nested.begin(), source.nested.end(), true) != source.nested.end();
  return source;
}

TellingQuestion ShownTexts::QuestionAbout(SymbolId symbol) const {
  TellingQuestion question = question_;
  std::erase(question.names, LastIdentifier(view_.QualifiedName(symbol)));
  return question;
}

std::string_view ShownTexts::TextFrom(const Source& source, std::size_t line) {
  const char* const begin = source.lines[line].data();
  const char* const end = source.lines.back().data() + source.lines.back().size();
  return {begin, static_cast<std::size_t>(end - begin)};
}

void ShownTexts::FindWorths(SymbolId symbol, Source& source) {
  if (!source.worths.empty() || source.lines.empty()) return;
  source.worths = LineWorths(TextFrom(source, 0), QuestionAbout(symbol));
  source.worths.resize(source.lines.size(), 0);
  const SymbolRow row = view_.Symbol(symbol);
  const std::size_t begin = row.range.begin.line - 1 - source.first;
  const std::size_t named =
      std::max(row.name_position.line, row.range.begin.line) - row.range.begin.line + 1;
  const std::size_t head =
      std::max<std::size_t>(HeadLines(TextFrom(source, begin), view_.Signature(symbol)), named);
  for (std::size_t i = begin; i < std::min(begin + head, source.lines.size()); ++i) {
    if (!source.nested[i]) source.head.push_back(static_cast<std::uint32_t>(i));
  }
}

void ShownTexts::OrderLines(SymbolId symbol, Source& source) {
  if (!source.order.empty() || source.lines.empty()) return;
  FindWorths(symbol, source);
  std::vector<bool> is_placed = source.nested;
  const auto place = [&](std::uint32_t line) {
    if (is_placed[line]) return;
    is_placed[line] = true;
    source.order.push_back(line);
  };
  for (const std::uint32_t line : source.head) place(line);
  const std::string path(view_.File(view_.FileOf(symbol)).path);
  for (const std::uint32_t line : LinesByWorth(path, TextFrom(source, 0), source.worths)) {
    place(line);
  }
  for (std::uint32_t i = 0; i < source.lines.size(); ++i) place(i);
}

// The head and the most telling lines; none if no line tells. A parse is needed only to choose
// among many.
std::vector<std::uint32_t> ShownTexts::ElidedLines(SymbolId symbol, Source& source) {
  FindWorths(symbol, source);
  std::vector<bool> is_placed = source.nested;
  for (const std::uint32_t line : source.head) is_placed[line] = true;
  std::vector<std::uint32_t> shown = source.head;
  for (std::uint32_t i = 0; i < source.worths.size(); ++i) {
    if (source.worths[i] > 0 && !is_placed[i]) shown.push_back(i);
  }
  if (shown.size() == source.head.size()) return {};
  if (shown.size() > source.head.size() + kMostElidedLines) {
    OrderLines(symbol, source);
    const auto begin = source.order.begin();
    shown.assign(begin, begin + static_cast<std::ptrdiff_t>(source.head.size() + kMostElidedLines));
  }
  return shown;
}

ShownText ShownTexts::Elided(SymbolId symbol, Source& source) {
  if (source.encloses) return JoinedShown(source.lines, source.nested, source.first + 1);
  const std::vector<std::uint32_t> shown = ElidedLines(symbol, source);
  if (shown.empty()) return {};
  return JoinedShown(source.lines, LinesBeside(shown, source.nested), source.first + 1);
}

ShownTexts::Texts ShownTexts::Read(SymbolId symbol) {
  Texts texts;
  const File& file = FileOf(symbol);
  if (!file.text.has_value()) return texts;
  const SymbolRow row = view_.Symbol(symbol);
  std::string& documentation = texts.documentation.text;
  documentation = DocumentationOf(row, *file.text, view_.File(row.file).language);
  if (documentation.size() > kMaxShownBytes) documentation.clear();
  Source& source = SourceOf(symbol);
  ShownText whole =
      JoinedShown(source.lines, std::vector<bool>(source.lines.size(), false), source.first + 1);
  texts.elided = Elided(symbol, source);
  const std::size_t elided_bytes = texts.elided.text.size();
  const double saved = 1 - static_cast<double>(elided_bytes) /
                               std::max<double>(1, static_cast<double>(whole.text.size()));
  if (saved < kLeastSaving || elided_bytes > kMaxShownBytes) texts.elided = {};
  const bool is_shown =
      (!source.encloses || texts.elided.text.empty()) && whole.text.size() <= kMaxShownBytes;
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

ShownText ShownTexts::MostTelling(SymbolId symbol, std::uint32_t lines) {
  Source& source = SourceOf(symbol);
  OrderLines(symbol, source);
  const std::size_t count = source.head.size() + lines;
  if (count >= source.order.size()) return {};
  ShownText shown =
      JoinedShown(source.lines, LinesBeside(std::span(source.order).first(count), source.nested),
                  source.first + 1);
  return shown.text.size() <= kMaxShownBytes ? shown : ShownText();
}

}  // namespace waymark::services
