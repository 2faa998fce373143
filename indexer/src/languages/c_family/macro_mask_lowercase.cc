// Lower-case macros, which only their place distinguishes from functions and types: attributes with
// reserved names (`char __user *p`, `int __init f(void)`), and loops (`for_each_entry(x, list) {
// ... }`), which the grammar parses as calls without an end. Also macros of any name that stand for
// the keyword of a statement.
#include <algorithm>
#include <iterator>
#include <optional>

#include "languages/c_family/macro_masker.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kIf = "if";
constexpr std::size_t kMaxBranchBytes = 2048;  // the text after a longer block is not searched

// Names that the grammars support, and types.
constexpr std::string_view kKnownReserved[] = {
    "__alignof",     "__alignof__",   "__asm",      "__asm__",
    "__attribute",   "__attribute__", "__based",    "__builtin_va_list",
    "__cdecl",       "__clrcall",     "__const",    "__declspec",
    "__except",      "__extension__", "__fastcall", "__finally",
    "__forceinline", "__inline",      "__inline__", "__int128",
    "__leave",       "__ptr32",       "__ptr64",    "__restrict",
    "__restrict__",  "__signed__",    "__sptr",     "__stdcall",
    "__thiscall",    "__thread",      "__try",      "__typeof",
    "__typeof__",    "__unaligned",   "__uptr",     "__vectorcall",
    "__volatile",    "__volatile__"};
// Words followed by arguments in parentheses and then by more of the statement.
constexpr std::string_view kBeforeParentheses[] = {
    "_Alignas", "_Atomic", "__attribute", "__attribute__", "__declspec", "__typeof", "__typeof__",
    "alignas",  "asm",     "case",        "catch",         "co_return",  "co_yield", "decltype",
    "delete",   "else",    "for",         "goto",          "if",         "new",      "operator",
    "requires", "return",  "sizeof",      "switch",        "throw",      "typeof",   "while"};

}  // namespace

bool Masker::MayBeAttribute(std::string_view text) const {
  return reserved_ == ReservedWords::kMacros && text.starts_with("__") &&
         !IsIn(kKnownReserved, text);
}

// The names in the declaration so far, including `struct`.
std::size_t Masker::CountNames(const CToken& end) const {
  std::size_t names = 0;
  CTokens tokens(bytes_, head_.first.begin);
  for (CToken token = tokens.Next(); token.begin < end.begin; token = tokens.Next()) {
    if (token.kind != CTokenKind::kWord) {
      if (Text(token) != "*") return 0;
    } else if (!IsIn(kSpecifiers, Text(token))) {
      ++names;
    }
  }
  return names;
}

// int count __read_mostly = 0;   struct list *free __initdata;
bool Masker::IsBehindVariable(const CToken& token) const {
  const bool is_type = IsIn(kTypeWords, Text(head_.first)) || head_.is_type;
  return head_.parentheses == 0 && !IsIn(kBuiltInTypes, Text(head_.last)) &&
         CountNames(token) > (is_type ? 2u : 1u);
}

// After a type, a pointer or parameters, and before a token that continues a declaration.
bool Masker::IsAttribute(const MacroUse& macro, const CToken& token, CTokens ahead) const {
  const std::string_view next = Text(macro.next);
  if (head_.is_namespace) return false;
  if (head_.count == 0) return next == ";" && !macro.has_arguments;  // struct { ... } __packed;
  const std::string_view last = Text(head_.last);
  const bool in_code = braces_.back() >= Braces::kCode;
  if (!in_code && (last == ")" || last == "]")) {  // int f(void) __must_hold(lock);
    return next == ";" || next == "{" || next == "=" || macro.next.kind == CTokenKind::kWord;
  }
  const bool is_behind_word = head_.last.kind == CTokenKind::kWord && !IsIn(kTypeWords, last) &&
                              !IsIn(kSpecifiers, last) && !IsIn(kBeforeTypes, last);
  // int count __read_mostly = 0;   int field __aligned(8);
  if (next == ";" || next == "=") return is_behind_word && IsBehindVariable(token);
  if (macro.has_arguments) return false;
  if (next == "*") return is_behind_word;  // char __user *p
  if (macro.next.kind != CTokenKind::kWord) return false;
  if (in_code) return last == "(";  // (__force u32)value
  // int __init f(void)   char *__user p   void f(int a, __unused int b)
  if (last == "(" || last == ",") return head_.parentheses > 0 && IsBeforeType(macro.next, ahead);
  return is_behind_word || last == "*";
}

bool Masker::MaskReservedAttribute(const CToken& token) {
  CTokens ahead = tokens_;
  const std::optional<MacroUse> macro = ReadMacro(bytes_, token, ahead);
  if (!macro.has_value() || !IsAttribute(*macro, token, ahead)) return false;
  MaskUse(*macro);
  return true;
}

// CATCH(...) { }, CATCH(const Error&) { }: no call has such arguments. The block remains.
bool Masker::MaskCatch(const MacroUse& use) {
  constexpr std::string_view kConstWord = "const ";
  const std::size_t open = bytes_.find('(', use.begin);
  std::string_view given = bytes_.substr(open + 1, use.end - open - 2);
  const std::size_t last = given.find_last_not_of(" \t\r\n");
  const std::size_t first = given.find_first_not_of(" \t\r\n");
  if (last == std::string_view::npos) return false;
  given = given.substr(first, last + 1 - first);
  const bool is_declared =
      given == "..." || given.back() == '&' || given.back() == '*' || given.starts_with(kConstWord);
  if (is_declared) MaskUse(use);
  return is_declared;
}

// Whether `else` follows the block that the brace opens, within the look-ahead.
bool Masker::HasElseBehind(CToken brace) const {
  const std::string_view bytes = bytes_.substr(0, brace.begin + kMaxBranchBytes);
  CTokens ahead(bytes, brace.begin);
  int open = 0;
  for (CToken token = ahead.Next(); token.kind != CTokenKind::kEnd; token = ahead.Next()) {
    const std::string_view text = token.Text(bytes);
    if (text == "{") ++open;
    if (text == "}" && --open == 0) return ahead.Next().Text(bytes) == "else";
  }
  return false;
}

// IF_CONSTEXPR(...) { } else { }, else IF_CONSTEXPR(...) { }: the end of the name is replaced by
// `if`.
bool Masker::MaskConditionMacro(const CToken& token) {
  const bool is_else = head_.count == 1 && Text(head_.first) == "else";
  if ((head_.count > 0 && !is_else) || !IsMacroName(Text(token))) return false;
  CTokens ahead = tokens_;
  const std::optional<MacroUse> use = ReadMacro(bytes_, token, ahead);
  if (!use.has_value() || !use->has_arguments || Text(use->next) != "{") return false;
  if (!is_else && !HasElseBehind(use->next)) return false;
  Mask(token.begin, token.end);
  buffer_.replace(token.end - kIf.size(), kIf.size(), kIf);
  return true;
}

// A semicolon in place of the following blank makes the head of the loop a statement of its own.
bool Masker::EndMacroLoop(const CToken& token) {
  if (head_.count > 0 || token.kind != CTokenKind::kWord) return false;
  if (IsIn(kBeforeParentheses, Text(token))) return false;
  CTokens ahead = tokens_;
  const std::optional<MacroUse> use = ReadMacro(bytes_, token, ahead);
  if (!use.has_value() || !use->has_arguments) return false;
  if (use->next.kind != CTokenKind::kWord && Text(use->next) != "{") return false;
  if (Text(use->next) == "{" && MaskCatch(*use)) return true;
  std::uint32_t at = use->end;
  if (bytes_[at] == '\r') ++at;
  if (bytes_[at] == '\n') ++at;
  if (at >= use->next.begin || (bytes_[at] != ' ' && bytes_[at] != '\t')) return false;
  Mask(at, at + 1);
  buffer_[at] = ';';
  tokens_ = CTokens(bytes_, use->end);
  return true;
}

}  // namespace waymark::indexer
