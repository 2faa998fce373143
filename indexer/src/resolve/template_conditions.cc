#include "resolve/template_conditions.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "languages/c_types.h"
#include "resolve/c_conversions.h"

namespace waymark::indexer {
namespace {

constexpr int kMaxConditionDepth = 32;

// kOwn: a class or an enumeration of the repository.
enum class Sort : std::uint8_t { kUnknown, kIntegral, kFloating, kVoid, kPointer, kClass, kOwn };

struct KnownType {
  std::string_view name;  // of NumberNamed()
  Sort sort;
  int size = 0;  // bytes, of the LP64 model; 0: not told
  Truth is_signed = Truth::kFalse;
};

constexpr KnownType kKnownTypes[] = {
    {"bool", Sort::kIntegral, 1},
    {"char", Sort::kIntegral, 1, Truth::kUnknown},
    {"schar", Sort::kIntegral, 1, Truth::kTrue},
    {"uchar", Sort::kIntegral, 1},
    {"wchar_t", Sort::kIntegral, 4, Truth::kUnknown},
    {"char8_t", Sort::kIntegral, 1},
    {"char16_t", Sort::kIntegral, 2},
    {"char32_t", Sort::kIntegral, 4},
    {"short", Sort::kIntegral, 2, Truth::kTrue},
    {"ushort", Sort::kIntegral, 2},
    {"int", Sort::kIntegral, 4, Truth::kTrue},
    {"uint", Sort::kIntegral, 4},
    {"long", Sort::kIntegral, 8, Truth::kTrue},
    {"ulong", Sort::kIntegral, 8},
    {"llong", Sort::kIntegral, 8, Truth::kTrue},
    {"ullong", Sort::kIntegral, 8},
    {"float", Sort::kFloating, 4, Truth::kTrue},
    {"double", Sort::kFloating, 8, Truth::kTrue},
    {"ldouble", Sort::kFloating, 16, Truth::kTrue},
    {"void", Sort::kVoid},
};

constexpr std::string_view kStandard = "std::";

// Class types of the library that go by no other name.
constexpr std::string_view kKnownClasses[] = {
    "array",  "map",         "optional", "pair",       "set",    "shared_ptr",
    "string", "string_view", "tuple",    "unique_ptr", "vector", "wstring",
};

Truth Not(Truth truth) {
  if (truth == Truth::kUnknown) return truth;
  return truth == Truth::kTrue ? Truth::kFalse : Truth::kTrue;
}

Truth Both(Truth a, Truth b) {
  if (a == Truth::kFalse || b == Truth::kFalse) return Truth::kFalse;
  return a == Truth::kTrue && b == Truth::kTrue ? Truth::kTrue : Truth::kUnknown;
}

Truth Either(Truth a, Truth b) { return Not(Both(Not(a), Not(b))); }

Truth TruthOf(bool value) { return value ? Truth::kTrue : Truth::kFalse; }

std::string_view WithoutNamespace(std::string_view type) {
  if (type.starts_with(kStandard)) type.remove_prefix(kStandard.size());
  return type;
}

const KnownType* Known(std::string_view type) {
  const std::string_view written = CBuiltIn(WithoutNamespace(type));
  const std::string_view number = NumberNamed(written);
  const auto is_it = [&](const KnownType& row) {
    return row.name == (number.empty() ? written : number);
  };
  const auto* const found = std::find_if(std::begin(kKnownTypes), std::end(kKnownTypes), is_it);
  return found == std::end(kKnownTypes) ? nullptr : found;
}

// The name of a known class, without its arguments; else empty.
std::string_view KnownClass(std::string_view type) {
  if (!type.starts_with(kStandard)) return {};
  const std::string_view name = WithoutNamespace(type.substr(0, type.find('<')));
  const bool is_known = std::find(std::begin(kKnownClasses), std::end(kKnownClasses), name) !=
                        std::end(kKnownClasses);
  return is_known ? name : std::string_view();
}

Sort SortOf(const TypeGiven& type) {
  if (type.text.ends_with('*')) return Sort::kPointer;
  if (const KnownType* const known = Known(type.text)) return known->sort;
  if (type.is_own) return Sort::kOwn;
  return KnownClass(type.text).empty() ? Sort::kUnknown : Sort::kClass;
}

Truth IsOneOf(const TypeGiven& type, std::initializer_list<Sort> sorts) {
  const Sort sort = SortOf(type);
  const auto has = [&](Sort one) {
    return std::find(sorts.begin(), sorts.end(), one) != sorts.end();
  };
  if (sort == Sort::kUnknown || (sort == Sort::kOwn && has(sort))) return Truth::kUnknown;
  return TruthOf(has(sort));
}

Truth IsSigned(const TypeGiven& type) {
  const KnownType* const known = Known(type.text);
  if (known != nullptr) return known->is_signed;
  return SortOf(type) == Sort::kUnknown ? Truth::kUnknown : Truth::kFalse;
}

Truth IsUnsigned(const TypeGiven& type) {
  return Both(IsOneOf(type, {Sort::kIntegral}), Not(IsSigned(type)));
}

Truth IsSame(const TypeGiven& a, const TypeGiven& b) {
  if (a.text.empty() || b.text.empty()) return Truth::kUnknown;
  if (a.text == b.text) return Truth::kTrue;
  const Sort sorts[] = {SortOf(a), SortOf(b)};
  if (sorts[0] == Sort::kUnknown || sorts[1] == Sort::kUnknown) return Truth::kUnknown;
  if (sorts[0] != sorts[1]) return Truth::kFalse;
  const KnownType* const known[] = {Known(a.text), Known(b.text)};
  if (known[0] != nullptr && known[1] != nullptr) return TruthOf(known[0] == known[1]);
  const std::string_view classes[] = {KnownClass(a.text), KnownClass(b.text)};
  const bool differ = !classes[0].empty() && !classes[1].empty() && classes[0] != classes[1];
  return differ ? Truth::kFalse : Truth::kUnknown;
}

struct Trait {
  std::string_view name;
  Truth (*holds)(const TypeGiven& type);
};

constexpr Trait kTraits[] = {
    {"is_integral", [](const TypeGiven& type) { return IsOneOf(type, {Sort::kIntegral}); }},
    {"is_floating_point", [](const TypeGiven& type) { return IsOneOf(type, {Sort::kFloating}); }},
    {"is_arithmetic",
     [](const TypeGiven& type) {
       return IsOneOf(type, {Sort::kIntegral, Sort::kFloating});
     }},
    {"is_fundamental",
     [](const TypeGiven& type) {
       return IsOneOf(type, {Sort::kIntegral, Sort::kFloating, Sort::kVoid});
     }},
    {"is_void", [](const TypeGiven& type) { return IsOneOf(type, {Sort::kVoid}); }},
    {"is_pointer", [](const TypeGiven& type) { return IsOneOf(type, {Sort::kPointer}); }},
    {"is_class",
     [](const TypeGiven& type) {
       return IsOneOf(type, {Sort::kClass, Sort::kOwn});
     }},
    {"is_enum", [](const TypeGiven& type) { return IsOneOf(type, {Sort::kOwn}); }},
    {"is_signed", IsSigned},
    {"is_unsigned", IsUnsigned},
};

// The parts between commas that stand in no brackets.
std::vector<std::string_view> PartsOf(std::string_view list) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < list.size(); ++at) {
    const char c = list[at];
    if (c == '<' || c == '(' || c == '{') ++depth;
    if (c == '>' || c == ')' || c == '}') --depth;
    if (c != ',' || depth != 0) continue;
    parts.push_back(list.substr(begin, at - begin));
    begin = at + 1;
  }
  if (begin < list.size()) parts.push_back(list.substr(begin));
  return parts;
}

class Condition {
 public:
  Condition(std::vector<std::string_view> parameters, std::span<const TypeGiven> arguments)
      : parameters_(std::move(parameters)), arguments_(arguments) {}

  Truth Evaluate(std::string_view text, int depth = 0) const {
    if (depth > kMaxConditionDepth || text.empty()) return Truth::kUnknown;
    for (const std::string_view sign : {"||", "&&"}) {
      const std::size_t at = FindOutside(text, sign);
      if (at == text.npos) continue;
      const Truth left = Evaluate(text.substr(0, at), depth + 1);
      const Truth right = Evaluate(text.substr(at + sign.size()), depth + 1);
      return sign == "||" ? Either(left, right) : Both(left, right);
    }
    for (const std::string_view sign : {"==", "!="}) {
      const std::size_t at = FindOutside(text, sign);
      if (at == text.npos) continue;
      const Truth same = AreEqual(text.substr(0, at), text.substr(at + sign.size()));
      return sign == "==" ? same : Not(same);
    }
    if (text.front() == '!') return Not(Evaluate(text.substr(1), depth + 1));
    if (text.front() == '(' && text.back() == ')') {
      return Evaluate(text.substr(1, text.size() - 2), depth + 1);
    }
    if (text == "true" || text == "false") return TruthOf(text == "true");
    return EvaluateTrait(text, depth);
  }

 private:
  // Of the first sign that stands in no brackets.
  static std::size_t FindOutside(std::string_view text, std::string_view sign) {
    int depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (depth == 0 && text.substr(at).starts_with(sign)) return at;
      if (text[at] == '<' || text[at] == '(') ++depth;
      if (text[at] == '>' || text[at] == ')') --depth;
    }
    return text.npos;
  }

  TypeGiven TypeNamed(std::string_view name) const {
    const auto found = std::find(parameters_.begin(), parameters_.end(), name);
    if (found == parameters_.end()) return {std::string(name)};
    const auto index = static_cast<std::size_t>(found - parameters_.begin());
    if (index >= arguments_.size()) return {};
    const TypeGiven& given = arguments_[index];
    const bool is_known = SortOf(given) != Sort::kUnknown;
    return is_known ? given : TypeGiven{};
  }

  // sizeof(T), or a number.
  std::optional<int> SizeOf(std::string_view text) const {
    constexpr std::string_view kSizeOf = "sizeof(";
    int size = 0;
    if (text.starts_with(kSizeOf) && text.ends_with(')')) {
      text.remove_prefix(kSizeOf.size());
      text.remove_suffix(1);
      const KnownType* const known = Known(TypeNamed(text).text);
      return known == nullptr || known->size == 0 ? std::nullopt : std::optional(known->size);
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    const bool is_whole = error == std::errc() && end == text.data() + text.size();
    return is_whole ? std::optional(size) : std::nullopt;
  }

  Truth AreEqual(std::string_view left, std::string_view right) const {
    const std::optional<int> sizes[] = {SizeOf(left), SizeOf(right)};
    if (!sizes[0].has_value() || !sizes[1].has_value()) return Truth::kUnknown;
    return TruthOf(*sizes[0] == *sizes[1]);
  }

  // trait<A,B>::value, trait_v<A>, trait<A>{}, trait<A>
  Truth EvaluateTrait(std::string_view text, int depth) const {
    const std::size_t open = text.find('<');
    const std::size_t close = text.rfind('>');
    if (open == text.npos || close == text.npos || close < open) return Truth::kUnknown;
    const std::string_view behind = text.substr(close + 1);
    if (!behind.empty() && behind != "::value" && behind != "{}" && behind != "()") {
      return Truth::kUnknown;
    }
    std::string_view name = text.substr(0, open);
    if (name.ends_with("_v")) name.remove_suffix(2);
    const std::vector<std::string_view> parts = PartsOf(text.substr(open + 1, close - open - 1));
    const std::size_t last = name.rfind(':');
    const std::string_view logical = last == name.npos ? name : name.substr(last + 1);
    if (logical == "negation" && parts.size() == 1) return Not(Evaluate(parts[0], depth + 1));
    const bool all = logical == "conjunction";
    if (all || logical == "disjunction") {
      Truth truth = TruthOf(all);
      for (const std::string_view part : parts) {
        const Truth holds = Evaluate(part, depth + 1);
        truth = all ? Both(truth, holds) : Either(truth, holds);
      }
      return truth;
    }
    if (!name.starts_with(kStandard)) return Truth::kUnknown;
    name = WithoutNamespace(name);
    if (name == "is_same" && parts.size() == 2) {
      return IsSame(TypeNamed(parts[0]), TypeNamed(parts[1]));
    }
    const auto* const trait = std::find_if(std::begin(kTraits), std::end(kTraits),
                                           [&](const Trait& row) { return row.name == name; });
    const bool is_known = trait != std::end(kTraits) && parts.size() == 1;
    return is_known ? trait->holds(TypeNamed(parts[0])) : Truth::kUnknown;
  }

  std::vector<std::string_view> parameters_;
  std::span<const TypeGiven> arguments_;
};

}  // namespace

std::span<const std::string_view> KnownClasses() { return kKnownClasses; }

Truth Holds(std::string_view condition, std::span<const TypeGiven> arguments) {
  const std::size_t sign = condition.find('|');
  if (sign == condition.npos) return Truth::kUnknown;
  const Condition read(PartsOf(condition.substr(0, sign)), arguments);
  return read.Evaluate(condition.substr(sign + 1));
}

}  // namespace waymark::indexer
