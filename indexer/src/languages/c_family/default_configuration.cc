#include "languages/c_family/default_configuration.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "syntax/c_tokens.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr int kMaxConditionDepth = 64;    // nesting of parentheses and operators
constexpr int kMaxConditionSteps = 1024;  // operands of one condition, those of its macros included
constexpr std::size_t kMaxConditions = 256;  // nesting of #if

// nullopt if it is unknown.
using Value = std::optional<std::int64_t>;

struct Predefined {
  std::string_view name;
  std::string_view value;
};

constexpr auto kPredefined = std::to_array<Predefined>({
    {"_LP64", "1"},
    {"__BYTE_ORDER__", "1234"},
    {"__ELF__", "1"},
    {"__GNUC__", "12"},
    {"__LP64__", "1"},
    {"__ORDER_BIG_ENDIAN__", "4321"},
    {"__ORDER_LITTLE_ENDIAN__", "1234"},
    {"__SIZEOF_INT128__", "16"},
    {"__SSE2__", "1"},
    {"__SSE__", "1"},
    {"__STDC__", "1"},
    {"__gnu_linux__", "1"},
    {"__linux", "1"},
    {"__linux__", "1"},
    {"__unix", "1"},
    {"__unix__", "1"},
    {"__x86_64", "1"},
    {"__x86_64__", "1"},
    {"linux", "1"},
    {"unix", "1"},
});

// Macros that distinguish GCC from clang: either may be the compiler.
constexpr std::string_view kOfOneCompiler[] = {"__clang__", "__clang_major__", "__clang_minor__",
                                               "__llvm__"};

// Reserved for the implementation: if it does not define the name, no project does.
bool IsReservedIdentifier(std::string_view name) {
  return name.size() > 1 && name[0] == '_' &&
         (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
}

// HAVE_UNISTD_H: system checks run before the build and report by such names. Sanitizers are
// compiler options that the default configuration does not use.
bool IsOfSystem(std::string_view name) {
  if (name.find("SANITIZE") != std::string_view::npos) return false;
  const std::size_t at = name.find("HAVE_");
  return at == 0 || (at != std::string_view::npos && name[at - 1] == '_');
}

// STB_IMAGE_IMPLEMENTATION: a single-file header defines its functions for the one source that asks
// for it. Some source of the project does.
bool AsksForImplementation(std::string_view name) {
  return name.ends_with("_IMPLEMENTATION") || name.ends_with("_IMPLEMENT");
}

class Macros {
 public:
  explicit Macros(bool cplusplus) {
    for (const Predefined& macro : kPredefined) values_[macro.name] = {true, macro.value};
    for (const std::string_view name : kOfOneCompiler) Forget(name);
    if (cplusplus) {
      values_["__cplusplus"] = {true, "201703L"};
    } else {
      values_["__cplusplus"] = {};  // a header may be used by both
      values_["__STDC_VERSION__"] = {true, "201710L"};
    }
  }

  void Define(std::string_view name, std::string_view value) { values_[name] = {true, value}; }

  void Undefine(std::string_view name) { values_[name] = {false, ""}; }

  // From here on it is unknown whether the name is defined.
  void Forget(std::string_view name) { values_[name] = {}; }

  Value IsDefined(std::string_view name) const {
    const auto found = values_.find(name);
    if (found == values_.end()) return IsOfSystem(name) ? Value() : Value(0);
    return found->second.defined.has_value() ? Value(*found->second.defined) : Value();
  }

  // As IsDefined, for a branch that is taken if the name is defined: the implementation macro of a
  // header counts as defined. In an #ifndef such a name is an include guard.
  Value IsAskedFor(std::string_view name) const {
    return AsksForImplementation(name) && !values_.contains(name) ? Value(1) : IsDefined(name);
  }

  // The replacement text; empty if it is unknown or missing.
  std::string_view TextOf(std::string_view name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::string_view() : found->second.text;
  }

 private:
  struct Macro {
    std::optional<bool> defined;
    std::string_view text;
  };

  std::unordered_map<std::string_view, Macro> values_;
};

// Evaluates the condition of an #if. Unsupported syntax makes the result unknown.
class Condition {
 public:
  Condition(std::string_view text, const Macros& macros, int depth, int& steps)
      : text_(text), macros_(macros), steps_(steps), depth_(depth) {}

  Value Whole() {
    const Value value = Binary(0);
    SkipBlanks();
    return at_ == text_.size() && !failed_ ? value : Value();
  }

 private:
  struct Operator {
    std::string_view text;
    int level;
  };

  // Longer operators precede their prefixes.
  static constexpr auto kOperators = std::to_array<Operator>({
      {"||", 1},
      {"&&", 2},
      {"==", 3},
      {"!=", 3},
      {"<=", 4},
      {">=", 4},
      {"<", 4},
      {">", 4},
      {"+", 5},
      {"-", 5},
      {"*", 6},
  });

  void SkipBlanks() {
    while (at_ < text_.size()) {
      if (IsDirectiveBlank(text_[at_])) {
        ++at_;
      } else if (text_.substr(at_, 2) == "//" || text_.substr(at_, 2) == "/*") {
        at_ = EndOfPiece(text_, at_);
      } else {
        return;
      }
    }
  }

  bool Take(std::string_view wanted) {
    SkipBlanks();
    if (!text_.substr(at_).starts_with(wanted)) return false;
    at_ += wanted.size();
    return true;
  }

  std::string_view TakeWord() {
    SkipBlanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && IsWordCharacter(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  static Value Apply(std::string_view operation, Value left, Value right) {
    if (operation == "||") {
      if ((left && *left != 0) || (right && *right != 0)) return 1;
      return left && right ? Value(0) : Value();
    }
    if (operation == "&&") {
      if ((left && *left == 0) || (right && *right == 0)) return 0;
      return left && right ? Value(1) : Value();
    }
    if (!left || !right) return {};
    const std::int64_t a = *left;
    const std::int64_t b = *right;
    if (operation == "==") return a == b;
    if (operation == "!=") return a != b;
    if (operation == "<=") return a <= b;
    if (operation == ">=") return a >= b;
    if (operation == "<") return a < b;
    if (operation == ">") return a > b;
    // Arithmetic on version numbers; overflow makes the result unknown.
    std::int64_t out = 0;
    const bool over = operation == "+"   ? __builtin_add_overflow(a, b, &out)
                      : operation == "-" ? __builtin_sub_overflow(a, b, &out)
                                         : __builtin_mul_overflow(a, b, &out);
    return over ? Value() : Value(out);
  }

  Value Binary(int level) {
    if (++depth_ > kMaxConditionDepth) return Fail();
    Value left = Unary();
    for (;;) {
      SkipBlanks();
      const auto* const found = std::find_if(
          kOperators.begin(), kOperators.end(),
          [&](const Operator& row) { return text_.substr(at_).starts_with(row.text); });
      if (found == kOperators.end() || found->level <= level) break;
      at_ += found->text.size();
      left = Apply(found->text, left, Binary(found->level));
    }
    --depth_;
    return left;
  }

  Value Fail() {
    at_ = text_.size();
    failed_ = true;
    return {};
  }

  Value Unary() {
    if (++steps_ > kMaxConditionSteps) return Fail();
    if (Take("!")) {
      if (++depth_ > kMaxConditionDepth) return Fail();
      const Value value = Unary();
      --depth_;
      return value ? Value(*value == 0) : Value();
    }
    if (Take("(")) {
      const Value value = Binary(0);
      return Take(")") ? value : Fail();
    }
    const std::string_view word = TakeWord();
    if (word.empty()) return Fail();
    if (word[0] >= '0' && word[0] <= '9') return NumberOf(word);
    if (word == "defined") {
      const bool enclosed = Take("(");
      const Value defined = macros_.IsAskedFor(TakeWord());
      return !enclosed || Take(")") ? defined : Fail();
    }
    if (Take("(")) return SkipArguments();
    return ValueOf(word);
  }

  static Value NumberOf(std::string_view word) {
    const bool hexadecimal = word.starts_with("0x") || word.starts_with("0X");
    if (hexadecimal) word.remove_prefix(2);
    std::int64_t number = 0;
    const char* const end = word.data() + word.size();
    const auto read = std::from_chars(word.data(), end, number, hexadecimal ? 16 : 10);
    const std::string_view rest(read.ptr, static_cast<std::size_t>(end - read.ptr));
    const bool ends = rest.find_first_not_of("uUlL") == std::string_view::npos;
    return read.ec == std::errc() && ends ? Value(number) : Value();
  }

  // The result of a function-like macro is unknown.
  Value SkipArguments() {
    for (int depth = 1; depth > 0 && at_ < text_.size();) {
      if (text_[at_] == '(') ++depth;
      if (text_[at_] == ')') --depth;
      at_ = EndOfPiece(text_, at_);
    }
    return {};
  }

  // An undefined macro is 0. A macro that the project uses without testing for it is defined in
  // another file.
  Value ValueOf(std::string_view word) {
    const Value defined = macros_.IsDefined(word);
    const std::string_view text = macros_.TextOf(word);
    if (defined && *defined == 0 && IsReservedIdentifier(word)) return 0;
    if (!defined || *defined == 0 || text.empty() || depth_ >= kMaxConditionDepth) return {};
    return Condition(text, macros_, depth_ + 1, steps_).Whole();
  }

  std::string_view text_;
  const Macros& macros_;
  int& steps_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
};

struct LineSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Reads the directives of a file in their order.
class DefaultConfiguration {
 public:
  DefaultConfiguration(std::string_view bytes, bool cplusplus)
      : bytes_(bytes), macros_(cplusplus) {}

  // The lines of inactive code, ascending; nested ranges follow their outer one.
  std::vector<LineSpan> InactiveLines() {
    CTokens tokens(bytes_);
    for (CToken token = tokens.Next(); token.kind != CTokenKind::kEnd; token = tokens.Next()) {
      if (token.kind != CTokenKind::kDirective) continue;
      for (; counted_ < token.begin; ++counted_) line_ += bytes_[counted_] == '\n' ? 1 : 0;
      if (!Read(token.Text(bytes_))) break;
    }
    return std::move(left_out_);
  }

 private:
  struct Open {
    Value taken;          // whether the current branch is taken, if the enclosing one is
    Value before = 0;     // whether an earlier branch is taken
    std::uint32_t begin;  // line of the branch's directive
  };

  Value IsTaken() const {
    Value all = 1;
    for (const Open& open : open_) {
      if (open.taken && *open.taken == 0) return 0;
      if (!open.taken) all = {};
    }
    return all;
  }

  // False if the rest cannot be evaluated.
  bool Read(std::string_view text) {
    text.remove_prefix(1);
    const std::string_view keyword = TakeWord(text);
    if (keyword == "if" || keyword == "ifdef" || keyword == "ifndef") {
      if (open_.size() >= kMaxConditions) return false;
      open_.push_back({Judge(keyword, text), 0, line_});
    } else if (keyword.starts_with("el") && !open_.empty()) {
      Close();
      Open& open = open_.back();
      open.before = Either(open.before, open.taken);
      const Value asked = keyword == "else" ? Value(1) : Judge(keyword, text);
      open.taken = open.before && *open.before != 0 ? Value(0)
                   : asked && *asked == 0           ? Value(0)
                   : open.before                    ? asked
                                                    : Value();
      open.begin = line_;
    } else if (keyword == "endif" && !open_.empty()) {
      Close();
      open_.pop_back();
    } else if (keyword == "define" || keyword == "undef") {
      Change(TakeWord(text), text, keyword == "define");
    }
    return true;
  }

  static Value Either(Value a, Value b) {
    if ((a && *a != 0) || (b && *b != 0)) return 1;
    return a && b ? Value(0) : Value();
  }

  Value Judge(std::string_view keyword, std::string_view text) const {
    const bool defined = keyword == "ifdef" || keyword == "elifdef";
    if (!defined && keyword != "ifndef" && keyword != "elifndef") {
      int steps = 0;
      return Condition(text, macros_, 0, steps).Whole();
    }
    if (defined) return macros_.IsAskedFor(TakeWord(text));
    const Value value = macros_.IsDefined(TakeWord(text));
    return value ? Value(*value == 0) : value;
  }

  void Change(std::string_view name, std::string_view text, bool define) {
    const Value taken = IsTaken();
    if (!taken) {
      macros_.Forget(name);
    } else if (*taken != 0 && define) {
      // A function-like macro has no value.
      macros_.Define(name, text.starts_with('(') ? std::string_view() : text);
    } else if (*taken != 0) {
      macros_.Undefine(name);
    }
  }

  void Close() {
    const Open& open = open_.back();
    const bool out = open.taken && *open.taken == 0;
    if (!out) return;
    while (!left_out_.empty() && left_out_.back().begin >= open.begin) left_out_.pop_back();
    left_out_.push_back({open.begin, line_});
  }

  static std::string_view TakeWord(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(kDirectiveBlanks), text.size()));
    std::size_t size = 0;
    while (size < text.size() && IsWordCharacter(text[size])) ++size;
    const std::string_view word = text.substr(0, size);
    text.remove_prefix(size);
    return word;
  }

  std::string_view bytes_;
  Macros macros_;
  std::vector<Open> open_;
  std::vector<LineSpan> left_out_;
  std::size_t counted_ = 0;
  std::uint32_t line_ = 1;
};

void MarkInactive(std::string_view bytes, bool cplusplus, FileFacts& facts) {
  const bool any =
      std::any_of(facts.definitions.begin(), facts.definitions.end(),
                  [](const Definition& row) { return (row.flags & kSymbolConditional) != 0; });
  if (!any) return;
  const std::vector<LineSpan> inactive = DefaultConfiguration(bytes, cplusplus).InactiveLines();
  if (inactive.empty()) return;
  for (Definition& definition : facts.definitions) {
    if ((definition.flags & kSymbolConditional) == 0) continue;
    const std::uint32_t line = definition.name_position.line;
    const auto behind = std::upper_bound(
        inactive.begin(), inactive.end(), line,
        [](std::uint32_t wanted, const LineSpan& lines) { return wanted < lines.begin; });
    if (behind != inactive.begin() && line < std::prev(behind)->end) {
      definition.flags |= kSymbolInactive;
    }
  }
}

}  // namespace

void MarkInactiveOfC(std::string_view bytes, FileFacts& facts) {
  MarkInactive(bytes, false, facts);
}

void MarkInactiveOfCpp(std::string_view bytes, FileFacts& facts) {
  MarkInactive(bytes, true, facts);
}

}  // namespace waymark::indexer
