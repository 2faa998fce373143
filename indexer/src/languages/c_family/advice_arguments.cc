// Arguments of macros that are no arguments of calls: types, operators, nothing, statements.
#include <string>
#include <utility>

#include "languages/c_family/c_advisor.h"
#include "languages/c_family/macro_masker.h"
#include "languages/c_family/reserved_words.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

// Words of a type beside names and built-in types.
constexpr std::string_view kTypeParts[] = {"class",    "const", "enum",     "signed",  "struct",
                                           "typename", "union", "unsigned", "volatile"};
constexpr std::string_view kOperatorBytes = "+-*/%&|^<>=!~";
constexpr std::string_view kAsserts[] = {"_Static_assert", "static_assert"};
constexpr int kMaxDepth = 3;

bool IsTypePart(std::string_view text) {
  return IsIn(kTypeParts, text) || IsIn(kBuiltInTypes, text);
}

}  // namespace

CAdvisor::ArgumentKind CAdvisor::KindOfArgument(std::size_t first, std::size_t end) const {
  if (first > 0 && HasLiteralBehind(first - 1)) return ArgumentKind::kValue;
  if (first == end) return ArgumentKind::kEmpty;
  bool has_name = false;
  bool has_mark = false;
  std::size_t operators = 0;
  for (std::size_t i = first; i < end; ++i) {
    const std::string_view text = TextAt(i);
    if (HasLiteralBehind(i)) return ArgumentKind::kValue;
    operators += kOperatorBytes.find(text[0]) != kOperatorBytes.npos ? 1 : 0;
    if (text == "*" || text == "&" || IsTypePart(text)) {
      has_mark = true;
    } else if (IsPlainWord(i) && (!has_name || TextAt(i - 1) == "::")) {
      has_name = true;
    } else if (text != "::" && operators != i + 1 - first) {
      return ArgumentKind::kValue;
    }
  }
  if (operators == end - first) return ArgumentKind::kOperator;
  const bool is_type = has_mark && (!IsPlainWord(end - 1) || IsTypePart(TextAt(first)));
  return is_type ? ArgumentKind::kType : ArgumentKind::kValue;
}

// Names of types stay, as values. A type without a name becomes a number.
void CAdvisor::BlankType(std::size_t first, std::size_t end, TextChange& change) const {
  const auto is_name = [&](std::size_t i) { return IsPlainWord(i) || TextAt(i) == "::"; };
  bool has_value = false;
  for (std::size_t i = first; i < end; ++i) has_value |= is_name(i);
  for (std::size_t i = first; i < end; ++i) {
    if (is_name(i)) continue;
    std::string blank(TextAt(i).size(), ' ');
    if (!std::exchange(has_value, true)) blank[0] = '0';
    change.Put(tokens_[i].begin, std::move(blank));
  }
}

// cast(char *, x), make(struct list), apply(+, x, y), name(, x)
void CAdvisor::ProposeArguments(std::size_t at, Changes& changes) const {
  const std::size_t open = OpenAround(at);
  const std::size_t close = open == 0 ? 0 : CloseOf(open);
  if (close == 0) return;
  TextChange change;
  change.must_mend = true;
  std::size_t first = open + 1;
  int depth = 0;
  for (std::size_t i = first; i <= close; ++i) {
    const std::string_view text = TextAt(i);
    if (depth == 0 && (text == "," || i == close)) {
      const ArgumentKind kind = KindOfArgument(first, i);
      const bool is_first = first == open + 1;
      if (kind == ArgumentKind::kType) {
        BlankType(first, i, change);
      } else if (kind != ArgumentKind::kValue && !(is_first && i == close)) {
        // With the comma before it, or with that behind it if it is the first.
        if (is_first) {
          Blank(first, i, change);
        } else {
          Blank(first - 1, i - 1, change);
        }
      }
      first = i + 1;
    }
    if (text == "(" || text == "[" || text == "{") ++depth;
    if (text == ")" || text == "]" || text == "}") --depth;
  }
  if (change.exists()) changes.push_back(std::move(change));
}

// Whether there are statements between the parentheses, or a declaration with a value.
bool CAdvisor::HoldsStatement(std::size_t open, std::size_t close) const {
  for (std::size_t i = open + 1; i < close; ++i) {
    const std::string_view text = TextAt(i);
    if (text == ";" || text == "if" || text == "return") return true;
    const bool is_declared = text == "=" && i > open + 2 && IsPlainWord(i - 1) &&
                             (IsWord(i - 2) || TextAt(i - 2) == "*") &&
                             text_.substr(tokens_[i].end, 1) != "=";
    if (is_declared) return true;
  }
  return false;
}

// Protect(f(x); g(x)), DEBUG(int n = f()): what a macro encloses. static_assert(x, MESSAGE) and
// decltype(f(), int()): only the first or last operand parses.
void CAdvisor::ProposeAround(std::size_t at, Changes& changes) const {
  std::size_t open = OpenAround(at);
  for (int level = 0; level < kMaxDepth && open > 0; ++level, open = OpenAround(open - 1)) {
    const std::size_t close = CloseOf(open);
    if (close == 0) return;
    if (!IsWord(open - 1)) continue;
    const std::string_view name = TextAt(open - 1);
    std::size_t comma = 0;
    int depth = 0;
    for (std::size_t i = open; i < close; ++i) {
      const std::string_view text = TextAt(i);
      depth += text == "(" ? 1 : text == ")" ? -1 : 0;
      if (text == "," && depth == 1) comma = i;
    }
    TextChange change;
    if (IsIn(kAsserts, name) && comma != 0) {
      change.Blank(text_, tokens_[comma].begin, tokens_[close].begin);
    } else if (name == "decltype" && comma != 0) {
      change.Blank(text_, tokens_[open].end, tokens_[comma].end);
    } else if (!IsReservedWord(name) && HoldsStatement(open, close)) {
      Blank(open - 1, open, change);
      Blank(close, close, change);
    }
    if (change.exists()) changes.push_back(std::move(change));
  }
}

}  // namespace waymark::indexer
