#include "languages/c_family/unconsumed_words.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "extract/definition_finder.h"
#include "extract/unconsumed_reference.h"
#include "graph/open_names.h"
#include "languages/c_family/macro_masker.h"
#include "languages/c_family/reserved_words.h"
#include "syntax/c_tokens.h"
#include "syntax/macro_text.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kAttributeWords[] = {"__attribute", "__attribute__", "__declspec"};
// Tokens after a declared name.
constexpr std::string_view kBehindDeclared[] = {",", ";", ")", "=", "["};
// Directives whose words are no uses.
constexpr std::string_view kSilentDirectives[] = {"else",   "endif", "error",  "line",
                                                  "pragma", "undef", "warning"};
constexpr std::string_view kBeforeLabels[] = {")", ":", ";", "{", "}"};
constexpr int kAttributeDepth = 2;  // of brackets around an attribute's name
constexpr std::string_view kDefineDirective = "define";
constexpr std::string_view kIncludeDirective = "include";

// Words before a use: `return x;`, `struct x *`. A type before a name is not among them.
bool IsBeforeUse(std::string_view word) {
  return IsReservedWord(word) && !IsIn(kBuiltInTypes, word);
}

using CodeTokens = std::vector<CToken>;

class UnconsumedWords {
 public:
  explicit UnconsumedWords(FactsDraft& draft)
      : draft_(draft), bytes_(draft.bytes()), marks_(draft) {}

  void Run() {
    for (const Binding& binding : draft_.facts().bindings) {
      const bool is_local = draft_.IsLocal(binding.scope);
      if (is_local) locals_.emplace(OwnerOf(draft_, binding.scope), binding.name);
    }
    Read(0, bytes_.size(), {});
    std::sort(found_.begin(), found_.end());
    DefinitionFinder finder(draft_.facts());
    for (const auto& [begin, text] : found_) Add(begin, text, finder);
  }

 private:
  using Parameters = std::span<const std::string_view>;  // in order

  static bool IsParameter(Parameters parameters, std::string_view word) {
    return std::binary_search(parameters.begin(), parameters.end(), word);
  }

  // Reads the code between two places, or the text of a macro.
  void Read(std::size_t begin, std::size_t end, Parameters parameters) {
    const std::string_view code = bytes_.substr(0, end);
    CTokens source(code, begin);
    CodeTokens tokens;
    for (CToken token = source.Next(); token.kind != CTokenKind::kEnd; token = source.Next()) {
      if (token.kind == CTokenKind::kDirective) {
        ReadDirective(token);
      } else {
        tokens.push_back(token);
      }
    }
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (const std::size_t behind = BehindAttributes(tokens, i); behind != i) {
        i = behind - 1;
      } else if (const std::size_t last = ReadPasted(tokens, i, parameters); last != i) {
        i = last;
      } else if (tokens[i].kind == CTokenKind::kWord && IsUse(tokens, i)) {
        if (!IsParameter(parameters, tokens[i].Text(bytes_))) Find(tokens[i]);
      }
    }
  }

  // The number after the byte, which is no token: 1 of `name ## 1`.
  std::string_view NumberBehind(std::size_t at) const {
    const std::size_t begin =
        std::min(bytes_.find_first_not_of(kDirectiveBlanks, at), bytes_.size());
    std::size_t end = begin;
    const bool is_number = begin < bytes_.size() && bytes_[begin] >= '0' && bytes_[begin] <= '9';
    while (is_number && end < bytes_.size() && IsWordCharacter(bytes_[end])) ++end;
    return bytes_.substr(begin, end - begin);
  }

  // The parts of a ## b ## 1 from `at`, and the last token of them.
  std::size_t PartsOfPasted(const CodeTokens& tokens, std::size_t at,
                            std::vector<std::string_view>& parts) const {
    const auto is_word = [&](std::size_t i) {
      return i < tokens.size() && tokens[i].kind == CTokenKind::kWord;
    };
    if (!is_word(at)) return at;
    parts.push_back(TextAt(tokens, at));
    while (TextAt(tokens, at + 1) == "#" && TextAt(tokens, at + 2) == "#") {
      const std::string_view number = NumberBehind(tokens[at + 2].end);
      if (number.empty() && !is_word(at + 3)) break;
      at += number.empty() ? 3 : 2;
      parts.push_back(number.empty() ? TextAt(tokens, at) : number);
    }
    return at;
  }

  // Returns `at` if nothing is pasted there, else the last token that is.
  std::size_t ReadPasted(const CodeTokens& tokens, std::size_t at, Parameters parameters) {
    constexpr std::string_view kRest = "__VA_ARGS__";
    std::vector<std::string_view> parts;
    const std::size_t last = PartsOfPasted(tokens, at, parts);
    if (parts.size() < 2) return at;
    std::string before;
    std::string behind;
    std::size_t given = 0;
    for (const std::string_view part : parts) {
      const bool is_given = part == kRest || IsParameter(parameters, part);
      if (is_given) behind.clear();
      given += is_given ? 1 : 0;
      if (!is_given) (given == 0 ? before : behind) += part;
    }
    if (before.empty() && behind.empty()) return last;  // any name at all
    const bool is_known = given == 0;
    found_.emplace_back(tokens[at].begin,
                        is_known ? before : TextOfPasted({before, behind, given == 1}));
    return last;
  }

  void ReadDirective(const CToken& directive) {
    const std::string_view text = directive.Text(bytes_);
    const auto behind = [text](std::size_t at, auto is_in) {
      while (at < text.size() && is_in(text[at])) ++at;
      return at;
    };
    std::size_t at = behind(1, IsDirectiveBlank);
    std::size_t end = behind(at, IsWordCharacter);
    const std::string_view name = text.substr(at, end - at);
    if (IsIn(kSilentDirectives, name)) return;
    at = behind(end, IsDirectiveBlank);
    const bool names_file = at < text.size() && (text[at] == '<' || text[at] == '"');
    if (name == kIncludeDirective && names_file) return;
    std::vector<std::string_view> parameters;
    if (name == kDefineDirective) {
      at = behind(at, IsWordCharacter);
      if (at < text.size() && text[at] == '(') {
        parameters = ParametersOf(text.substr(at));
        at = std::min(text.find(')', at), text.size());
      }
    }
    Read(directive.begin + at, directive.end, parameters);
  }

  // In order, with variadic ones by their name: args...
  static std::vector<std::string_view> ParametersOf(std::string_view text) {
    constexpr std::string_view kRest = "...";
    std::vector<std::string_view> parameters = MacroArguments(text);
    for (std::string_view& parameter : parameters) {
      if (!parameter.ends_with(kRest)) continue;
      parameter.remove_suffix(kRest.size());
      parameter = parameter.substr(0, parameter.find_last_not_of(kDirectiveBlanks) + 1);
    }
    std::sort(parameters.begin(), parameters.end());
    return parameters;
  }

  std::string_view TextAt(const CodeTokens& tokens, std::size_t at) const {
    return at < tokens.size() ? tokens[at].Text(bytes_) : std::string_view();
  }

  // Skips attributes that begin at `at`: only the arguments of their words name anything.
  std::size_t BehindAttributes(const CodeTokens& tokens, std::size_t at) {
    const bool is_word = IsIn(kAttributeWords, TextAt(tokens, at));
    const bool is_bracket = TextAt(tokens, at) == "[" && TextAt(tokens, at + 1) == "[" &&
                            tokens[at].end == tokens[at + 1].begin;
    if (!is_word && !is_bracket) return at;
    if (is_word && TextAt(tokens, at + 1) != "(") return at + 1;
    int depth = 0;
    std::size_t i = is_word ? at + 1 : at;
    for (; i < tokens.size(); ++i) {
      const char first = bytes_[tokens[i].begin];
      if (first == '(' || first == '[') ++depth;
      if ((first == ')' || first == ']') && --depth == 0) return i + 1;
      if (tokens[i].kind == CTokenKind::kWord && depth > kAttributeDepth) Find(tokens[i]);
    }
    return i;
  }

  // Whether the tokens around the word show that it is a use.
  bool IsUse(const CodeTokens& tokens, std::size_t at) const {
    const std::string_view before = at > 0 ? TextAt(tokens, at - 1) : std::string_view();
    const std::string_view behind = TextAt(tokens, at + 1);
    if (before == "goto") return false;
    if (behind == ":" && (at == 0 || IsIn(kBeforeLabels, before))) return false;
    const std::size_t begin = tokens[at].begin;
    const std::size_t end = tokens[at].end;
    const bool is_pasted = bytes_.substr(end, 2) == "##" || (begin > 0 && bytes_[begin - 1] == '#');
    if (is_pasted) return false;
    if (before == "~" && IsNamed(tokens[at - 1])) return false;
    return !IsIn(kBehindDeclared, behind) || !IsDeclared(tokens, at);
  }

  // int x;  struct S* x;  vector<T> x;  } x;  void f(int (*x)(int));
  bool IsDeclared(const CodeTokens& tokens, std::size_t at) const {
    if (at == 0) return false;
    std::size_t type = at - 1;
    const bool is_member = TextAt(tokens, type) == ">" && bytes_[tokens[type].begin - 1] == '-';
    if (is_member) return false;
    if (TextAt(tokens, type) == "}") return true;
    while (type > 0 && IsPointer(TextAt(tokens, type))) --type;
    const bool is_function = type > 0 && type + 1 < at && TextAt(tokens, type) == "(" &&
                             TextAt(tokens, at + 1) == ")" && TextAt(tokens, at + 2) == "(";
    if (is_function) --type;
    const std::string_view text = TextAt(tokens, type);
    return text == ">" || (tokens[type].kind == CTokenKind::kWord && !IsBeforeUse(text));
  }

  static bool IsPointer(std::string_view text) {
    return text == "*" || text == "&" || text == "const";
  }

  bool IsNamed(const CToken& token) const { return marks_.IsNamed(draft_.PositionOf(token.begin)); }

  void Find(const CToken& token) {
    const std::string_view word = token.Text(bytes_);
    const bool is_name = word.size() >= kMinWordBytes && word.size() <= kMaxNameBytes;
    if (!is_name || marks_.IsRead(token.begin) || IsReservedWord(word) || IsNamed(token)) return;
    found_.emplace_back(token.begin, word);
  }

  void Add(std::uint32_t begin, std::string_view text, DefinitionFinder& finder) {
    const DefinitionIndex owner = finder.At(draft_.PositionOf(begin));
    const Word word = draft_.words().Intern(text);
    if (locals_.contains({owner, word}) || !added_.insert({owner, word}).second) return;
    AddUnconsumedReference(draft_, word, begin, owner);
  }

  FactsDraft& draft_;
  std::string_view bytes_;
  ReadMarks marks_;
  std::set<std::pair<DefinitionIndex, Word>> locals_;
  std::set<std::pair<DefinitionIndex, Word>> added_;
  std::vector<std::pair<std::uint32_t, std::string>> found_;  // by byte
};

}  // namespace

void AddUnconsumedWords(FactsDraft& draft) { UnconsumedWords(draft).Run(); }

}  // namespace waymark::indexer
