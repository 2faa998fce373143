#include "text/text_pattern.h"

#include <algorithm>

#include "graph/open_names.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kPatternQuotes = "\"'`";
constexpr std::string_view kLiteralMarks = "fFrRbBuU$@:";  // in front of a quote
constexpr std::string_view kInterpolations = "{$#%";       // begin what is put in
// With one of these, another text may be meant.
constexpr std::string_view kChoices[] = {"?", "||", " if ", " or ", "\\"};

struct Part {
  std::string_view text;    // between the quotes
  std::string_view behind;  // the rest of the expression
  bool is_literal = false;
};

std::string_view Trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

bool IsPatternByte(char c) { return IsWordCharacter(c) || static_cast<unsigned char>(c) >= 0x80; }

bool IsPartOfName(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), IsPatternByte);
}

// The literal at the beginning.
Part FirstPart(std::string_view expression) {
  const std::size_t quote = expression.find_first_not_of(kLiteralMarks);
  if (quote == std::string_view::npos) return {};
  if (kPatternQuotes.find(expression[quote]) == std::string_view::npos) return {};
  const std::size_t close = expression.find(expression[quote], quote + 1);
  if (close == std::string_view::npos) return {};
  return {expression.substr(quote + 1, close - quote - 1), Trimmed(expression.substr(close + 1)),
          true};
}

// The literal at the end, if it is added to what stands before it.
std::string_view LastAdded(std::string_view expression) {
  const char quote = expression.back();
  if (expression.size() < 2 || kPatternQuotes.find(quote) == std::string_view::npos) return {};
  const std::size_t open = expression.rfind(quote, expression.size() - 2);
  if (open == std::string_view::npos || open == 0) return {};
  const std::string_view before = Trimmed(expression.substr(0, open));
  const bool is_added = before.ends_with('+') || before.ends_with(" .");
  return is_added ? expression.substr(open + 1, expression.size() - open - 2) : std::string_view();
}

// The part of a name in front of what is put in first; empty if nothing is put in.
std::string_view BeforeFirst(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), IsPatternByte);
  if (end == text.end() || kInterpolations.find(*end) == std::string_view::npos) return {};
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

// The part of a name behind what is put in last. A name of Ruby may end with a mark.
std::string_view BehindLast(std::string_view text) {
  const std::size_t close = text.rfind('}');
  if (close == std::string_view::npos) return {};
  const std::string_view end = text.substr(close + 1);
  std::string_view name = end;
  if (!name.empty() && (name.back() == '=' || name.back() == '!')) name.remove_suffix(1);
  return std::all_of(name.begin(), name.end(), IsPatternByte) ? end : std::string_view();
}

bool HasInterpolation(std::string_view text) {
  return text.find_first_of(kInterpolations) != std::string_view::npos;
}

}  // namespace

std::string PatternOf(std::string_view expression) {
  expression = Trimmed(expression);
  if (expression.empty()) return {};
  for (const std::string_view choice : kChoices) {
    if (expression.find(choice) != std::string_view::npos) return {};
  }
  PastedName name;
  name.is_between = false;
  const Part first = FirstPart(expression);
  if (first.is_literal) {
    const bool is_formatted = first.behind.starts_with('%') || first.behind.starts_with(".format(");
    const bool is_added = first.behind.starts_with('+') || first.behind.starts_with(". ");
    if (first.behind.empty() || is_formatted) {
      if (!HasInterpolation(first.text)) return {};
      name.prefix = BeforeFirst(first.text);
      name.suffix = BehindLast(first.text);
    } else if (is_added && IsPartOfName(first.text)) {
      name.prefix = first.text;
    } else if (!is_added) {
      return {};
    }
  }
  if (const std::string_view last = LastAdded(expression); IsPartOfName(last)) name.suffix = last;
  return name.prefix.empty() && name.suffix.empty() ? std::string() : TextOfPasted(name);
}

}  // namespace waymark::indexer
