#include "languages/php/php_types.h"

#include <algorithm>
#include <iterator>

#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr int kMaxTypeDepth = 16;  // of types in types

// Built-in types, and further names that PHPDoc has for them.
constexpr std::string_view kPhpBuiltInTypes[] = {"array",
                                                 "array-key",
                                                 "bool",
                                                 "boolean",
                                                 "callable",
                                                 "callable-string",
                                                 "class-string",
                                                 "closed-resource",
                                                 "double",
                                                 "false",
                                                 "float",
                                                 "int",
                                                 "integer",
                                                 "iterable",
                                                 "key-of",
                                                 "list",
                                                 "mixed",
                                                 "never",
                                                 "never-return",
                                                 "never-returns",
                                                 "no-return",
                                                 "non-empty-array",
                                                 "non-empty-list",
                                                 "non-empty-string",
                                                 "null",
                                                 "number",
                                                 "numeric",
                                                 "numeric-string",
                                                 "object",
                                                 "open-resource",
                                                 "positive-int",
                                                 "negative-int",
                                                 "non-negative-int",
                                                 "resource",
                                                 "scalar",
                                                 "string",
                                                 "true",
                                                 "value-of",
                                                 "void"};

constexpr std::string_view kPhpContainers[] = {"array", "iterable", "list", "non-empty-array",
                                               "non-empty-list"};

bool IsNameCharacter(char c) {
  return IsWordCharacter(c) || c == '\\' || c == '-' || static_cast<unsigned char>(c) >= 0x80;
}

class PhpTypeReader {
 public:
  PhpTypeReader(std::string_view text, std::uint32_t byte, const PhpTypePlace& place,
                PhpNames& names, FactsDraft& draft)
      : text_(text), byte_(byte), place_(place), names_(names), draft_(draft) {}

  PhpWrittenType Read() {
    const ExpressionIndex type = Union(0);
    return {type, names_types_, at_};
  }

 private:
  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool Take(char c) {
    if (Peek() != c) return false;
    ++at_;
    return true;
  }

  // Inside brackets, types may continue on further lines, each after an asterisk.
  void SkipBlanks() {
    while (IsSpace(Peek()) || (Peek() == '*' && depth_ > 0)) ++at_;
  }

  // Skips to the closing bracket of the innermost open one.
  void SkipTo(char open, char close) {
    for (int depth = 1; at_ < text_.size() && depth > 0; ++at_) {
      depth += text_[at_] == open ? 1 : text_[at_] == close ? -1 : 0;
    }
  }

  std::uint32_t Byte() const { return byte_ + static_cast<std::uint32_t>(at_); }

  ExpressionIndex Literal(std::string_view name, std::uint32_t byte) {
    return draft_.AddExpression({ExpressionKind::kLiteral, 0, draft_.words().Intern(name)}, byte);
  }

  ExpressionIndex ContainerOf(ExpressionIndex element, std::uint32_t byte) {
    const ExpressionIndex array = Literal("array", byte);
    if (element == kNoIndex) return array;
    return draft_.AddExpression({ExpressionKind::kIndex, 1, 0, array, element}, byte);
  }

  ExpressionIndex Union(int depth) {
    if (depth > kMaxTypeDepth) return kNoIndex;
    const bool is_optional = Take('?');
    const std::uint32_t begin = Byte();
    ExpressionIndex type = Element(depth);
    for (;;) {
      const std::size_t before = at_;
      if (depth_ > 0) SkipBlanks();
      if (!Take('|') && !Take('&')) {
        at_ = before;
        break;
      }
      if (depth_ > 0) SkipBlanks();
      type = AddUnion(draft_, type, Element(depth));
    }
    return is_optional ? AddUnion(draft_, type, Literal("null", begin)) : type;
  }

  // One type with the brackets after it.
  ExpressionIndex Element(int depth) {
    const std::uint32_t begin = Byte();
    ExpressionIndex type = Plain(depth);
    while (text_.substr(at_).starts_with("[]")) {
      at_ += 2;
      type = ContainerOf(type, begin);
    }
    return type;
  }

  ExpressionIndex Plain(int depth) {
    const std::uint32_t begin = Byte();
    if (Take('(')) {
      ++depth_;
      SkipBlanks();
      const ExpressionIndex type = Union(depth + 1);
      --depth_;
      SkipTo('(', ')');  // of a type that depends on another nothing is known but its first
      return type;
    }
    if (Peek() == '\'' || Peek() == '"') {
      const char quote = text_[at_++];
      at_ = std::min(text_.find(quote, at_), text_.size());
      Take(quote);
      return Literal("string", begin);
    }
    if (text_.substr(at_).starts_with("$this")) {
      at_ += 5;
      return OwnType(begin);
    }
    const std::size_t from = at_;
    while (IsNameCharacter(Peek())) ++at_;
    const std::string_view name = text_.substr(from, at_ - from);
    if (name.empty()) return kNoIndex;
    if (text_.substr(at_).starts_with("::")) {  // Type::CONSTANT
      while (IsNameCharacter(Peek()) || Peek() == ':' || Peek() == '*') ++at_;
      return kNoIndex;
    }
    if (IsDigit(name[0]) || name[0] == '-') return Literal("int", begin);
    return Applied(name, begin, depth);
  }

  ExpressionIndex OwnType(std::uint32_t byte) {
    names_types_ = true;
    if (!place_.is_result) return draft_.AddExpression({ExpressionKind::kSelf}, byte);
    const Word name = draft_.words().Intern("static");
    return draft_.AddExpression({ExpressionKind::kName, 0, name}, byte);
  }

  // A name with its type arguments.
  ExpressionIndex Applied(std::string_view name, std::uint32_t begin, int depth) {
    std::vector<ExpressionIndex> arguments;
    if (Take('<')) {
      ++depth_;
      do {
        SkipBlanks();
        arguments.push_back(Union(depth + 1));
        SkipBlanks();
      } while (Take(',') && arguments.size() < 8);
      --depth_;
      if (!Take('>')) SkipTo('<', '>');
    } else if (Take('{')) {
      SkipTo('{', '}');
    } else if (Take('(')) {  // callable(A): B
      SkipTo('(', ')');
      if (text_.substr(at_).starts_with(": "))
        at_ += 2;
      else
        Take(':');
      const bool before = names_types_;
      Union(depth + 1);
      names_types_ = before;
      return Literal("callable", begin);
    }
    if (IsIn(kPhpContainers, name)) {
      return ContainerOf(arguments.empty() ? kNoIndex : arguments.back(), begin);
    }
    if (name == "class-string" && !arguments.empty() && arguments.back() != kNoIndex) {
      return draft_.AddExpression(
          {ExpressionKind::kIndex, 1, 0, Literal(name, begin), arguments.back()}, begin);
    }
    if (IsIn(kPhpBuiltInTypes, name)) return Literal(name, begin);
    if (name == "self") {
      names_types_ = true;
      return draft_.AddExpression({ExpressionKind::kSelf}, begin);
    }
    if (name == "static") return OwnType(begin);
    if (name == "parent" || IsIn(place_.templates, name)) return kNoIndex;
    return Named(name, arguments, begin);
  }

  ExpressionIndex Named(std::string_view name, const std::vector<ExpressionIndex>& arguments,
                        std::uint32_t begin) {
    names_types_ = true;
    names_.Bind(name, PhpNameUse::kType, begin);
    const Word word = draft_.words().Intern(name.substr(0, kMaxNameBytes));
    const ExpressionIndex named = draft_.AddExpression({ExpressionKind::kName, 0, word}, begin);
    draft_.AddReference(ReferenceRole::kType, named, place_.scope, place_.owner);
    if (arguments.empty() || arguments.back() == kNoIndex) return named;
    return draft_.AddExpression({ExpressionKind::kIndex, 1, 0, named, arguments.back()}, begin);
  }

  const std::string_view text_;
  const std::uint32_t byte_;
  const PhpTypePlace& place_;
  PhpNames& names_;
  FactsDraft& draft_;
  std::size_t at_ = 0;
  int depth_ = 0;  // brackets around
  bool names_types_ = false;
};

}  // namespace

PhpWrittenType ReadPhpType(std::string_view text, std::uint32_t byte, const PhpTypePlace& place,
                           PhpNames& names, FactsDraft& draft) {
  return PhpTypeReader(text, byte, place, names, draft).Read();
}

}  // namespace waymark::indexer
