// Parts of C++ that its grammar cannot parse.
#include <algorithm>
#include <string>
#include <utility>

#include "languages/c_family/c_advisor.h"
#include "languages/c_family/macro_masker.h"
#include "languages/c_family/reserved_words.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kOperatorMarks = "+-*/%&|^<>=!~[]";
constexpr std::string_view kPrefixes[] = {"const", "throw", "typename"};
constexpr std::string_view kModuleWords[] = {"import", "module"};

}  // namespace

// x.operator[](i): one word for the parser; its text stays in the source.
void CAdvisor::NameOperator(std::size_t at, TextChange& change) const {
  const std::uint32_t begin = tokens_[at].end;
  std::uint32_t end = begin;
  if (text_.substr(end, 2) == "()") {
    end += 2;
  } else {
    while (end < text_.size() && text_[end] == ' ') ++end;
    while (end < text_.size() && kOperatorMarks.find(text_[end]) != kOperatorMarks.npos) ++end;
  }
  const std::size_t behind = std::min(text_.find_first_not_of(' ', end), text_.size() - 1);
  if (end == begin || (text_[behind] != '(' && text_[behind] != '<')) return;
  change.Put(begin, std::string(end - begin, '_'));
}

void CAdvisor::ReplaceWord(std::size_t at, TextChange& change) const {
  const std::string_view text = TextAt(at);
  const std::string_view before = at > 0 ? TextAt(at - 1) : std::string_view();
  const std::string_view next = TextAt(at + 1);
  if (IsIn(kPrefixes, text)) {  // f(throw x), template <typename T = const U*>
    Blank(at, at, change);
  } else if (text == "template" && (before == ">" || before == "." || before == "::")) {
    Blank(at, at, change);  // x.template f<T>()
  } else if (text == "operator") {
    NameOperator(at, change);
  } else if (text == "enum" && next == ":") {  // enum : unsigned {
    std::size_t brace = at + 2;
    while (IsWord(brace)) ++brace;
    if (TextAt(brace) == "{") Blank(at + 1, brace - 1, change);
  } else if (IsIn(kBuiltInTypes, text) && next == "(") {  // unsigned(x)
    Blank(at, at, change);
  } else if (text == "decltype" && next == "(" && before != ">") {  // decltype(x){}
    const std::size_t close = CloseOf(at + 1);
    if (close != 0 && TextAt(close + 1) == "{" && TextAt(close + 2) == "}") {
      Blank(at, at, change);
      Blank(close + 1, close + 2, change);
    }
  } else if (text == "friend" && before == "inline") {
    Blank(at - 1, at - 1, change);
  } else if (text == "export") {
    Blank(at, at, change);
  }
  if (IsIn(kModuleWords, IsWord(at + 1) && text == "export" ? next : text)) {
    std::size_t end = at;
    while (end + 1 < tokens_.size() && TextAt(end) != ";" && end < at + kTokensBehind) ++end;
    change.pieces.clear();
    if (TextAt(end) == ";" && BeginsStatement(at)) Blank(at, end, change);  // import std;
  }
}

void CAdvisor::ReplaceToken(std::size_t at, TextChange& change) const {
  const std::string_view text = TextAt(at);
  const std::uint32_t begin = tokens_[at].begin;
  const std::string_view next = TextAt(at + 1);
  if (text == "(" && next == "&" && TextAt(at + 2) == ")" && TextAt(at + 3) == "[") {
    std::size_t end = at + 4;  // typename Array = T (&)[N]
    while (IsWord(end)) ++end;
    if (TextAt(end) == "]") Blank(at, end, change);
  } else if (text == "=" && (next == "delete" || next == "default")) {
    Blank(at, at + 1, change);
  } else if (text == ">" && text_.substr(begin, 2) == ">=") {  // sizeof(T) >= n as an argument
    change.Put(begin, "==");
  } else if (text == "^") {  // T^ of C++/CLI
    change.Put(begin, "*");
  } else if (text == ":" && next == "decltype") {  // struct A : decltype(f()) {
    const std::size_t close = CloseOf(at + 2);
    if (close != 0 && TextAt(close + 1) == "{") Blank(at, close, change);
  } else if (text == "," && at > 0) {  // (f(), x) ? y : z
    const std::size_t open = OpenAround(at);
    if (open > 0 && !IsPlainWord(open - 1)) change.Put(begin, "|");
  }
  if (text != "*") return;
  const std::string_view around = begin > 1 ? text_.substr(begin - 2, 3) : std::string_view();
  if (around == "->*") {  // object->*member
    change.Put(begin - 2, " ||");
  } else if (around.ends_with(".*")) {
    change.Put(begin - 1, "||");
  } else if (at > 1 && TextAt(at - 1) == "::" && IsWord(at - 2)) {  // void (T::*method)()
    Blank(at - 2, at - 1, change);
  } else if (next == "[") {  // new T*[n]
    change.Put(begin, " ");
  } else if (next == ">" && at > 2) {  // template <typename T = const U*>
    if (TextAt(at - 2) == "const") Blank(at - 2, at - 2, change);
    Blank(at, at, change);
  }
}

// template class Table<int>; has no name to declare.
void CAdvisor::ProposeInstantiation(std::size_t at, Changes& changes) const {
  const std::size_t begin = BeginOfStatement(at);
  const std::size_t word = begin + (TextAt(begin) == "extern" ? 1 : 0);
  if (TextAt(word) != "template" || TextAt(word + 1) == "<") return;
  changes.push_back(Blanked(begin, word));
}

void CAdvisor::ProposeForGrammar(std::size_t at, Changes& changes) const {
  const std::size_t first = at > kTokensBefore ? at - kTokensBefore : 0;
  const std::size_t end = std::min(at + 2 * kTokensBehind, tokens_.size());
  TextChange casts;
  for (std::size_t i = first; i < end; ++i) {
    if (IsIn(kBuiltInTypes, TextAt(i)) && TextAt(i + 1) == "(") Blank(i, i, casts);
  }
  if (casts.pieces.size() > 1) changes.push_back(std::move(casts));
  ProposeInstantiation(at, changes);
  for (std::size_t i = first; i < end; ++i) {
    TextChange change;
    change.must_mend = TextAt(i) != "throw";
    if (IsWord(i)) {
      ReplaceWord(i, change);
    } else {
      ReplaceToken(i, change);
    }
    if (change.exists()) changes.push_back(std::move(change));
  }
}

}  // namespace waymark::indexer
