#include "languages/c_family/macro_mask.h"

#include <optional>
#include <utility>
#include <vector>

#include "languages/c_family/macro_masker.h"
#include "text/characters.h"

namespace waymark::indexer {

std::string_view Masker::Run() {
  for (CToken token = tokens_.Next(); token.kind != CTokenKind::kEnd; token = tokens_.Next()) {
    See(token);
  }
  return is_masked_ ? std::string_view(buffer_) : bytes_;
}

void Masker::Mask(std::uint32_t begin, std::uint32_t end) {
  if (!is_masked_) buffer_.assign(bytes_);
  is_masked_ = true;
  for (std::uint32_t i = begin; i < end; ++i) {
    if (buffer_[i] != '\n') buffer_[i] = ' ';
  }
}

// Whether a macro at the beginning of a declaration is the whole declaration.
bool Masker::IsAlone(const MacroUse& use) const {
  if (Text(use.next) == "}") return !use.has_arguments || braces_.back() == Braces::kMembers;
  if (use.has_arguments) {  // WARNINGS_PUSH(4251) #if
    return use.next.kind == CTokenKind::kDirective && Text(use.next).starts_with("#if") &&
           braces_.back() == Braces::kDeclarations;
  }
  const std::string_view between = bytes_.substr(use.end, use.next.begin - use.end);
  return use.next.kind == CTokenKind::kDirective ||
         (IsMacroName(Text(use.next)) && between.find('\n') != std::string_view::npos);
}

void Masker::MaskUse(const MacroUse& use) {
  Mask(use.begin, use.end);
  tokens_ = CTokens(bytes_, use.end);
}

void Masker::See(const CToken& token) {
  if (token.kind == CTokenKind::kDirective) {
    SeeDirective(token);
    return;
  }
  const std::string_view text = Text(token);
  if (text == "{") {
    OpenBrace();
    return;
  }
  if (text == "}" || text == ";") {
    if (text == "}" && braces_.size() > 1) SetDepth(braces_.size() - 1);
    head_ = {};
    return;
  }
  if (token.kind == CTokenKind::kWord && (MaskPointerMacro(token) || MaskBeforeBuiltIn(token))) {
    return;
  }
  if (braces_.back() >= Braces::kEnumerators) {
    if (IsMacroName(text) && MaskMacroInside(token)) return;
    if (MayBeAttribute(text) && MaskReservedAttribute(token)) return;
    const bool in_code = braces_.back() == Braces::kCode;
    if (in_code && MaskInCode(token)) return;
    Count(token);
    if (text == ":" && in_code && EndsLabel()) head_ = {};
    return;
  }
  if (token.kind == CTokenKind::kWord) {
    if (SeeWord(token)) return;
  } else {
    const bool is_parameter = head_.parentheses > 0 || head_.angles > 0;
    if (is_parameter && MaskNamelessPointer(token)) return;
    if (is_parameter && text == "=") ReplaceEmptyValue();
    SeeCharacter(text);
    // A new declaration begins after an access label.
    if (text == ":" && head_.count == 1 && head_.last.kind == CTokenKind::kWord) {
      head_ = {};
      return;
    }
    if (text == ">" && IsInTemplateHead() && head_.angles == 0) {
      head_ = {};
      head_.is_template = true;
      return;
    }
  }
  Count(token);
}

bool Masker::MaskInCode(const CToken& token) {
  return MaskBlockMacro(token) || MaskConditionMacro(token) || EndMacroLoop(token) ||
         MaskTypeArgument(token) || MaskLocalMacro(token) || MaskTypenameOfValue(token);
}

void Masker::Count(const CToken& token) {
  if (head_.count++ == 0) head_.first = token;
  head_.last = token;
}

// `label:`, `default:` or `case VALUE:`; a statement follows.
bool Masker::EndsLabel() const {
  return (head_.count == 2 && head_.first.kind == CTokenKind::kWord) || Text(head_.first) == "case";
}

// Between the angle brackets of `template <...>`, or at their end.
bool Masker::IsInTemplateHead() const {
  return head_.names == 1 && Text(head_.first) == "template" && head_.parentheses == 0;
}

void Masker::SeeCharacter(std::string_view text) {
  if (text == "(" || text == ",") head_.parameter_names = 0;
  if (text == "(") ++head_.parentheses;
  if (text == ")") --head_.parentheses;
  if (text == "<") ++head_.angles;
  if (text == ">") --head_.angles;
  if (text == "::" && head_.names > 0) --head_.names;
  if (text == "::" && head_.parameter_names > 0) --head_.parameter_names;
  head_.has_parameters |= text == "(" && head_.angles == 0;
  head_.has_value |= text == "=" && head_.parentheses == 0 && head_.angles == 0;
}

void Masker::SetDepth(std::size_t depth) {
  // } else if (x) { in a branch: not whole, although its braces are balanced.
  if (!conditionals_.empty() && depth < conditionals_.back().depth) {
    conditionals_.back().is_whole = false;
  }
  braces_.resize(depth, Braces::kCode);
  type_names_.resize(depth);
}

// Whether the word is a macro that was just masked.
bool Masker::SeeWord(const CToken& token) {
  const std::string_view text = Text(token);
  const bool is_plain = head_.angles == 0 && head_.parentheses == 0 && !head_.has_value;
  const bool is_unwrapped = is_plain && (UnwrapParameters(token) || UnwrapHead(token));
  if (is_unwrapped || (is_plain && MaskNumberedAttribute(token))) return true;
  const bool is_reserved = MayBeAttribute(text) && !head_.has_value && head_.angles == 0;
  if (is_reserved && MaskReservedAttribute(token)) return true;
  const bool is_macro = IsMacroName(text) && !head_.has_value;
  if (head_.angles > 0) return is_macro && IsInTemplateHead() && MaskTemplateMacro(token);
  if (head_.parentheses > 0) {
    if (is_macro && MaskParameterMacro(token)) return true;
    if (!IsIn(kSpecifiers, text) && !IsIn(kTypeWords, text)) ++head_.parameter_names;
    return false;
  }
  if (text == "namespace") head_.is_namespace = true;
  if (text == "extern") head_.is_extern = true;
  if (IsIn(kTypeWords, text) && !head_.has_parameters) {
    head_.is_type = true;
    head_.is_enum |= text == "enum";
    MaskTypeMacros(token);
  } else if (head_.names == 0 ? (is_macro || is_reserved) && MaskLeadingMacro(token)
                              : is_macro && MaskTrailingMacro(token)) {
    return true;
  }
  if (!IsIn(kSpecifiers, text)) ++head_.names;
  return false;
}

void Masker::OpenBrace() {
  const std::string_view last = head_.last.end > 0 ? Text(head_.last) : std::string_view{};
  Braces kind = Braces::kCode;
  if (braces_.back() <= Braces::kMembers && !head_.has_value) {
    const bool is_function = head_.has_parameters && (last == ")" || IsIn(kBehindParameters, last));
    if (head_.is_namespace || (head_.is_extern && last == "extern")) {
      kind = Braces::kDeclarations;
    } else if (head_.is_type && !is_function) {
      kind = head_.is_enum ? Braces::kEnumerators : Braces::kMembers;
    }
  }
  if (braces_.back() == Braces::kCode && head_.count > 0 && last != ")" &&
      IsIn(kTypeWords, Text(head_.first))) {
    kind = Braces::kLocalType;
  }
  if (OpenNamespaceOfMacro()) kind = Braces::kDeclarations;
  braces_.push_back(kind);
  type_names_.push_back(head_.type_name);
  head_ = {};
}

// class API Name {   class API Name : ...   class API Name;   struct API(x) Name final {
void Masker::MaskTypeMacros(const CToken& keyword) {
  CTokens ahead(bytes_, keyword.end);
  std::vector<MacroUse> macros;
  CToken token = ahead.Next();
  while (token.kind == CTokenKind::kWord &&
         (IsMacroName(Text(token)) || MayBeAttribute(Text(token)))) {
    CTokens behind = ahead;
    const std::optional<MacroUse> macro = ReadMacro(bytes_, token, behind);
    if (!macro.has_value()) return;
    // The last word before the body is the name, even in capitals.
    if (macro->next.kind != CTokenKind::kWord || Text(macro->next) == "final") break;
    macros.push_back(*macro);
    token = macro->next;
    ahead = behind;
  }
  if (token.kind != CTokenKind::kWord) return;
  head_.type_name = Text(token);
  const CToken after = head_.is_enum ? ahead.Next() : MaskBehindTypeName(ahead);
  if (macros.empty()) return;
  const std::string_view text = Text(after);
  if (text != "{" && text != ":" && text != "final" && text != "<" && text != ";") return;
  // `struct NAME variable;` declares no type.
  if (text == ";" && Text(keyword) != "class") return;
  for (const MacroUse& macro : macros) Mask(macro.begin, macro.end);
}

// Whether `type` begins a type and a name, or a label, so that the word before it is neither.
bool Masker::IsBeforeType(const CToken& type, CTokens ahead) const {
  const std::string_view first = Text(type);
  CToken next = ahead.Next();
  if (IsIn(kBuiltInTypes, first) || IsIn(kTypeWords, first)) return true;
  if (IsIn(kBehindParameters, first)) {
    if (next.kind != CTokenKind::kWord) return false;
    next = ahead.Next();
  }
  if (Text(next) == ":") return IsIn(kAccessWords, Text(type));
  if (Text(next) == "(") {
    if (braces_.back() == Braces::kMembers && first == type_names_.back()) return true;
    return Text(ahead.Next()) == "*";  // API type (*pointer)(int);
  }
  std::string_view component = first;
  while (Text(next) == "::") {
    const CToken name = ahead.Next();
    if (Text(name) == "~") return true;
    if (name.kind != CTokenKind::kWord) return false;
    next = ahead.Next();
    if (Text(next) == "(" && Text(name) == component) return true;  // API Type::Type(int) {}
    component = Text(name);
  }
  if (Text(next) == "<") {
    int depth = 1;
    while (depth > 0) {
      next = ahead.Next();
      const std::string_view text = Text(next);
      if (next.kind == CTokenKind::kEnd || text == ";" || text == "{") return false;
      depth += text == "<" ? 1 : text == ">" ? -1 : 0;
    }
    next = ahead.Next();
  }
  return next.kind == CTokenKind::kWord || Text(next) == "*" || Text(next) == "&";
}

// Whether the name of a variable has just been read.
static bool EndsName(std::string_view bytes, CTokens ahead) {
  const std::string_view next = ahead.Next().Text(bytes);
  return next == ";" || next == "=" || next == "[";
}

// PRIVATE_UNLESS_TESTED: on a line of its own, like an access label.
bool Masker::MaskLabel(const MacroUse& macro) {
  if (braces_.back() != Braces::kMembers) return false;
  const std::size_t behind = bytes_.find_first_not_of(" \t\r", macro.next.end);
  const bool ends = behind == std::string_view::npos || bytes_[behind] == '\n';
  if (!ends) return false;  // FLAGS : 3;
  Mask(macro.begin, macro.next.end);
  tokens_ = CTokens(bytes_, macro.next.end);
  return true;
}

// API Type* f();   Q_OBJECT public:   DEPRECATED("x") void f();   static API int f();   API
// ~Type(); NAMESPACE_END }   NAMESPACE_BEGIN #if
bool Masker::MaskLeadingMacro(const CToken& token) {
  CTokens ahead = tokens_;
  const std::optional<MacroUse> macro = ReadMacro(bytes_, token, ahead);
  if (!macro.has_value()) return false;
  const CToken& next = macro->next;
  const bool is_first = head_.count == 0 && !head_.is_template;
  if (is_first && !macro->has_arguments && Text(next) == ":") return MaskLabel(*macro);
  const bool is_statement = macro->has_arguments && is_first && Text(next) == ";" &&
                            braces_.back() == Braces::kMembers && Text(token) != type_names_.back();
  const bool is_alone = is_first && IsAlone(*macro);
  const bool is_destructor = Text(next) == "~" && braces_.back() == Braces::kMembers;
  if (is_statement && DeclareByArgument(*macro)) return true;
  if (!is_statement && !is_alone && !is_destructor) {
    const bool may_define = is_first && braces_.back() == Braces::kDeclarations;
    if (may_define && macro->has_arguments && Text(next) == ";") MaskTypesGiven(*macro);
    if (next.kind != CTokenKind::kWord) return false;
    if (!macro->has_arguments && !IsBeforeType(next, ahead)) return false;
    // extern TYPE_OF(thread) name;
    if (macro->has_arguments && head_.count > 0 && !head_.is_template && EndsName(bytes_, ahead))
      return false;
  }
  MaskUse(*macro);
  return true;
}

// TRY { ... } CATCH_ALL { ... }: the blocks remain. Braces without a statement belong to an object
// of a type.
bool Masker::MaskBlockMacro(const CToken& token) {
  constexpr int kMaxTokens = 256;
  if (head_.count > 0 || !IsMacroName(Text(token))) return false;
  CTokens ahead = tokens_;
  if (Text(ahead.Next()) != "{") return false;
  int depth = 1;
  for (int i = 0; i < kMaxTokens && depth > 0; ++i) {
    const CToken next = ahead.Next();
    const std::string_view text = Text(next);
    if (next.kind == CTokenKind::kEnd) return false;
    if (text == ";") {
      Mask(token.begin, token.end);
      return true;
    }
    depth += text == "{" || text == "(" ? 1 : text == "}" || text == ")" ? -1 : 0;
  }
  return false;
}

// FLAG(const char*, name, "", "help"): the types are no arguments of a call, and beside other
// arguments no parameters. Each is masked with an adjacent comma. A list of types alone is a
// parameter list.
void Masker::MaskTypesGiven(const MacroUse& use) {
  struct Argument {
    std::uint32_t begin;
    std::uint32_t end;  // of the comma after it
    bool is_type;
  };

  std::vector<Argument> arguments;
  CTokens inside(bytes_, use.begin);
  inside.Next();
  std::uint32_t begin = inside.Next().end;
  int depth = 0;
  bool is_type = true;
  bool has_words = false;
  bool is_begun = false;  // by a word that cannot begin an expression
  bool is_named = false;  // continues without another name
  std::size_t types = 0;
  while (begin < use.end) {
    const CToken token = inside.Next();
    const std::string_view text = Text(token);
    const bool is_last = token.end >= use.end;
    if (is_last || (depth == 0 && text == ",")) {
      arguments.push_back({begin, token.end, is_type && has_words});
      types += arguments.back().is_type ? 1 : 0;
      begin = token.end;
      is_type = true;
      has_words = false;
      is_begun = false;
      is_named = false;
      continue;
    }
    depth += text == "(" || text == "{" || text == "[" ? 1 : 0;
    depth -= text == ")" || text == "}" || text == "]" ? 1 : 0;
    const bool is_word = token.kind == CTokenKind::kWord;
    const bool begins = IsIn(kBuiltInTypes, text) || IsIn(kQualifiers, text);
    const bool names = is_begun && !is_named && is_word;
    const bool wraps = is_named && (text == "*" || text == "&");
    const bool goes_on = is_begun && text == "::";
    is_type = is_type && (begins || names || wraps || goes_on);
    is_begun = is_begun || begins;
    if (is_word) is_named = is_named || !IsIn(kQualifiers, text);
    if (goes_on) is_named = false;
    has_words = true;
  }
  if (types == arguments.size()) return;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].is_type) continue;
    const bool is_last = i + 1 == arguments.size();
    Mask(is_last ? arguments[i].begin - 1 : arguments[i].begin,
         is_last ? arguments[i].end - 1 : arguments[i].end);
  }
}

// container_of(pointer, struct item, member), list_of(struct item, other)
bool Masker::MaskTypeArgument(const CToken& token) {
  const std::string_view text = Text(token);
  const bool is_tag = text == "struct" || text == "union" || text == "enum";
  if (!is_tag || head_.count == 0) return false;
  const std::string_view last = Text(head_.last);
  CTokens ahead = tokens_;
  if (ahead.Next().kind != CTokenKind::kWord) return false;
  const CToken next = ahead.Next();
  const bool is_argument = (last == "," && (Text(next) == "," || Text(next) == ")")) ||
                           (last == "(" && Text(next) == ",");
  if (is_argument) Mask(token.begin, token.end);
  return is_argument;
}

// int n GUARDED_BY(mutex);   void f() const EXCLUDES(mutex) {   void f() NOEXCEPT;
bool Masker::MaskTrailingMacro(const CToken& token) {
  if (head_.is_type && !head_.has_parameters) return false;
  const std::string_view last = Text(head_.last);
  // After a type and a name.
  const bool is_behind_name = head_.last.kind == CTokenKind::kWord && head_.names > 1 &&
                              !IsIn(kBuiltInTypes, last) && !IsIn(kSpecifiers, last);
  // `char *const NAME = "x";` is a variable.
  const bool is_qualified = head_.has_parameters && IsIn(kBehindParameters, last);
  const bool is_behind = last == ")" || last == "]" || is_qualified;
  if (!is_behind && !is_behind_name) return false;
  CTokens ahead = tokens_;
  const std::optional<MacroUse> macro = ReadMacro(bytes_, token, ahead);
  if (!macro.has_value()) return false;
  if (!macro->has_arguments && !is_behind) return false;  // `int NAME;`
  const std::string_view text = Text(macro->next);
  const bool is_end = text == ";" || text == "{" || text == "=" || text == ":" ||
                      (macro->next.kind == CTokenKind::kWord &&
                       (IsMacroName(text) || IsIn(kBehindParameters, text)));
  if (!is_end) return false;
  MaskUse(*macro);
  return true;
}

// int f OF((int n)); hides parameters from compilers without prototypes. A list between two pairs
// of parentheses after a name that reads like parameters is the parameter list.
bool Masker::UnwrapParameters(const CToken& name) {
  const std::string_view last = Text(head_.last);
  const bool is_behind_name = head_.names > 1 && head_.last.kind == CTokenKind::kWord &&
                              !IsIn(kBuiltInTypes, last) && !IsIn(kSpecifiers, last);
  const std::size_t open = bytes_.find_first_not_of(kBlanks, name.end);
  if (!is_behind_name || open == std::string_view::npos || bytes_[open] != '(') return false;
  const std::size_t first = bytes_.find_first_not_of(kBlanks, open + 1);
  if (first == std::string_view::npos || bytes_[first] != '(') return false;
  CTokens ahead = tokens_;
  const std::optional<MacroUse> macro = ReadMacro(bytes_, name, ahead);
  if (!macro.has_value() || !macro->has_arguments) return false;
  const std::string_view next = Text(macro->next);
  if (next != ";" && next != "," && next != "{") return false;
  const std::size_t close = macro->end - 1;
  const std::size_t inner = bytes_.find_last_not_of(kBlanks, close - 1);
  if (bytes_[inner] != ')' || inner <= first) return false;
  CTokens inside(bytes_.substr(0, inner + 1), first);
  int depth = 0;
  bool reads_like_parameters = false;
  bool is_word = false;  // the token before
  for (CToken token = inside.Next(); token.kind != CTokenKind::kEnd; token = inside.Next()) {
    const std::string_view text = Text(token);
    const bool was_word = std::exchange(is_word, token.kind == CTokenKind::kWord);
    reads_like_parameters |= (was_word && (is_word || text == "*")) || text == "void";
    if (text == "(") ++depth;
    if (text == ")" && --depth == 0 && token.end != inner + 1) return false;  // ((a), (b))
  }
  if (!reads_like_parameters) return false;
  Mask(name.begin, static_cast<std::uint32_t>(open) + 1);
  Mask(static_cast<std::uint32_t>(close), static_cast<std::uint32_t>(close) + 1);
  tokens_ = CTokens(bytes_, first);
  return true;
}

// void f(const Type& value LIFETIME_BOUND);
bool Masker::MaskParameterMacro(const CToken& token) {
  const bool is_behind_name = head_.last.kind == CTokenKind::kWord && head_.parameter_names > 1 &&
                              !IsIn(kBuiltInTypes, Text(head_.last));
  CTokens ahead = tokens_;
  const std::optional<MacroUse> macro = ReadMacro(bytes_, token, ahead);
  const std::string_view next = macro.has_value() ? Text(macro->next) : std::string_view{};
  if (!is_behind_name || (next != "," && next != ")" && next != "=")) return false;
  MaskUse(*macro);
  return true;
}

// template <typename T, ENABLE_IF(condition<T>)>
bool Masker::MaskTemplateMacro(const CToken& token) {
  CTokens ahead = tokens_;
  const std::optional<MacroUse> macro = ReadMacro(bytes_, token, ahead);
  if (!macro.has_value() || !macro->has_arguments || Text(head_.last) != ",") return false;
  if (Text(macro->next) != "," && Text(macro->next) != ">") return false;
  Mask(head_.last.begin, head_.last.end);
  MaskUse(*macro);
  return true;
}

// In code: if CONSTEXPR (condition). Among enumerators: ALL_OF_THEM(X) NEXT, yet A = BIT(0)
bool Masker::MaskMacroInside(const CToken& token) {
  const bool is_list = braces_.back() == Braces::kEnumerators;
  const std::string_view last = head_.count == 0 ? std::string_view() : Text(head_.last);
  if (is_list ? last == "=" : last != "if") return false;
  CTokens ahead = tokens_;
  const std::optional<MacroUse> macro = ReadMacro(bytes_, token, ahead);
  if (!is_list) {
    Mask(token.begin, token.end);
    return true;
  }
  if (!macro.has_value() || !macro->has_arguments || Text(macro->next) == "=") return false;
  MaskUse(*macro);
  // The list ends with a comma of its own, or with one after it. An attribute has none.
  const bool is_attribute = head_.count > 0 && head_.last.kind == CTokenKind::kWord;
  if (Text(macro->next) == "," && !is_attribute) Mask(macro->next.begin, macro->next.end);
  return true;
}

std::string_view MaskMacros(std::string_view bytes, std::string& buffer) {
  std::string plain;
  if (!MaskAttributes(bytes, plain)) return Masker(bytes, buffer, ReservedWords::kNames).Run();
  const std::string_view masked = Masker(plain, buffer, ReservedWords::kNames).Run();
  if (masked.data() == plain.data()) buffer = std::move(plain);
  return buffer;
}

std::string_view MaskCMacros(std::string_view bytes, std::string& buffer) {
  return Masker(bytes, buffer, ReservedWords::kMacros).Run();
}

}  // namespace waymark::indexer
