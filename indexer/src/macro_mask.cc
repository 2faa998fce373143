#include "macro_mask.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

#include "c_tokens.h"

namespace waymark::indexer {

namespace {

// What braces enclose. Only declarations hold macros that are worth masking.
enum class Braces : std::uint8_t { kDeclarations, kMembers, kEnumerators, kCode };

constexpr std::string_view kTypeWords[] = {"class", "enum", "struct", "union"};
constexpr std::string_view kAccessWords[] = {"private", "protected", "public", "signals"};
constexpr std::string_view kSpecifiers[] = {"const",    "constexpr", "explicit", "extern",
                                            "friend",   "inline",    "mutable",  "static",
                                            "typename", "virtual",   "volatile"};
constexpr std::string_view kBuiltInTypes[] = {"auto", "bool",  "char",   "double",   "float", "int",
                                              "long", "short", "signed", "unsigned", "void"};
constexpr std::string_view kBehindParameters[] = {"const",    "final", "noexcept",
                                                  "override", "try",   "volatile"};

template <std::size_t kSize>
bool IsOneOf(const std::string_view (&list)[kSize], std::string_view text) {
  return std::find(std::begin(list), std::end(list), text) != std::end(list);
}

// Macros are written in capitals: API, GUARDED_BY, Q_OBJECT.
bool IsMacroName(std::string_view text) {
  constexpr std::size_t kShortest = 3;
  return text.size() >= kShortest && text[0] != '_' &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
         });
}

class Masker {
 public:
  Masker(std::string_view bytes, std::string& buffer)
      : bytes_(bytes), buffer_(buffer), tokens_(bytes) {}

  std::string_view Run();

 private:
  // What the current declaration has said so far.
  struct Head {
    bool is_namespace = false;
    bool is_type = false;
    bool is_enum = false;
    bool is_extern = false;
    bool has_parameters = false;
    bool has_value = false;
    int parentheses = 0;  // open ones
    int angles = 0;
    std::size_t count = 0;  // tokens
    std::size_t names = 0;  // words that are no specifiers, a qualified name being one
    CToken first;
    CToken last;  // token before the current one
    std::string_view type_name;
  };

  // An open #if: where its directives lie, and whether each branch is a part of its own.
  struct Conditional {
    std::vector<CToken> directives;
    std::size_t depth = 0;  // of braces at the #if
    Head head;              // the same
    bool is_whole = true;   // begins and ends between statements, braces matched
    bool is_cplusplus = false;
  };

  void See(const CToken& token);
  void Count(const CToken& token);
  void SeeWord(const CToken& token);
  void SeeDirective(const CToken& token);
  void MaskComments(const CToken& directive);
  void SeeCharacter(std::string_view text);
  void SetDepth(std::size_t depth);
  void OpenBrace();
  bool IsBetweenStatements() const;
  void CloseBranch(Conditional& conditional);
  void CloseConditional(const Conditional& conditional, const CToken& end);
  void MaskExternC(const Conditional& conditional, const CToken& end);
  void MaskTypeMacros(const CToken& keyword);
  bool IsBeforeType(const CToken& type, CTokens ahead) const;
  bool MaskLeadingMacro(const CToken& token);
  bool MaskTrailingMacro(const CToken& token);
  std::optional<CToken> SkipArguments(CTokens& tokens) const;
  void Mask(std::uint32_t begin, std::uint32_t end);

  std::string_view Text(const CToken& token) const { return token.Text(bytes_); }

  std::string_view bytes_;
  std::string& buffer_;
  CTokens tokens_;
  bool is_masked_ = false;
  std::vector<Braces> braces_{Braces::kDeclarations};
  std::vector<std::string_view> type_names_ = {
      std::string_view()};  // of the types whose members the braces enclose
  std::vector<Conditional> conditionals_;
  Head head_;
};

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

// From behind the name of a macro past its argument list; the closing parenthesis when there is
// one.
std::optional<CToken> Masker::SkipArguments(CTokens& tokens) const {
  int depth = 0;
  std::uint32_t begin = 0;
  for (CToken token = tokens.Next(); token.kind != CTokenKind::kEnd; token = tokens.Next()) {
    if (begin == 0) begin = token.begin;
    if (token.end - begin > kMaxMacroArgumentBytes) return std::nullopt;
    const std::string_view text = Text(token);
    if (text == "(") ++depth;
    if (text == ")" && --depth == 0) return token;
    if (depth == 0 || text == ";" || text == "{") return std::nullopt;
  }
  return std::nullopt;
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
  if (braces_.back() == Braces::kCode || braces_.back() == Braces::kEnumerators) {
    Count(token);
    return;
  }
  if (token.kind == CTokenKind::kWord) {
    SeeWord(token);
  } else {
    SeeCharacter(text);
    // Labels of access begin a declaration anew.
    if (text == ":" && head_.count == 1 && head_.last.kind == CTokenKind::kWord) {
      head_ = {};
      return;
    }
  }
  Count(token);
}

void Masker::Count(const CToken& token) {
  if (head_.count++ == 0) head_.first = token;
  head_.last = token;
}

void Masker::SeeCharacter(std::string_view text) {
  if (text == "(") ++head_.parentheses;
  if (text == ")") --head_.parentheses;
  if (text == "<") ++head_.angles;
  if (text == ">") --head_.angles;
  if (text == "::" && head_.names > 0) --head_.names;
  head_.has_parameters |= text == "(" && head_.angles == 0;
  head_.has_value |= text == "=" && head_.parentheses == 0 && head_.angles == 0;
}

void Masker::SetDepth(std::size_t depth) {
  braces_.resize(depth, Braces::kCode);
  type_names_.resize(depth);
}

void Masker::SeeWord(const CToken& token) {
  const std::string_view text = Text(token);
  if (head_.angles > 0 || head_.parentheses > 0) return;
  if (!IsOneOf(kSpecifiers, text)) ++head_.names;
  if (text == "namespace") head_.is_namespace = true;
  if (text == "extern") head_.is_extern = true;
  if (IsOneOf(kTypeWords, text) && !head_.has_parameters) {
    head_.is_type = true;
    head_.is_enum |= text == "enum";
    MaskTypeMacros(token);
    return;
  }
  if (!IsMacroName(text) || head_.has_value) return;
  const bool is_masked = head_.count == 0 ? MaskLeadingMacro(token) : MaskTrailingMacro(token);
  if (is_masked) --head_.names;
}

void Masker::OpenBrace() {
  const std::string_view last = head_.last.end > 0 ? Text(head_.last) : std::string_view{};
  Braces kind = Braces::kCode;
  if (braces_.back() <= Braces::kMembers && !head_.has_value) {
    const bool is_function =
        head_.has_parameters && (last == ")" || IsOneOf(kBehindParameters, last));
    if (head_.is_namespace || (head_.is_extern && last == "extern")) {
      kind = Braces::kDeclarations;
    } else if (head_.is_type && !is_function) {
      kind = head_.is_enum ? Braces::kEnumerators : Braces::kMembers;
    }
  }
  braces_.push_back(kind);
  type_names_.push_back(head_.type_name);
  head_ = {};
}

// class API Name {   class API Name : ...   class API Name;   struct API(x) Name final {
void Masker::MaskTypeMacros(const CToken& keyword) {
  CTokens ahead(bytes_, keyword.end);
  std::vector<CToken> macros;  // begin of the name, end of the arguments
  CToken token = ahead.Next();
  for (;;) {
    if (token.kind != CTokenKind::kWord || !IsMacroName(Text(token))) break;
    CToken macro = token;
    CTokens behind = ahead;
    CToken next = ahead.Next();
    if (Text(next) == "(") {
      const std::optional<CToken> close = SkipArguments(behind);
      if (!close.has_value()) return;
      macro.end = close->end;
      ahead = behind;
      next = ahead.Next();
    }
    // The last word before the body is the name, even in capitals.
    if (next.kind != CTokenKind::kWord || Text(next) == "final") break;
    macros.push_back(macro);
    token = next;
  }
  if (token.kind != CTokenKind::kWord) return;
  head_.type_name = Text(token);
  if (macros.empty()) return;
  const CToken after = ahead.Next();
  const std::string_view text = Text(after);
  if (text != "{" && text != ":" && text != "final" && text != "<" && text != ";") return;
  // `struct NAME variable;` is no declaration of a type.
  if (text == ";" && Text(keyword) != "class") return;
  for (const CToken& macro : macros) Mask(macro.begin, macro.end);
}

// Whether `type` begins a type and a name, or a label, so that what stands before it is neither.
bool Masker::IsBeforeType(const CToken& type, CTokens ahead) const {
  const std::string_view first = Text(type);
  CToken next = ahead.Next();
  if (IsOneOf(kBuiltInTypes, first) || IsOneOf(kTypeWords, first)) return true;
  if (IsOneOf(kBehindParameters, first)) {
    if (next.kind != CTokenKind::kWord) return false;
    next = ahead.Next();
  }
  if (Text(next) == ":") return IsOneOf(kAccessWords, Text(type));
  if (Text(next) == "(") return Text(ahead.Next()) == "*";  // API type (*pointer)(int);
  while (Text(next) == "::") {
    if (ahead.Next().kind != CTokenKind::kWord) return false;
    next = ahead.Next();
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

// API Type* f();   Q_OBJECT public:   DEPRECATED("x") void f();
bool Masker::MaskLeadingMacro(const CToken& token) {
  CTokens ahead = tokens_;
  CToken macro = token;
  CTokens behind = ahead;
  CToken next = ahead.Next();
  const bool has_arguments = next.kind == CTokenKind::kOther && Text(next) == "(";
  if (has_arguments) {
    const std::optional<CToken> close = SkipArguments(behind);
    if (!close.has_value()) return false;
    macro.end = close->end;
    ahead = behind;
    next = ahead.Next();
  }
  const bool is_statement = has_arguments && Text(next) == ";" &&
                            braces_.back() == Braces::kMembers && Text(token) != type_names_.back();
  if (!is_statement) {
    if (next.kind != CTokenKind::kWord) return false;
    if (!has_arguments && !IsBeforeType(next, ahead)) return false;
  }
  Mask(macro.begin, macro.end);
  tokens_ = CTokens(bytes_, macro.end);
  return true;
}

// int n GUARDED_BY(mutex);   void f() const EXCLUDES(mutex) {   void f() NOEXCEPT;
bool Masker::MaskTrailingMacro(const CToken& token) {
  if (head_.is_type && !head_.has_parameters) return false;
  const std::string_view last = Text(head_.last);
  // Behind a type and a name; this word has been counted too.
  const bool is_behind_name = head_.last.kind == CTokenKind::kWord && head_.names > 2 &&
                              !IsOneOf(kBuiltInTypes, last) && !IsOneOf(kSpecifiers, last);
  const bool is_behind = last == ")" || last == "]" || IsOneOf(kBehindParameters, last);
  if (!is_behind && !is_behind_name) return false;
  CTokens ahead = tokens_;
  CTokens behind = ahead;
  CToken macro = token;
  CToken next = ahead.Next();
  const bool has_arguments = next.kind == CTokenKind::kOther && Text(next) == "(";
  if (has_arguments) {
    const std::optional<CToken> close = SkipArguments(behind);
    if (!close.has_value()) return false;
    macro.end = close->end;
    ahead = behind;
    next = ahead.Next();
  } else if (!is_behind) {
    return false;  // `int NAME;`
  }
  const std::string_view text = Text(next);
  const bool is_end =
      text == ";" || text == "{" || text == "=" || text == ":" ||
      (next.kind == CTokenKind::kWord && (IsMacroName(text) || IsOneOf(kBehindParameters, text)));
  if (!is_end) return false;
  Mask(macro.begin, macro.end);
  tokens_ = CTokens(bytes_, macro.end);
  return true;
}

// The grammar ends the text of a macro at a comment, whatever the continued lines behind it say,
// and at a line that only a comment continues.
void Masker::MaskComments(const CToken& directive) {
  for (std::uint32_t at = directive.begin; at < directive.end;) {
    const auto end = static_cast<std::uint32_t>(EndOfPiece(bytes_, at));
    if (bytes_.substr(at, 2) == "/*") {
      Mask(at, end);
      for (std::uint32_t i = at + 2; i < end; ++i) {
        if (bytes_[i] == '\n') buffer_[i - 1] = '\\';
      }
    }
    at = end;
  }
}

void Masker::SeeDirective(const CToken& token) {
  std::string_view text = Text(token);
  if (text.find('\n') != std::string_view::npos) MaskComments(token);
  text.remove_prefix(1);
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  if (text.starts_with("if")) {
    Conditional& conditional = conditionals_.emplace_back();
    conditional.directives.push_back(token);
    conditional.depth = braces_.size();
    conditional.head = head_;
    conditional.is_whole = IsBetweenStatements();
    conditional.is_cplusplus =
        text.find("__cplusplus") != std::string_view::npos && !text.starts_with("ifndef");
    return;
  }
  if (conditionals_.empty()) return;
  if (text.starts_with("el")) {
    CloseBranch(conditionals_.back());
    conditionals_.back().directives.push_back(token);
  } else if (text.starts_with("endif")) {
    Conditional conditional = std::move(conditionals_.back());
    conditionals_.pop_back();
    CloseConditional(conditional, token);
  }
}

// Macros may stand for whole statements, and lists may be cut behind each comma.
bool Masker::IsBetweenStatements() const {
  if (head_.count == 0) return true;
  const std::string_view last = Text(head_.last);
  if (braces_.back() == Braces::kEnumerators) return last == ",";
  if (braces_.back() == Braces::kCode && last == ":") return true;
  if (last == ")") return IsMacroName(Text(head_.first));
  return head_.last.kind == CTokenKind::kWord && IsMacroName(last);
}

// The next branch begins with what the first began with.
void Masker::CloseBranch(Conditional& conditional) {
  conditional.is_whole &= braces_.size() == conditional.depth && IsBetweenStatements();
  SetDepth(conditional.depth);
  head_ = conditional.head;
}

// Branches that are no whole statements: the first is kept, as if there were no #if.
void Masker::CloseConditional(const Conditional& conditional, const CToken& end) {
  if (conditional.is_cplusplus) MaskExternC(conditional, end);
  const bool ends_whole = braces_.size() == conditional.depth && IsBetweenStatements();
  if (conditional.is_whole && ends_whole) return;
  Mask(conditional.directives[0].begin, conditional.directives[0].end);
  const bool has_branches = conditional.directives.size() > 1;
  Mask(has_branches ? conditional.directives[1].begin : end.begin, end.end);
}

// extern "C" { and its brace, each in an #ifdef of its own: blanked together with the directives.
void Masker::MaskExternC(const Conditional& conditional, const CToken& end) {
  const CToken& first = conditional.directives[0];
  CTokens inside(bytes_, first.end);
  CToken token = inside.Next();
  if (Text(token) == "extern") token = inside.Next();
  const std::string_view text = Text(token);
  if (text != "{" && text != "}") return;
  const CToken last = inside.Next();
  if (last.kind != CTokenKind::kDirective) return;
  Mask(first.end, last.begin);
  if (last.begin == end.begin) SetDepth(conditional.depth);
}

}  // namespace

std::string_view MaskMacros(std::string_view bytes, std::string& buffer) {
  return Masker(bytes, buffer).Run();
}

}  // namespace waymark::indexer
