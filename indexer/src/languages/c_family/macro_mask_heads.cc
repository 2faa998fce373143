// Macros that make a function's head from a head, or from a type and a name, in their arguments.
// Also macros in a head that stand in the place of parameters.
#include <optional>
#include <vector>

#include "languages/c_family/macro_masker.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

// Words before a declaration that take arguments and are no macros.
constexpr std::string_view kNoHeads[] = {
    "_Alignas",   "_Atomic",  "__attribute", "__attribute__", "__declspec",     "__typeof",
    "__typeof__", "alignas",  "asm",         "decltype",      "explicit",       "noexcept",
    "operator",   "requires", "sizeof",      "static_assert", "_Static_assert", "typeof"};

bool CannotBeHead(std::string_view text) {
  return IsIn(kNoHeads, text) || IsIn(kBuiltInTypes, text) || IsIn(kTypeWords, text) ||
         IsIn(kBeforeTypes, text);
}

}  // namespace

// The argument that begins after `begin` and ends at `end` or a comma.
bool Masker::ReadsLikePath(std::uint32_t begin, std::uint32_t end) const {
  CTokens inside(bytes_.substr(0, end), begin);
  bool is_word = false;
  bool is_joined = true;
  for (CToken token = inside.Next(); token.kind != CTokenKind::kEnd; token = inside.Next()) {
    const bool joins = Text(token) == "::" || Text(token) == "~";
    if (!joins && (token.kind != CTokenKind::kWord || !is_joined)) return false;
    is_word = !joins;
    is_joined = joins;
  }
  return is_word;
}

// Words, pointers and template arguments.
static bool ReadsLikeType(std::string_view bytes, std::uint32_t begin, std::uint32_t end) {
  CTokens inside(bytes.substr(0, end), begin);
  int angles = 0;
  bool has_words = false;
  for (CToken token = inside.Next(); token.kind != CTokenKind::kEnd; token = inside.Next()) {
    const std::string_view text = token.Text(bytes);
    angles += text == "<" ? 1 : text == ">" ? -1 : 0;
    const bool is_word = token.kind == CTokenKind::kWord;
    const bool separates = text == "," && angles > 0;
    if (!is_word && !separates && text.find_first_not_of("*&<>:") != text.npos) return false;
    has_words |= is_word;
  }
  return has_words && angles == 0;
}

// Whether the text between the positions ends in parameters after a type and a name.
static bool ReadsLikeHead(std::string_view bytes, std::uint32_t begin, std::uint32_t end) {
  CTokens inside(bytes.substr(0, end), begin);
  bool is_declared = false;  // the current word follows a type
  int depth = 0;
  CToken last;
  for (CToken token = inside.Next(); token.kind != CTokenKind::kEnd; token = inside.Next()) {
    const std::string_view text = token.Text(bytes);
    if (token.kind == CTokenKind::kDirective) return false;
    if (depth == 0) {
      const bool is_word = token.kind == CTokenKind::kWord;
      if (last.Text(bytes) == ")" || (!is_word && text.find_first_not_of("*&<>:(") != text.npos)) {
        return false;
      }
      if (text == "(" && last.kind != CTokenKind::kWord) return false;
      const bool is_behind_type = last.kind == CTokenKind::kWord || last.Text(bytes) == "*" ||
                                  last.Text(bytes) == "&" || last.Text(bytes) == ">";
      if (is_word) is_declared = is_behind_type || (is_declared && last.Text(bytes) == "::");
    }
    depth += text == "(" ? 1 : text == ")" ? -1 : 0;
    last = token;
  }
  return is_declared && depth == 0 && last.Text(bytes) == ")";
}

// Whether a body follows the parameters in which `ahead` begins, within the look-ahead.
static bool HasBodyBehind(std::string_view bytes, CTokens ahead) {
  constexpr int kMaxTokens = 256;
  int depth = 1;
  for (int seen = 0; seen < kMaxTokens; ++seen) {
    const CToken token = ahead.Next();
    if (token.kind == CTokenKind::kEnd) return false;
    const std::string_view text = token.Text(bytes);
    if (depth == 0) {
      if (text == "{") return true;
      if (!IsIn(kBehindParameters, text)) return false;
    } else if (text == ";" || text == "{" || text == "}") {
      return false;
    }
    depth += text == "(" ? 1 : text == ")" ? -1 : 0;
  }
  return false;
}

// Only numbers, at least one.
static bool IsGivenNumbers(std::string_view bytes, const MacroUse& macro) {
  const std::size_t open = bytes.find('(', macro.begin);
  const std::string_view given = bytes.substr(open + 1, macro.end - open - 2);
  return given.find_first_of("0123456789") != given.npos &&
         given.find_first_not_of("0123456789, \t\r\n") == given.npos;
}

// static void printflike(1, 2) f(const char*, ...) { }   void f(const char*, ...) printflike(1, 2);
bool Masker::MaskNumberedAttribute(const CToken& name) {
  if (CannotBeHead(Text(name))) return false;
  CTokens ahead = tokens_;
  const std::optional<MacroUse> macro = ReadMacro(bytes_, name, ahead);
  if (!macro.has_value() || !macro->has_arguments || !IsGivenNumbers(bytes_, *macro)) return false;
  const std::string_view last = head_.count == 0 ? std::string_view() : Text(head_.last);
  const std::string_view next = Text(macro->next);
  const bool is_behind = last == ")" || IsIn(kBehindParameters, last);
  const bool is_end = is_behind && (next == ";" || next == "{");
  // `Widget widget(1) UNUSED;` is a variable: the word after an attribute has parameters.
  const std::size_t behind = bytes_.find_first_not_of(" \t\r\n", macro->next.end);
  const bool has_parameters = behind != bytes_.npos && bytes_[behind] != ';' &&
                              bytes_[behind] != '=' && bytes_[behind] != ',';
  const bool is_before = macro->next.kind == CTokenKind::kWord && has_parameters;
  if (!is_end && !is_before) return false;
  MaskUse(*macro);
  return true;
}

// UNUSED(static int f(int x)) { }   DEFINE(Status, Table::Get)(int key) { }
bool Masker::UnwrapHead(const CToken& name) {
  if (head_.names > 0 || head_.has_parameters || CannotBeHead(Text(name))) return false;
  CTokens ahead = tokens_;
  const std::optional<MacroUse> macro = ReadMacro(bytes_, name, ahead);
  if (!macro.has_value() || !macro->has_arguments) return false;
  const auto open = static_cast<std::uint32_t>(bytes_.find('(', name.end));
  const std::uint32_t close = macro->end - 1;
  const std::string_view next = Text(macro->next);
  if ((next == "{" || next == ";") && ReadsLikeHead(bytes_, open + 1, close)) {
    Mask(name.begin, open + 1);
    Mask(close, close + 1);
    tokens_ = CTokens(bytes_, open + 1);
    return true;
  }
  return next == "(" && HasBodyBehind(bytes_, ahead) && NameByArguments(*macro, open);
}

// The last argument is the name, the one before it the type.
bool Masker::NameByArguments(const MacroUse& macro, std::uint32_t open) {
  const std::uint32_t close = macro.end - 1;
  std::vector<std::uint32_t> commas = {open};
  int depth = 0;
  CTokens inside(bytes_.substr(0, close), open + 1);
  for (CToken token = inside.Next(); token.kind != CTokenKind::kEnd; token = inside.Next()) {
    const char first = bytes_[token.begin];
    depth += first == '(' || first == '<' ? 1 : first == ')' || first == '>' ? -1 : 0;
    if (first == ',' && depth == 0) commas.push_back(token.begin);
  }
  const std::size_t count = commas.size();
  if (count < 2 || !ReadsLikePath(commas[count - 1] + 1, close)) return false;
  const std::uint32_t type = commas[count - 2] + 1;
  if (!ReadsLikeType(bytes_, type, commas[count - 1])) return false;
  Mask(macro.begin, type);
  Mask(commas[count - 1], commas[count - 1] + 1);
  Mask(close, close + 1);
  head_.names += 2;
  tokens_ = CTokens(bytes_, macro.end);
  return true;
}

}  // namespace waymark::indexer
