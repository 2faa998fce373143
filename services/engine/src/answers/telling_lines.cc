#include "services/telling_lines.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "graph/ascii.h"
#include "indexer/syntax_tokens.h"

namespace waymark::services {
namespace {

constexpr double kCallWorth = 4;
constexpr double kMentionWorth = 2;
constexpr double kWordsWorth = 3;
constexpr double kEndWorth = 2;
constexpr double kBareEndWorth = 1;  // without a name or number behind it
constexpr double kProseShare = 0.5;
constexpr std::size_t kLongestWholeWord = 2;
constexpr std::string_view kMarksOfNames = "?!=";

// Words with which a function ends, in the indexed languages.
constexpr std::string_view kEndWords[] = {"return", "yield", "raise", "throw"};

bool IsOfName(char c) { return IsLower(ToLower(c)) || IsDigit(c) || c == '_'; }

bool IsInk(char c) { return !waymark::IsBlank(c); }

// Whether an identifier's part begins at `at`, which is in the identifier: behind "_" or another
// character that is of no part, at a capital behind a small letter, and at the last capital of
// several ("HTTPServer").
bool BeginsPart(std::string_view name, std::size_t at) {
  if (name[at] == '_') return false;
  if (at == 0 || name[at - 1] == '_') return true;
  if (!IsUpper(name[at])) return false;
  return !IsUpper(name[at - 1]) || (at + 1 < name.size() && IsLower(name[at + 1]));
}

std::size_t EndOfPart(std::string_view name, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < name.size() && name[end] != '_' && !BeginsPart(name, end)) ++end;
  return end;
}

// An identifier of a line, and whether it is called.
struct Identifier {
  std::string_view text;
  bool is_called = false;
};

void IdentifiersOf(std::string_view line, std::vector<Identifier>& identifiers) {
  identifiers.clear();
  for (std::size_t begin = 0; begin < line.size(); ++begin) {
    if (!IsOfName(line[begin])) continue;
    std::size_t end = begin;
    while (end < line.size() && IsOfName(line[end])) ++end;
    identifiers.push_back({line.substr(begin, end - begin), end < line.size() && line[end] == '('});
    begin = end;
  }
}

bool HasTaskWord(const Identifier& identifier, std::string_view word) {
  const std::string_view name = identifier.text;
  for (std::size_t begin = 0; begin < name.size(); ++begin) {
    if (!BeginsPart(name, begin)) continue;
    const std::size_t end = EndOfPart(name, begin);
    const std::size_t size = end - begin;
    const bool is_long_enough =
        word.size() <= kLongestWholeWord ? size == word.size() : size >= word.size();
    const bool begins =
        is_long_enough &&
        std::equal(word.begin(), word.end(), name.begin() + static_cast<std::ptrdiff_t>(begin),
                   [](char a, char b) { return a == ToLower(b); });
    if (begins) return true;
    begin = end - 1;
  }
  return false;
}

double WorthOfWords(const std::vector<Identifier>& line, const std::vector<TaskWord>& words) {
  double all = 0;
  double found = 0;
  for (const TaskWord& word : words) {
    if (word.text.empty()) continue;
    all += word.weight;
    const bool is_in = std::any_of(line.begin(), line.end(), [&](const Identifier& identifier) {
      return HasTaskWord(identifier, word.text);
    });
    if (is_in) found += word.weight;
  }
  return all > 0 ? kWordsWorth * found / all : 0;
}

// Without the mark that ends names of Ruby.
std::string_view WithoutMark(std::string_view name) {
  return name.substr(0, name.find_last_not_of(kMarksOfNames) + 1);
}

double WorthOfNames(const std::vector<Identifier>& line, const std::vector<std::string>& names) {
  double worth = 0;
  for (const Identifier& identifier : line) {
    const bool is_sought = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return WithoutMark(name) == identifier.text;
    });
    if (!is_sought) continue;
    worth = std::max(worth, identifier.is_called ? kCallWorth : kMentionWorth);
  }
  return worth;
}

double WorthOfEnd(const std::vector<Identifier>& line) {
  const bool ends = !line.empty() && std::find(std::begin(kEndWords), std::end(kEndWords),
                                               line.front().text) != std::end(kEndWords);
  if (!ends) return 0;
  return line.size() > 1 ? kEndWorth : kBareEndWorth;
}

struct LineOfSource {
  std::uint32_t begin;
  std::uint32_t end;
};

std::vector<LineOfSource> SplitLines(std::string_view source) {
  std::vector<LineOfSource> lines;
  for (std::size_t begin = 0; begin < source.size();) {
    const std::size_t end = std::min(source.find('\n', begin), source.size());
    lines.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    begin = end + 1;
  }
  return lines;
}

// The line without white space around it.
LineOfSource WithoutMargins(std::string_view source, LineOfSource line) {
  while (line.begin < line.end && !IsInk(source[line.begin])) ++line.begin;
  while (line.begin < line.end && !IsInk(source[line.end - 1])) --line.end;
  return line;
}

// Whether a comment or a text covers a line. Asked for line after line.
class ProseFinder {
 public:
  explicit ProseFinder(std::vector<indexer::SyntaxToken> tokens) : tokens_(std::move(tokens)) {}

  bool Covers(LineOfSource line) {
    while (next_ < tokens_.size() && tokens_[next_].end < line.end) ++next_;
    if (next_ == tokens_.size()) return false;
    const indexer::SyntaxToken& token = tokens_[next_];
    const bool is_prose =
        token.kind == indexer::TokenKind::kComment || token.kind == indexer::TokenKind::kString;
    return is_prose && token.begin <= line.begin;
  }

 private:
  std::vector<indexer::SyntaxToken> tokens_;
  std::size_t next_ = 0;
};

}  // namespace

TellingQuestion TellingWordsOf(const retrieval::Question& question) {
  TellingQuestion telling;
  for (const retrieval::QuestionTerm& term : question.terms) {
    telling.words.push_back({.text = term.term, .weight = term.weight});
  }
  return telling;
}

std::uint32_t HeadLines(std::string_view source, std::string_view signature) {
  std::string sought;
  std::copy_if(signature.begin(), signature.end(), std::back_inserter(sought), IsInk);
  if (sought.empty()) return 0;
  std::string text;  // the ink of the lines so far
  std::uint32_t line = 0;
  for (std::size_t begin = 0; begin < source.size(); ++line) {
    const std::size_t end = std::min(source.find('\n', begin), source.size());
    const std::size_t unsought = text.size() - std::min(text.size(), sought.size());
    std::copy_if(source.begin() + static_cast<std::ptrdiff_t>(begin),
                 source.begin() + static_cast<std::ptrdiff_t>(end), std::back_inserter(text),
                 IsInk);
    if (text.find(sought, unsought) != std::string::npos) return line + 1;
    begin = end + 1;
  }
  return 1;
}

std::vector<double> LineWorths(std::string_view source, const TellingQuestion& question) {
  std::vector<double> worths;
  std::vector<Identifier> identifiers;
  for (const LineOfSource& line : SplitLines(source)) {
    IdentifiersOf(source.substr(line.begin, line.end - line.begin), identifiers);
    worths.push_back(WorthOfNames(identifiers, question.names) +
                     WorthOfWords(identifiers, question.words) + WorthOfEnd(identifiers));
  }
  return worths;
}

std::vector<std::uint32_t> LinesByWorth(std::string_view path, std::string_view source,
                                        std::vector<double> worths) {
  const std::vector<LineOfSource> lines = SplitLines(source);
  ProseFinder prose(indexer::SyntaxTokens(path, source));
  std::vector<std::uint32_t> ranked;
  for (std::uint32_t i = 0; i < lines.size(); ++i) {
    if (worths[i] <= 0) continue;
    if (prose.Covers(WithoutMargins(source, lines[i]))) worths[i] *= kProseShare;
    ranked.push_back(i);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return worths[a] > worths[b]; });
  return ranked;
}

std::vector<std::uint32_t> TellingLines(std::string_view path, std::string_view source,
                                        const TellingQuestion& question) {
  return LinesByWorth(path, source, LineWorths(source, question));
}

}  // namespace waymark::services
