#include "history/indented_definitions.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxLinesAbove = 3000;
constexpr std::uint32_t kMaxLinesRead = 400;  // of one change
constexpr std::size_t kTabWidth = 4;

// Words before the name of a definition.
constexpr std::array<std::string_view, 15> kDefinitionWords = {
    "class", "def",    "enum",   "fn",        "func",   "function", "impl", "interface",
    "macro", "module", "struct", "namespace", "record", "trait",    "type"};

// Lines that begin with one of these open a block without a name.
constexpr std::array<std::string_view, 22> kControlWords = {
    "begin",  "case",    "catch",  "do",      "elif",  "else",  "elsif",  "ensure",
    "except", "finally", "for",    "foreach", "if",    "match", "rescue", "return",
    "switch", "try",     "unless", "using",   "while", "with"};

// Columns before the first non-blank; npos for a blank line.
std::size_t Indentation(std::string_view line) {
  std::size_t columns = 0;
  for (const char c : line) {
    if (c != ' ' && c != '\t') return c == '\r' ? std::string_view::npos : columns;
    columns += c == '\t' ? kTabWidth : 1;
  }
  return std::string_view::npos;
}

// The line without its indentation and trailing blanks.
std::string_view CodeOfLine(std::string_view line) {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r')) {
    line.remove_suffix(1);
  }
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  return line;
}

// The next word from `at` on; moves `at` past it.
std::string_view NextNameWord(std::string_view line, std::size_t& at) {
  while (at < line.size() && !IsWordCharacterOrDollar(line[at])) ++at;
  const std::size_t begin = at;
  while (at < line.size() && IsWordCharacterOrDollar(line[at])) ++at;
  return line.substr(begin, at - begin);
}

// The word that ends right before `end`, not counting blanks.
std::string_view WordBefore(std::string_view line, std::size_t end) {
  while (end > 0 && line[end - 1] == ' ') --end;
  std::size_t begin = end;
  while (begin > 0 && IsWordCharacterOrDollar(line[begin - 1])) --begin;
  return line.substr(begin, end - begin);
}

// The position after a definition word; npos if there is none before the first parenthesis.
std::size_t AfterDefinitionWord(std::string_view line) {
  const std::size_t stop = std::min(line.find_first_of("(={"), line.size());
  for (std::size_t at = 0; at < stop;) {
    const std::string_view word = NextNameWord(line.substr(0, stop), at);
    if (IsIn(kDefinitionWords, word)) return at;
  }
  return std::string_view::npos;
}

// `at` is after the definition word; a receiver in parentheses and qualifiers are skipped.
std::string_view DefinedName(std::string_view line, std::size_t at) {
  while (at < line.size() && line[at] == ' ') ++at;
  if (at < line.size() && line[at] == '(') {
    at = std::min(line.find(')', at), line.size());
  }
  std::string_view name = NextNameWord(line, at);
  while (line.substr(at).starts_with('.') || line.substr(at).starts_with("::")) {
    name = NextNameWord(line, at);
  }
  return name;
}

// Whether a changed line begins a definition rather than a use.
bool LooksLikeDefinition(std::string_view line) {
  const std::size_t after = AfterDefinitionWord(line);
  if (after != std::string_view::npos) return line.back() != ';';
  return line.find('(') != std::string_view::npos && line.back() == '{';
}

void AddName(std::string_view name, std::size_t max_names, std::vector<std::string>& names) {
  if (name.size() < 2 || IsDigit(name[0]) || names.size() >= max_names) return;
  if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
}

}  // namespace

std::string_view NameOfHead(std::string_view line) {
  line = CodeOfLine(line);
  std::size_t at = 0;
  const std::string_view first = NextNameWord(line, at);
  if (first.empty() || IsIn(kControlWords, first)) return {};
  const std::size_t after = AfterDefinitionWord(line);
  if (after != std::string_view::npos) {
    const std::string_view name = DefinedName(line, after);
    if (!name.empty()) return name;
  }
  const std::size_t stop = line.find_first_of("(={:");
  if (stop == std::string_view::npos) return {};
  // `ns::Type::name(`: a double colon does not end the name.
  if (line[stop] == ':' && stop + 1 < line.size() && line[stop + 1] == ':') {
    const std::size_t open = line.find('(', stop);
    return open == std::string_view::npos ? std::string_view() : WordBefore(line, open);
  }
  return WordBefore(line, stop);
}

IndentedDefinitions::IndentedDefinitions(std::string_view text) : text_(text) {
  begins_.push_back(0);
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    begins_.push_back(static_cast<std::uint32_t>(at + 1));
  }
}

std::string_view IndentedDefinitions::Line(std::size_t index) const {
  const std::size_t end = index + 1 < begins_.size() ? begins_[index + 1] - 1 : text_.size();
  return text_.substr(begins_[index], end - begins_[index]);
}

void IndentedDefinitions::Add(std::uint32_t first, std::uint32_t last, std::size_t max_names,
                              std::vector<std::string>& names) const {
  const std::size_t begin = std::min<std::size_t>(std::max(first, 1U) - 1, begins_.size() - 1);
  const std::size_t end = std::min<std::size_t>({last, begin + kMaxLinesRead, begins_.size()});
  AddNestedIn(begin, max_names, names);
  for (std::size_t i = begin; i < end; ++i) {
    const std::string_view line = CodeOfLine(Line(i));
    if (!line.empty() && LooksLikeDefinition(line)) AddName(NameOfHead(line), max_names, names);
  }
}

void IndentedDefinitions::AddNestedIn(std::size_t index, std::size_t max_names,
                                      std::vector<std::string>& names) const {
  std::size_t inner = std::string_view::npos;  // an enclosing line has fewer columns
  for (std::size_t i = index; i < begins_.size() && inner == std::string_view::npos; ++i) {
    inner = Indentation(Line(i));
  }
  if (inner == std::string_view::npos) return;
  const std::size_t top = index > kMaxLinesAbove ? index - kMaxLinesAbove : 0;
  for (std::size_t i = index; i-- > top && inner > 0;) {
    const std::string_view line = Line(i);
    const std::size_t columns = Indentation(line);
    if (columns == std::string_view::npos || columns >= inner) continue;
    const char start = CodeOfLine(line)[0];
    if (start == '{') {
      inner = columns + 1;  // its head is above, at the same indentation
    } else if (IsWordCharacterOrDollar(start) || start == '~' || start == '@' || start == '"' ||
               start == '\'') {
      inner = columns;
      AddName(NameOfHead(line), max_names, names);
    }
  }
}

}  // namespace waymark::indexer
