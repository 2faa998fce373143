#include "resolve/rules/c_conditions.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "resolve/rules/c_conversions.h"
#include "syntax/template_condition.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr int kMaxTraitDepth = 16;

// Templates that leave the traits of their argument as they are.
constexpr std::string_view kWrappers[] = {
    "decay",       "decay_t",      "remove_const",   "remove_const_t",   "remove_cv",
    "remove_cv_t", "remove_cvref", "remove_cvref_t", "remove_reference", "remove_reference_t"};
constexpr std::string_view kDisjunction = "disjunction";
constexpr std::string_view kNegation = "negation";
constexpr std::string_view kJoins[] = {"conjunction", kDisjunction, kNegation};
constexpr std::string_view kFloating[] = {"double", "float", "ldouble"};
constexpr std::string_view kUnsigned[] = {"bool", "char8_t", "char16_t", "char32_t", "uchar",
                                          "uint", "ullong",  "ulong",    "ushort"};

struct Size {
  std::string_view number;
  int bytes;
};

constexpr Size kSizes[] = {{"bool", 1},     {"char", 1},   {"char16_t", 2}, {"char32_t", 4},
                           {"char8_t", 1},  {"double", 8}, {"float", 4},    {"int", 4},
                           {"ldouble", 16}, {"llong", 8},  {"long", 8},     {"schar", 1},
                           {"short", 2},    {"uchar", 1},  {"uint", 4},     {"ullong", 8},
                           {"ulong", 8},    {"ushort", 2}, {"wchar_t", 4}};

using Kind = GivenType::Kind;

Truth TruthOf(bool value) { return value ? Truth::kTrue : Truth::kFalse; }

// Whether it is a number that satisfies the predicate; false for any other type.
template <typename Predicate>
Truth OfNumber(const GivenType& type, Predicate predicate) {
  if (type.kind == Kind::kUnknown || type.kind == Kind::kOther) return Truth::kUnknown;
  return TruthOf(type.kind == Kind::kNumber && predicate(type.name));
}

Truth OfKind(const GivenType& type, Kind kind) {
  if (type.kind == Kind::kUnknown || type.kind == Kind::kOther) return Truth::kUnknown;
  return TruthOf(type.kind == kind);
}

Truth SameType(const GivenType& a, const GivenType& b) {
  if (a.kind == Kind::kUnknown || b.kind == Kind::kUnknown) return Truth::kUnknown;
  if (a.kind == Kind::kPointer && b.kind == Kind::kPointer) return Truth::kUnknown;
  const bool open = a.kind == Kind::kOther || b.kind == Kind::kOther;
  const bool named = a.name == b.name && !a.name.empty();
  if (named && (open || a.kind == b.kind)) return Truth::kTrue;
  if (open) return Truth::kUnknown;
  return a.kind == Kind::kVoid && b.kind == Kind::kVoid ? Truth::kTrue : Truth::kFalse;
}

bool IsFloating(std::string_view number) { return IsIn(kFloating, number); }

Truth TraitOf(std::string_view name, std::span<const GivenType> types) {
  if (name.ends_with("_v")) name.remove_suffix(2);
  if (types.size() == 2 && (name == "is_same" || name == "same_as")) {
    return SameType(types[0], types[1]);
  }
  if (types.size() != 1) return Truth::kUnknown;
  const GivenType& type = types[0];
  if (name == "is_integral" || name == "integral") {
    return OfNumber(type, [](std::string_view number) { return !IsFloating(number); });
  }
  if (name == "is_floating_point" || name == "floating_point") return OfNumber(type, IsFloating);
  if (name == "is_arithmetic") return OfNumber(type, [](std::string_view) { return true; });
  if (name == "is_signed") {
    return OfNumber(type, [](std::string_view number) { return !IsIn(kUnsigned, number); });
  }
  if (name == "is_unsigned") {
    return OfNumber(type, [](std::string_view number) { return IsIn(kUnsigned, number); });
  }
  if (name == "is_class") return OfKind(type, Kind::kClass);
  if (name == "is_enum") return OfKind(type, Kind::kEnumeration);
  if (name == "is_pointer") return OfKind(type, Kind::kPointer);
  if (name == "is_void") return OfKind(type, Kind::kVoid);
  return Truth::kUnknown;
}

// Parses the understood part of a condition; the rest is unknown.
class ConditionReader {
 public:
  ConditionReader(std::string_view text, const TypesGiven& given) : text_(text), given_(given) {}

  Truth Either() {
    if (++depth_ > kMaxTraitDepth) return Truth::kUnknown;
    Truth value = Both();
    while (Take("||")) {
      const Truth other = Both();
      const bool holds = value == Truth::kTrue || other == Truth::kTrue;
      const bool fails = value == Truth::kFalse && other == Truth::kFalse;
      value = holds ? Truth::kTrue : fails ? Truth::kFalse : Truth::kUnknown;
    }
    --depth_;
    return value;
  }

 private:
  Truth Both() {
    Truth value = One();
    while (Take("&&")) {
      const Truth other = One();
      const bool holds = value == Truth::kTrue && other == Truth::kTrue;
      const bool fails = value == Truth::kFalse || other == Truth::kFalse;
      value = holds ? Truth::kTrue : fails ? Truth::kFalse : Truth::kUnknown;
    }
    return value;
  }

  Truth One() {
    if (text_.starts_with('!') && !text_.starts_with("!=")) {
      text_.remove_prefix(1);
      const Truth value = One();
      if (value == Truth::kUnknown) return value;
      return TruthOf(value == Truth::kFalse);
    }
    if (Take("(")) {
      const Truth value = Either();
      Take(")");
      return value;
    }
    const std::string_view before = text_;
    const std::optional<int> number = Number();
    if (text_.size() != before.size()) return Compared(number);
    return Trait();
  }

  Truth Compared(std::optional<int> left) {
    for (const std::string_view sign : {"==", "!=", "<=", ">=", "<", ">"}) {
      if (!Take(sign)) continue;
      const std::optional<int> right = Number();
      if (!left.has_value() || !right.has_value()) return Truth::kUnknown;
      if (sign == "==") return TruthOf(*left == *right);
      if (sign == "!=") return TruthOf(*left != *right);
      if (sign == "<=") return TruthOf(*left <= *right);
      if (sign == ">=") return TruthOf(*left >= *right);
      return sign == "<" ? TruthOf(*left < *right) : TruthOf(*left > *right);
    }
    return Truth::kUnknown;
  }

  // sizeof(T) or a decimal literal; consumes nothing otherwise.
  std::optional<int> Number() {
    if (Take("sizeof(")) {
      const GivenType type = TypeUpTo(')');
      Take(")");
      for (const Size& size : kSizes) {
        if (type.kind == Kind::kNumber && type.name == size.number) return size.bytes;
      }
      return type.kind == Kind::kPointer ? std::optional<int>(8) : std::nullopt;
    }
    if (text_.empty() || text_[0] < '0' || text_[0] > '9') return std::nullopt;
    int number = 0;
    while (!text_.empty() && text_[0] >= '0' && text_[0] <= '9' && number < 1'000'000) {
      number = number * 10 + (text_[0] - '0');
      text_.remove_prefix(1);
    }
    return number;
  }

  Truth Trait() {
    const std::string_view name = PathEnd();
    if (name == "true" || name == "false") return TruthOf(name == "true");
    if (!Take("<")) return Truth::kUnknown;
    if (IsIn(kJoins, name)) return Joined(name);
    std::vector<GivenType> types;
    do {
      types.push_back(TypeUpTo('>'));
    } while (Take(","));
    if (!Take(">")) return Truth::kUnknown;
    const bool is_value = Take("::value") || Take("()") || Take("{}") || !text_.starts_with("::");
    return is_value ? TraitOf(name, types) : Truth::kUnknown;
  }

  // Joins the traits of the list that was opened.
  Truth Joined(std::string_view name) {
    if (++depth_ > kMaxTraitDepth) return Truth::kUnknown;
    const Truth decides = TruthOf(name == kDisjunction);  // any of these
    Truth value = decides == Truth::kTrue ? Truth::kFalse : Truth::kTrue;
    do {
      const Truth one = Trait();
      if (value != decides && one != value) value = one == decides ? one : Truth::kUnknown;
    } while (Take(","));
    --depth_;
    if (!Take(">")) return Truth::kUnknown;
    if (!Take("::value")) Take("()");
    if (name != kNegation || value == Truth::kUnknown) return value;
    return TruthOf(value == Truth::kFalse);
  }

  // The last word of a path such as `std::is_same`.
  std::string_view PathEnd() {
    std::string_view name;
    do {
      std::size_t length = 0;
      while (length < text_.size() && IsWordCharacter(text_[length])) ++length;
      name = text_.substr(0, length);
      text_.remove_prefix(length);
    } while (Take("::"));
    return name;
  }

  // The type up to a comma or the end of a list; unknown if it is more than a name.
  GivenType TypeUpTo(char end) {
    const std::string_view before = text_;
    Take("typename ");
    Take("const ");
    const bool is_std = text_.starts_with("std::");
    const std::string_view name = PathEnd();
    if (IsIn(kWrappers, name) && Take("<")) {
      const GivenType inner = TypeUpTo('>');
      Take(">");
      Take("::type");
      if (IsAtEnd(end)) return inner;
    }
    if (IsAtEnd(end) && !name.empty()) return Named(name, is_std);
    Skip(end);
    const std::string_view whole = before.substr(0, before.size() - text_.size());
    return whole.ends_with('*') ? GivenType{Kind::kPointer, {}} : GivenType{};
  }

  GivenType Named(std::string_view name, bool is_std) const {
    const GivenType given = given_(name);
    if (given.kind != Kind::kUnknown) return given;
    const std::string_view number = NumberNamed(name);
    if (!number.empty()) return {Kind::kNumber, number};
    if (name == "void") return {Kind::kVoid, {}};
    if (is_std) return {Kind::kClass, name};
    // It may be a parameter of which nothing is known.
    return {};
  }

  bool IsAtEnd(char end) const { return text_.empty() || text_[0] == end || text_[0] == ','; }

  void Skip(char end) {
    int depth = 0;
    while (!text_.empty() && (depth > 0 || !IsAtEnd(end))) {
      const char c = text_[0];
      depth += (c == '<' || c == '(') - (c == '>' || c == ')');
      text_.remove_prefix(1);
    }
  }

  bool Take(std::string_view sign) {
    if (!text_.starts_with(sign)) return false;
    text_.remove_prefix(sign.size());
    return true;
  }

  std::string_view text_;
  const TypesGiven& given_;
  int depth_ = 0;
};

}  // namespace

Truth Holds(std::string_view condition, const TypesGiven& given) {
  const bool readable = !condition.empty() && condition.size() <= kMaxConditionBytes;
  return readable ? ConditionReader(condition, given).Either() : Truth::kUnknown;
}

}  // namespace waymark::indexer
