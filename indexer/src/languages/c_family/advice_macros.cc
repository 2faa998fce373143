// Whole uses of macros, which the text is read without.
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "languages/c_family/c_advisor.h"
#include "languages/c_family/macro_masker.h"
#include "languages/c_family/reserved_words.h"

namespace waymark::indexer {
namespace {

// Macros of <inttypes.h>: PRIu64.
constexpr std::string_view kFormatMacros[] = {"PRI", "SCN"};
constexpr std::string_view kBeforeConditions[] = {"if", "switch", "while"};
constexpr std::size_t kMaxBareNames = 16;  // looked for in one text
constexpr std::size_t kMinBareUses = 2;    // of a macro that is written like a function

}  // namespace

// "text" NAME "text", "text" QUOTED("text") "text"
void CAdvisor::ProposeBesideString(std::size_t at, Changes& changes) const {
  const std::size_t first = at > kTokensBefore ? at - kTokensBefore : 0;
  for (std::size_t i = first; i < std::min(at + kTokensBehind, tokens_.size()); ++i) {
    const bool is_format = std::any_of(
        std::begin(kFormatMacros), std::end(kFormatMacros),
        [&](std::string_view prefix) { return IsWord(i) && TextAt(i).starts_with(prefix); });
    if (!MayBeMacro(i) && !is_format) continue;
    const std::size_t close = EndOfUse(i);
    if (!(i > 0 && HasStringBehind(i - 1)) && !HasStringBehind(close)) continue;
    TextChange change;
    if (close == i + 2 && HasStringBehind(i + 1)) {
      Blank(i, i + 1, change);
      Blank(close, close, change);
    } else {
      Blank(i, close, change);
    }
    changes.push_back(std::move(change));
  }
}

// Whether all uses of the name that begin a statement lack a semicolon, and there are several.
bool CAdvisor::IsAlwaysBare(std::size_t name) const {
  const auto known = bare_.find(TextAt(name));
  if (known != bare_.end()) return known->second;
  if (bare_.size() == kMaxBareNames) return false;
  return bare_[TextAt(name)] = CountBareUses(name) >= kMinBareUses;
}

// 0 if there is one with a semicolon.
std::size_t CAdvisor::CountBareUses(std::size_t name) const {
  std::size_t uses = 0;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (TextAt(i) != TextAt(name) || TextAt(i + 1) != "(" || !BeginsStatement(i)) continue;
    const std::size_t close = CloseOf(i + 1);
    if (close == 0 || HasLiteralBehind(close)) return 0;
    if (!IsWord(close + 1) && !IsDirective(close + 1) && TextAt(close + 1) != "}") return 0;
    ++uses;
  }
  return uses;
}

// main(argc, argv) int argc; {: declarations of parameters and a body follow.
bool CAdvisor::IsOldStyleHead(std::size_t close) const {
  constexpr std::size_t kMaxTokensOfHead = 64;
  const std::size_t end = std::min(close + kMaxTokensOfHead, tokens_.size());
  for (std::size_t i = close + 1; i < end; ++i) {
    const std::string_view text = TextAt(i);
    if (IsDirective(i) || text == "(" || text == "}" || text == "=") return false;
    if (text == "{") return TextAt(i - 1) == ";" || i == close + 1;
  }
  return false;
}

// Outside of functions, on lines of its own.
bool CAdvisor::IsAtFileLevel(std::size_t name, std::size_t close) const {
  const std::uint32_t begin = tokens_[name].begin;
  if (IsOldStyleHead(close)) return false;
  if (begin > 0 && text_[begin - 1] != '\n') return false;
  if (close + 1 >= tokens_.size() || IsDirective(close + 1)) return true;
  return IsWord(close + 1) && text_[tokens_[close + 1].begin - 1] == '\n';
}

// A macro at the beginning of a statement, without a semicolon.
void CAdvisor::ProposeStatement(std::size_t at, Changes& changes) const {
  constexpr std::size_t kMaxBack = 64;
  const std::size_t first = at > kMaxBack ? at - kMaxBack : 0;
  for (std::size_t i = std::min(at + 2, tokens_.size()); i-- > first;) {
    if (!IsPlainWord(i) || !BeginsStatement(i) || TextAt(i + 1) != "(") continue;
    const std::size_t close = CloseOf(i + 1);
    if (close == 0 || close + kMaxBack < at || HasLiteralBehind(close)) continue;
    const std::string_view next = TextAt(close + 1);
    const bool ends = next.empty() || next == "}" || next == "{" || next == "*" || next == "(";
    if (!ends && !IsWord(close + 1) && !IsDirective(close + 1)) continue;
    if (!MayBeMacro(i) && !IsAtFileLevel(i, close) && !IsAlwaysBare(i)) continue;
    std::uint32_t blank = tokens_[close].end;
    while (blank < text_.size() && (text_[blank] == '\r' || text_[blank] == '\n')) ++blank;
    if (blank < text_.size() && (text_[blank] == ' ' || text_[blank] == '\t')) {
      TextChange ended;
      ended.must_mend = true;
      ended.Put(blank, ";");
      changes.push_back(std::move(ended));
    }
    if (close > i + 2) {
      TextChange unwrapped;
      unwrapped.must_mend = true;
      Blank(i, i + 1, unwrapped);
      unwrapped.Put(tokens_[close].begin, ";");
      changes.push_back(std::move(unwrapped));
    }
    changes.push_back(Blanked(i, close));
  }
}

// A macro with arguments.
void CAdvisor::ProposeUse(std::size_t at, std::size_t close, Changes& changes) const {
  const std::string_view before = at > 0 ? TextAt(at - 1) : std::string_view();
  const std::string_view next = TextAt(close + 1);
  if (before == "(" || before == "=") {  // if (AVAILABLE(1.2, *)), typename = ENABLE_IF(x)
    TextChange value;
    value.must_mend = true;
    value.Put(tokens_[at].begin, before == "(" ? "0" : "int");
    value.Blank(text_, value.end(), tokens_[close].end);
    changes.push_back(std::move(value));
  }
  if (before == "," && (next == "," || next == ">" || next == ")")) {
    changes.push_back(Blanked(at - 1, close));
  }
  if (before == "," && next == "=") {  // template <typename T, ENABLE_IF(condition) = 0>
    const std::string_view last = TextAt(close + 2);
    const bool has_value = last == ">" || last == ",";
    TextChange element;
    element.Blank(text_, tokens_[at - 1].begin,
                  has_value ? tokens_[close + 2].begin : tokens_[close].end);
    changes.push_back(std::move(element));
  }
  if (IsWord(close + 1)) {  // typedef PLAIN_TYPE(T) Name;
    TextChange unwrapped;
    unwrapped.must_mend = true;
    Blank(at, at + 1, unwrapped);
    Blank(close, close, unwrapped);
    changes.push_back(std::move(unwrapped));
  }
  TextChange name = Blanked(at + 1, close);  // typename PLAIN_TYPE(T) Name;
  name.must_mend = true;
  changes.push_back(std::move(name));
  changes.push_back(Blanked(at, close));
}

// A macro anywhere: an attribute, a qualifier, an argument of a template.
void CAdvisor::ProposeMacro(std::size_t at, Changes& changes) const {
  if (!MayBeMacro(at)) return;
  const std::size_t close = EndOfUse(at);
  const std::string_view next = TextAt(close + 1);
  if (close > at && at > 0 && IsIn(kBeforeConditions, TextAt(at - 1))) {
    changes.push_back(Blanked(at, at));  // if EQUAL(x, y)
    return;
  }
  if (close > at) {
    ProposeUse(at, close, changes);
    if (next == ";") changes.push_back(Blanked(at, close + 1));
  }
  if (close == at || !IsReservedWord(TextAt(at))) {
    TextChange name = Blanked(at, at);
    name.must_mend = close == at;
    changes.push_back(std::move(name));
  }
  if (TextAt(at + 1) == ";") changes.push_back(Blanked(at, at + 1));
  std::size_t begin = at;  // of a row of macros
  while (begin > 0 && MayBeMacro(begin - 1)) --begin;
  if (begin < at) changes.push_back(Blanked(begin, close));
}

// All macros of the statement up to the error.
void CAdvisor::ProposeMacros(std::size_t at, std::size_t end, Changes& changes) const {
  TextChange all;
  const std::size_t begin = BeginOfStatement(at);
  for (std::size_t i = begin; i < end; ++i) {
    if (!MayBeMacro(i) || HasLiteralBehind(i)) continue;
    const std::size_t close = EndOfUse(i);
    if (at < end) changes.push_back(Blanked(i, close));
    Blank(i, close, all);
    i = close;
  }
  if (all.pieces.size() > 1) changes.push_back(std::move(all));
}

// api_word Type *f(), api_word Type f(), atomic_word size_t n: a word before a type.
void CAdvisor::ProposeAttribute(std::size_t at, Changes& changes) const {
  constexpr std::string_view kTypeEnd = "_t";
  std::size_t first = at;
  std::size_t last = at;
  while (first > 0 && IsPlainWord(first - 1)) --first;
  while (IsPlainWord(last + 1)) ++last;
  const std::string_view next = TextAt(last + 1);
  const std::size_t words = IsPlainWord(at) ? last + 1 - first : 0;
  const bool is_declared = (words > 1 && (next == "*" || next == "&")) ||
                           (words > 2 && (next == "(" || TextAt(first + 1).ends_with(kTypeEnd)));
  const std::string_view before = first > 0 ? TextAt(first - 1) : std::string_view();
  if (is_declared && (BeginsStatement(first) || IsIn(kSpecifiers, before) || before == "(")) {
    TextChange change = Blanked(first, first);
    change.must_mend = true;
    changes.push_back(std::move(change));
  }
  ProposeLabel(at, changes);
}

// public words:, signals:
void CAdvisor::ProposeLabel(std::size_t at, Changes& changes) const {
  if (is_cpp_ && at > 0 && IsPlainWord(at) && TextAt(at + 1) == ":") {
    const bool has_access = IsIn(kAccessWords, TextAt(at - 1)) || IsIn(kAccessWords, TextAt(at));
    if (has_access) {
      TextChange change =
          IsIn(kAccessWords, TextAt(at - 1)) ? Blanked(at, at) : Blanked(at, at + 1);
      change.must_mend = true;
      changes.push_back(std::move(change));
    }
  }
}

}  // namespace waymark::indexer
