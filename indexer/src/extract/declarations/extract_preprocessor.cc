// Macros and conditional compilation.
#include <algorithm>
#include <utility>

#include "extract/extraction.h"
#include "syntax/c_tokens.h"
#include "syntax/macro_text.h"
#include "text/characters.h"

namespace waymark::indexer {

namespace {

constexpr std::string_view kGuardValue = "1";  // value of some include guards

std::size_t EndOfWord(std::string_view text, std::size_t at) {
  while (at < text.size() && IsWordCharacter(text[at])) ++at;
  return at;
}

// The words of a macro's text, without literals and comments.
class MacroWords {
 public:
  explicit MacroWords(std::string_view text) : text_(text) {}

  // Empty at the end.
  std::string_view Next() {
    end_of_last_ = at_;
    before_ = after_;
    while (at_ < text_.size() && !BeginsWord(text_[at_])) {
      const std::size_t begin = at_;
      at_ = IsWordCharacter(text_[begin]) ? EndOfWord(text_, begin) : EndOfPiece(text_, begin);
      if (!IsDirectiveBlank(text_[begin])) before_ = text_[begin];
    }
    begin_ = at_;
    at_ = EndOfWord(text_, begin_);
    after_ = kOfWord;
    return text_.substr(begin_, at_ - begin_);
  }

  // The position of the last word, the text after it, and the last non-blank character before it,
  // kOfWord after another word.
  std::size_t begin() const { return begin_; }

  std::string_view rest() const { return text_.substr(at_); }

  // The text between the last word and the word before it, or the beginning.
  std::string_view gap() const { return text_.substr(end_of_last_, begin_ - end_of_last_); }

  char before() const { return before_; }

  static constexpr char kOfWord = 'a';

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_of_last_ = 0;
  char before_ = ' ';
  char after_ = ' ';
};

// How a word continues the one before it.
enum class MacroStep : std::uint8_t {
  kNew,
  kPath,    // a::word
  kMember,  // a.word, a()->word, a<b>::word
  kPasted,  // a##word
};

constexpr Expression kAnyArgument{ExpressionKind::kParameter};  // an argument of the macro
constexpr std::string_view kPathMark = "::";

MacroStep StepBehind(std::string_view gap) {
  const bool joins = gap.starts_with(kPathMark);  // `return ::f()` has a blank before the mark
  const auto trim = [&] {
    while (!gap.empty() && IsDirectiveBlank(gap.back())) gap.remove_suffix(1);
  };
  trim();
  if (gap.ends_with(kPaste)) return MacroStep::kPasted;
  if (gap.ends_with('.') || gap.ends_with("->")) return MacroStep::kMember;
  if (!gap.ends_with(kPathMark)) return MacroStep::kNew;
  if (joins && gap.size() == kPathMark.size()) return MacroStep::kPath;
  gap.remove_suffix(kPathMark.size());
  trim();
  return gap.ends_with('>') || gap.ends_with(')') ? MacroStep::kMember : MacroStep::kNew;
}

// Excludes `*`, after which a pointer may be declared. The last one marks the beginning of the
// text.
constexpr std::string_view kBeforeMacroValues = "(,=?:{[!~+-/%<>|^& ";
constexpr std::string_view kBehindMacroValues = ",);:}]=+-/%<>|^&?!.";

// `f (x)` is a call too.
std::string_view SkipBlanks(std::string_view text) {
  while (!text.empty() && IsDirectiveBlank(text.front())) text.remove_prefix(1);
  return text;
}

// Whether a word is passed, assigned or computed with as it is, or is the whole text; `behind` does
// not begin with a blank.
bool IsPlainValue(char before, std::string_view behind) {
  return kBeforeMacroValues.find(before) != std::string_view::npos &&
         (behind.empty() || kBehindMacroValues.find(behind.front()) != std::string_view::npos);
}

}  // namespace

// Code inside an include guard is not conditional, and the guard's macro is no definition. A macro
// with a value, or with nothing after it, is no guard: `#ifndef SIZE #define SIZE 8`.
void Extraction::EnterConditional(Frame& frame) {
  const NodeIndex name = FindChild(frame.node, *frame.rule, ChildRole::kCondition);
  const bool is_guard = [&] {
    if (name == kNoIndex || frames_.size() != 2 || !TextOf(frame.node).starts_with("#ifndef")) {
      return false;
    }
    const NodeIndex define = node(name).next;
    if (define >= frame.end || RoleOf(define) != Role::kMacro) return false;
    const Rule& rule = rules_.RuleOf(node(define).symbol);
    const NodeIndex macro = FindChild(define, rule, ChildRole::kName);
    if (macro == kNoIndex || TextOf(macro) != TextOf(name)) return false;
    if (FindChild(define, rule, ChildRole::kParameters) != kNoIndex) return false;
    const NodeIndex value = FindChild(define, rule, ChildRole::kValue);
    if (value != kNoIndex && TextOf(value) != kGuardValue) return false;
    if (node(define).next >= frame.end) return false;
    guard_node_ = define;
    return true;
  }();
  if (is_guard) {
    name_node_ = name;
  } else {
    frame.context |= kInCondition;
  }
}

void Extraction::VisitMacro(const Frame& parent, NodeIndex index, const Rule& rule) {
  const NodeIndex name = FindChild(index, rule, ChildRole::kName);
  if (index == guard_node_ || name == kNoIndex || node(name).end == node(name).begin) return;
  const NodeIndex value = FindChild(index, rule, ChildRole::kValue);
  const NodeIndex parameters = FindChild(index, rule, ChildRole::kParameters);
  Definition definition;
  definition.name = WordOf(name);
  definition.kind = rule.kind;
  definition.flags = static_cast<std::uint16_t>(rule.flags | kSymbolExported);
  if ((parent.context & kInCondition) != 0) definition.flags |= kSymbolConditional;
  definition.range = draft_.RangeOf(node(index).begin, node(index).end);
  definition.name_position = draft_.PositionOf(node(name).begin);
  definition.signature = Signature(Fold(node(index).begin, node(index).end));
  if (parameters != kNoIndex) {
    std::uint32_t count = 0;
    for (NodeIndex at = parameters + 1; at < node(parameters).next; at = node(at).next) ++count;
    definition.parameter_count = static_cast<std::uint8_t>(std::min(count, 254u));
    definition.required_count = definition.parameter_count;
  }
  const DefinitionIndex macro = AddDefinition(definition, node(index).begin);
  if (value == kNoIndex) return;
  if (parameters != kNoIndex && language().has_old_style_functions) {
    macros_.Add(TextOf(name), {MacroArguments(TextOf(parameters)), TextOf(value)});
  }
  ReadMacroText(parent, macro, parameters, value);
  if (parameters == kNoIndex) ReadOpenedNamespaces(definition, value);
}

// #define BEGIN_NAMESPACE namespace shop { inline namespace v1 { The uses of such a macro are
// masked, so that the code inside is at the top level: the namespace is a definition whose scope is
// the enclosing one.
void Extraction::ReadOpenedNamespaces(const Definition& macro, NodeIndex value) {
  constexpr std::string_view kKeyword = "namespace";
  const std::string_view text = TextOf(value);
  const auto braces = [&](char brace) { return std::count(text.begin(), text.end(), brace); };
  const bool is_open = braces('{') > braces('}');
  ScopeIndex scope = 0;
  MacroWords words(text);
  std::string_view last[2];  // words before this one
  for (std::string_view name = words.Next(); !name.empty(); name = words.Next()) {
    const bool opens = last[1] == kKeyword && last[0] != "inline" &&
                       words.before() == MacroWords::kOfWord && name.size() <= kMaxNameBytes;
    last[0] = std::exchange(last[1], name);
    // #define OPEN_NAMESPACE namespace shop: the brace stands behind each use.
    const bool is_last = SkipBlanks(words.rest()).empty();
    if (!opens || (!is_open && !is_last)) continue;
    Definition opened;
    opened.name = draft_.words().Intern(name);
    opened.kind = SymbolKind::kPackage;
    opened.scope = scope;
    opened.flags = kSymbolMacro | kSymbolExported | kSymbolNamespaceOnly;
    opened.range = macro.range;
    opened.name_position =
        draft_.PositionOf(node(value).begin + static_cast<std::uint32_t>(words.begin()));
    const DefinitionIndex definition = draft_.AddDefinition(opened);
    scope = draft_.AddScope(scope, ScopeKind::kNamespace, definition);
    draft_.facts().definitions[definition].inner_scope = scope;
  }
}

// The text of a macro has no syntax tree, so its words count as identifiers. A word before a
// parenthesis is a call. A member, an argument by itself, an operand, an assigned word or the whole
// text is a value, unless it is a parameter or keyword. The operand of `.`, `->`, or of a `::` that
// does not join two words is unknown before the macro is used: such a word is a member of anything.
void Extraction::ReadMacroText(const Frame& parent, DefinitionIndex macro, NodeIndex parameters,
                               NodeIndex value) {
  const std::string_view text = TextOf(value);
  draft_.CountText(macro, Field::kIdentifiers, text);
  const auto is_parameter = [&](std::string_view name) {
    if (parameters == kNoIndex) return false;
    for (NodeIndex at = parameters + 1; at < node(parameters).next; at = node(at).next) {
      if (TextOf(at) == name) return true;
    }
    return false;
  };
  std::size_t uses = 0;
  ExpressionIndex path = kNoIndex;  // path that ends with the last word
  bool is_open = false;             // the path begins with a parameter or a non-word
  MacroWords words(text);
  for (std::string_view name = words.Next(); !name.empty() && uses < kMaxMacroUses;
       name = words.Next()) {
    if (name.size() > kMaxNameBytes) continue;
    const Word word = draft_.words().Intern(name);
    const auto byte = node(value).begin + static_cast<std::uint32_t>(words.begin());
    const MacroStep step = StepBehind(words.gap());
    const bool goes_on = step == MacroStep::kPath && path != kNoIndex;
    is_open = step == MacroStep::kMember || (goes_on ? is_open : is_parameter(name));
    path = is_open   ? AddMember(draft_.AddExpression(kAnyArgument, byte), word, byte)
           : goes_on ? AddPathMember(path, word, byte)
                     : AddName(parent, word, byte);
    const std::string_view behind = SkipBlanks(words.rest());
    const bool is_call = behind.starts_with('(');
    const bool is_value =
        !is_call && (step == MacroStep::kMember || IsPlainValue(words.before(), behind));
    const bool is_made = step == MacroStep::kPasted || words.rest().starts_with(kPaste);
    const bool is_given =
        step == MacroStep::kNew && (IsIn(language().keywords, name) || is_parameter(name));
    if (!(is_call || is_value) || is_made || is_given) continue;
    ++uses;
    if (is_value) {
      draft_.AddReference(ReferenceRole::kValue, path, parent.scope, macro);
      continue;
    }
    const auto given = static_cast<std::uint32_t>(MacroArguments(behind).size());
    draft_.AddReference(ReferenceRole::kCall, AddUnary(ExpressionKind::kCall, path, given),
                        parent.scope, macro);
  }
}

}  // namespace waymark::indexer
