// Parts of declarators and types that the grammars of C and C++ cannot parse, macros among them.
#include <algorithm>
#include <iterator>
#include <optional>

#include "languages/c_family/macro_masker.h"
#include "languages/c_family/reserved_words.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

// Endings of lower-case macros after a pointer; they stand for qualifiers.
constexpr std::string_view kPointerMacroEnds[] = {
    "_nonnull",  "_null_unspecified", "_nullability_unknown",
    "_nullable", "_restrict",         "_restrict__"};
// Tokens after which `typename` begins a value, or a type that parses without it.
constexpr std::string_view kBeforeTypenameValues[] = {"(", ",", "=", "{", "return"};

bool IsPointerMacro(std::string_view text) {
  return std::any_of(std::begin(kPointerMacroEnds), std::end(kPointerMacroEnds),
                     [text](std::string_view end) { return text.ends_with(end); });
}

bool IsPointer(std::string_view text) { return text == "*" || text == "&"; }

}  // namespace

// class Name FINAL {   struct Name FINAL : Base {   Masks macros after the type's name; `ahead`
// begins after the name.
CToken Masker::MaskBehindTypeName(CTokens ahead) {
  const CToken token = ahead.Next();
  if (token.kind != CTokenKind::kWord || !IsMacroName(Text(token))) return token;
  const CToken behind = ahead.Next();
  const std::string_view text = Text(behind);
  if (text != "{" && text != ":" && text != "final") return token;
  Mask(token.begin, token.end);
  return behind;
}

// T* absl_nonnull name   T& __restrict name   T* NONNULL name
bool Masker::MaskPointerMacro(const CToken& token) {
  if (head_.count == 0 || !IsPointer(Text(head_.last))) return false;
  const std::string_view text = Text(token);
  const bool is_known = IsPointerMacro(text);
  if (!is_known && !IsMacroName(text)) return false;
  CTokens ahead = tokens_;
  const CToken next = ahead.Next();
  const bool is_type = is_known && Text(next) == ">";  // vector<T* absl_nonnull>
  const bool is_before_name = next.kind == CTokenKind::kWord && !IsMacroName(Text(next)) &&
                              !IsIn(kBehindParameters, Text(next)) && !Text(next).starts_with("__");
  if (!is_type && !is_before_name) return false;
  Mask(token.begin, token.end);
  return true;
}

// api_inline int f(), atomic_word unsigned n: no type precedes a built-in one.
bool Masker::MaskBeforeBuiltIn(const CToken& token) {
  constexpr std::string_view kBeginnings = "bcdfilsuv";
  std::uint32_t next = token.end;
  while (next < bytes_.size() && (bytes_[next] == ' ' || bytes_[next] == '\t')) ++next;
  if (next == token.end || next == bytes_.size()) return false;
  if (kBeginnings.find(bytes_[next]) == kBeginnings.npos || bytes_[token.begin] == '_')
    return false;
  std::uint32_t end = next;
  while (end < bytes_.size() && IsWordCharacter(bytes_[end])) ++end;
  if (!IsIn(kBuiltInTypes, bytes_.substr(next, end - next)) || IsReservedWord(Text(token))) {
    return false;
  }
  Mask(token.begin, token.end);
  return true;
}

// BIT(ready); declares a member of a struct, whose name is its only argument.
bool Masker::DeclareByArgument(const MacroUse& use) {
  if (reserved_ != ReservedWords::kMacros) return false;
  const auto open = static_cast<std::uint32_t>(bytes_.find('(', use.begin));
  if (ReadsLikePath(open + 1, use.end - 1) &&
      bytes_.substr(open, use.end - open).find(':') == bytes_.npos) {
    Mask(open, open + 1);
    Mask(use.end - 1, use.end);
  } else {
    Mask(use.begin, use.next.end);
  }
  tokens_ = CTokens(bytes_, use.next.end);
  head_ = {};
  return true;
}

// NAMESPACE_BEGIN { ... }: what the macro opens holds declarations. Like the namespaces of macros
// without braces it is not known here, so the members seem to stand around it.
bool Masker::OpenNamespaceOfMacro() {
  constexpr std::string_view kOpened = "extern \"C\"";
  if (braces_.back() != Braces::kDeclarations || head_.count == 0) return false;
  const std::string_view name = Text(head_.first);
  const bool is_whole = head_.count == 1 || (head_.names == 1 && Text(head_.last) == ")");
  if (!is_whole || !IsMacroName(name) || name.find("NAMESPACE") == name.npos) return false;
  if (name.size() < kOpened.size()) return false;
  Mask(head_.first.begin, head_.last.end);
  buffer_.replace(head_.first.begin, kOpened.size(), kOpened);
  return true;
}

// void f(const void* = nullptr), template <typename T, T* = nullptr>: the grammar accepts a default
// for an unnamed type, but not for an unnamed pointer.
bool Masker::MaskNamelessPointer(const CToken& token) {
  if (!IsPointer(Text(token)) || head_.count == 0) return false;
  CTokens ahead = tokens_;
  std::uint32_t end = token.end;
  CToken next = ahead.Next();
  while (IsPointer(Text(next)) || IsIn(kQualifiers, Text(next))) {
    end = next.end;
    next = ahead.Next();
  }
  // `*=` and `==` are operators.
  if (Text(next) != "=" || next.begin == end || bytes_.substr(next.end, 1) == "=") return false;
  Mask(token.begin, end);
  tokens_ = CTokens(bytes_, end);
  return true;
}

// After the `=` of void f(const Names& names = {}): any value will do.
void Masker::ReplaceEmptyValue() {
  CTokens ahead = tokens_;
  const CToken open = ahead.Next();
  const CToken close = ahead.Next();
  if (Text(open) != "{" || Text(close) != "}") return;
  Mask(open.begin, close.end);
  buffer_[open.begin] = '0';
  tokens_ = CTokens(bytes_, close.end);
}

// In code, where calls and types in capitals are common: MAYBE_UNUSED const int x = 1; Type
// MAYBE_UNUSED x;
bool Masker::MaskLocalMacro(const CToken& token) {
  if (token.kind != CTokenKind::kWord || !IsMacroName(Text(token))) return false;
  CTokens ahead = tokens_;
  const CToken next = ahead.Next();
  if (next.kind != CTokenKind::kWord) return false;
  if (head_.count == 0) {
    if (!IsBeforeType(next, ahead)) return false;
  } else {
    const std::string_view last = Text(head_.last);
    const std::string_view behind = Text(ahead.Next());
    const bool is_behind_type = head_.last.kind == CTokenKind::kWord && !IsIn(kTypeWords, last) &&
                                !IsIn(kSpecifiers, last) && !IsIn(kBuiltInTypes, last) &&
                                !IsIn(kBeforeTypes, last) && !IsMacroName(last);
    if (!is_behind_type || (behind != ";" && behind != "=" && behind != "{")) return false;
  }
  Mask(token.begin, token.end);
  return true;
}

// f(typename T::type()): the grammar accepts `typename` in types only.
bool Masker::MaskTypenameOfValue(const CToken& token) {
  if (Text(token) != "typename" || head_.count == 0) return false;
  if (reserved_ == ReservedWords::kMacros) return false;  // a name in C
  if (!IsIn(kBeforeTypenameValues, Text(head_.last))) return false;
  Mask(token.begin, token.end);
  return true;
}

// #if __has_include(<version>), #if HAS_ATTRIBUTE(clang::nomerge): these are no call arguments.
void Masker::MaskConditionArguments(const CToken& directive) {
  for (std::uint32_t at = directive.begin; at < directive.end; ++at) {
    if (bytes_[at] != '(') continue;
    const std::string_view inside = bytes_.substr(at + 1, directive.end - at - 1);
    const std::size_t end = inside.find_first_of("()\n");
    if (end == std::string_view::npos || inside[end] != ')') continue;
    const std::string_view argument = inside.substr(0, end);
    const bool is_file = argument.starts_with('<') || argument.starts_with('"');
    if (!is_file && argument.find("::") == std::string_view::npos) continue;
    Mask(at + 1, at + 1 + static_cast<std::uint32_t>(end));
  }
}

}  // namespace waymark::indexer
