// Which of several functions fits the arguments of a call, by the names of types: those of the
// parameters as they are written, those of the arguments as far as they are known.
#include <algorithm>
#include <span>

#include "resolve/evaluator.h"

namespace waymark::indexer {
namespace {

// How well an argument fits a parameter. What is not known neither speaks for a function nor
// against it.
constexpr int kDoesNotFit = -1;
constexpr int kAnything = 1;  // the parameter takes any object
constexpr int kPerhaps = 2;   // by a conversion, or as an instance of what is not known
constexpr int kWidened = 4;
constexpr int kEqual = 6;
constexpr int kVariadicParameters = 255;

constexpr std::string_view kArray = "array";
constexpr std::string_view kNull = "null";

// A value and the type whose instances hold one.
struct Box {
  std::string_view value;
  std::string_view type;
};

// What the names of a language's own types mean.
struct OwnTypes {
  std::span<const Box> values;                  // that are no objects
  std::span<const std::string_view> numbers;    // in the order in which they widen
  std::span<const std::string_view> roots;      // take any object
  std::span<const std::string_view> of_number;  // take any number
  std::string_view text;
  std::span<const std::string_view> of_text;  // take a text
  std::string_view variable_prefix{};  // before a capital letter, that of a parameter of a generic
};

constexpr Box kJavaValues[] = {{"boolean", "Boolean"}, {"byte", "Byte"},   {"char", "Character"},
                               {"double", "Double"},   {"float", "Float"}, {"int", "Integer"},
                               {"long", "Long"},       {"short", "Short"}};
constexpr std::string_view kJavaNumbers[] = {"byte", "short", "int", "long", "float", "double"};
constexpr std::string_view kJavaRoots[] = {"Object"};
constexpr std::string_view kJavaOfNumber[] = {"Number", "Comparable"};
constexpr std::string_view kJavaOfText[] = {"CharSequence", "Comparable", "Serializable"};
constexpr OwnTypes kJavaTypes = {kJavaValues,   kJavaNumbers, kJavaRoots,
                                 kJavaOfNumber, "String",     kJavaOfText};

constexpr Box kCSharpValues[] = {{"bool", "Boolean"},    {"byte", "Byte"},     {"char", "Char"},
                                 {"decimal", "Decimal"}, {"double", "Double"}, {"float", "Single"},
                                 {"int", "Int32"},       {"long", "Int64"},    {"sbyte", "SByte"},
                                 {"short", "Int16"},     {"uint", "UInt32"},   {"ulong", "UInt64"},
                                 {"ushort", "UInt16"}};
constexpr std::string_view kCSharpNumbers[] = {"sbyte", "byte", "short", "ushort", "int",
                                               "uint",  "long", "ulong", "float",  "double"};
constexpr std::string_view kCSharpRoots[] = {"object", "Object", "dynamic"};
constexpr std::string_view kCSharpOfNumber[] = {"ValueType", "IComparable", "IConvertible",
                                                "IFormattable"};
constexpr std::string_view kCSharpOfText[] = {"String", "IComparable", "IConvertible",
                                              "IEnumerable", "ReadOnlySpan"};
constexpr OwnTypes kCSharpTypes = {kCSharpValues, kCSharpNumbers, kCSharpRoots, kCSharpOfNumber,
                                   "string",      kCSharpOfText,  "T"};

const OwnTypes& TypesOf(Family family) {
  return family == Family::kCSharp ? kCSharpTypes : kJavaTypes;
}

bool IsIn(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string_view BoxOf(const OwnTypes& types, std::string_view value) {
  for (const Box& box : types.values) {
    if (box.value == value) return box.type;
  }
  return {};
}

std::string_view Unboxed(const OwnTypes& types, std::string_view type) {
  for (const Box& box : types.values) {
    if (box.type == type) return box.value;
  }
  return {};
}

std::size_t WidthOf(const OwnTypes& types, std::string_view number) {
  if (number == "char") number = "short";
  const auto found = std::find(types.numbers.begin(), types.numbers.end(), number);
  return static_cast<std::size_t>(found - types.numbers.begin());
}

bool IsCapital(char c) { return c >= 'A' && c <= 'Z'; }

// One capital letter, perhaps with a digit: by convention the parameter of a generic.
bool IsTypeVariable(const OwnTypes& types, std::string_view name) {
  const std::string_view prefix = types.variable_prefix;
  if (!prefix.empty() && name.size() > prefix.size() && name.substr(0, prefix.size()) == prefix &&
      IsCapital(name[prefix.size()])) {
    return true;
  }
  return !name.empty() && name.size() <= 2 && IsCapital(name[0]) &&
         (name.size() == 1 || (name[1] >= '0' && name[1] <= '9'));
}

bool TakesAnything(const OwnTypes& types, std::string_view parameter) {
  return IsIn(types.roots, parameter) || IsTypeVariable(types, parameter);
}

int FitOfValue(const OwnTypes& types, std::string_view argument, std::string_view parameter) {
  if (!BoxOf(types, parameter).empty()) {
    const std::size_t from = WidthOf(types, argument);
    const std::size_t to = WidthOf(types, parameter);
    const bool widens = from < to && to < types.numbers.size() && parameter != "char";
    return widens ? kWidened : kDoesNotFit;
  }
  if (BoxOf(types, argument) == parameter) return kPerhaps;
  const bool number = IsIn(types.of_number, parameter);
  return number || TakesAnything(types, parameter) ? kAnything : kDoesNotFit;
}

// Of a type outside the repository, of which only the name is known.
int FitOfForeign(const OwnTypes& types, std::string_view argument, std::string_view parameter) {
  if (argument == parameter) return kEqual;
  const bool to_array = parameter.size() > 2 && parameter.substr(parameter.size() - 2) == "[]";
  if (argument == kNull) return BoxOf(types, parameter).empty() ? kAnything : kDoesNotFit;
  if (argument == kArray) return to_array ? kEqual : FitOfValue(types, argument, parameter);
  if (to_array) return kDoesNotFit;
  if (!BoxOf(types, argument).empty()) return FitOfValue(types, argument, parameter);
  if (!BoxOf(types, parameter).empty()) {
    return Unboxed(types, argument) == parameter ? kPerhaps : kDoesNotFit;
  }
  if (TakesAnything(types, parameter)) return kAnything;
  if (argument == types.text) return IsIn(types.of_text, parameter) ? kWidened : kDoesNotFit;
  // ArrayList is a List, StringReader a Reader.
  const bool named_after = argument.size() > parameter.size() &&
                           argument.substr(argument.size() - parameter.size()) == parameter;
  return named_after ? kWidened : kPerhaps;
}

// "int?": or nothing.
bool IsOptional(std::string_view type) { return type.size() > 1 && type.back() == '?'; }

// "Map<K,List<V>>,final a.b.C...": the next parameter, taken off the front, as a bare name.
std::string_view NextParameter(std::string_view& list, bool& variadic) {
  std::size_t end = 0;
  int depth = 0;
  for (; end < list.size() && (depth > 0 || list[end] != ','); ++end) {
    if (list[end] == '<') ++depth;
    if (list[end] == '>') --depth;
  }
  std::string_view type = list.substr(0, end);
  list.remove_prefix(std::min(end + 1, list.size()));
  variadic = type.size() > 3 && type.substr(type.size() - 3) == "...";
  if (variadic) type.remove_suffix(3);
  const bool array = type.size() > 2 && type.substr(type.size() - 2) == "[]";
  const std::size_t generic = type.find('<');
  // An array of a generic type stays one of that only in its brackets.
  if (generic != std::string_view::npos && !array) type = type.substr(0, generic);
  return type.substr(type.find_last_of(". ") + 1);
}

}  // namespace

// Whether the parameters are those of the base, in which the parameters of a generic stand for
// anything, and the base can be overridden.
bool Evaluator::MayOverride(SymbolRef method, SymbolRef base) const {
  const ModelDefinition& overridden = program_.Definition(base);
  if (overridden.Has(kSymbolStatic) || !overridden.Has(kSymbolExported)) return false;
  std::string_view own = program_.names.Text(program_.Definition(method).parameters);
  std::string_view others = program_.names.Text(overridden.parameters);
  const OwnTypes& types = TypesOf(RulesOfFile(method.file).family);
  while (!own.empty() && !others.empty()) {
    bool is_variadic[2] = {false, false};
    const std::string_view type = NextParameter(own, is_variadic[0]);
    const std::string_view other = NextParameter(others, is_variadic[1]);
    if (type != other && !IsTypeVariable(types, other)) return false;
  }
  return own.empty() && others.empty();
}

int Evaluator::FitOfInstance(const Entity& instance, std::string_view parameter) const {
  const auto named = [&](SymbolRef symbol) {
    return program_.names.Text(program_.Definition(symbol).name) == parameter;
  };
  if (named(instance.symbol)) return kEqual;
  int fit = kWidened + 1;
  for (const SymbolRef base : program_.LineageOf(instance.symbol)) {
    fit = std::max(fit - 1, kPerhaps);
    if (named(base)) return fit;
  }
  const OwnTypes& types = TypesOf(RulesOfFile(instance.symbol.file).family);
  if (TakesAnything(types, parameter)) return kAnything;
  return program_.TypeFlags(instance.symbol) == 0 ? kDoesNotFit : kPerhaps;
}

int Evaluator::Fit(FileIndex caller, const Answer& argument, std::string_view parameter) const {
  const Family family = RulesOfFile(caller).family;
  const OwnTypes& types = TypesOf(family);
  const Name name = argument.foreign_type;
  const bool named = name != Name::kEmpty && name != Name::kUnknown;
  std::string_view foreign = named ? program_.names.Text(name) : std::string_view();
  const bool may_be_nothing = IsOptional(foreign);
  const bool takes_nothing = IsOptional(parameter);
  if (may_be_nothing) foreign.remove_suffix(1);
  if (takes_nothing) parameter.remove_suffix(1);
  if (takes_nothing && foreign == kNull) return kAnything;
  if (may_be_nothing && !takes_nothing && !BoxOf(types, parameter).empty()) return kDoesNotFit;
  const int most = takes_nothing && !may_be_nothing ? kWidened : kEqual;
  int best = kDoesNotFit;
  for (const Entity& entity : argument.entities()) {
    if (entity.kind != EntityKind::kInstance) continue;
    best = std::max(best, FitOfInstance(entity, parameter));
  }
  if (best != kDoesNotFit) return std::min(best, most);
  if (!foreign.empty()) {
    // Nothing outside is an instance of a type of ours.
    const bool ours = foreign != kNull && foreign != parameter &&
                      !program_.types.Find({family, program_.names.Find(parameter)}).empty();
    return ours ? kDoesNotFit : std::min(FitOfForeign(types, foreign, parameter), most);
  }
  const bool known = argument.size() > 0 && !argument.IsForeign() && !argument.dynamic &&
                     argument.entities()[0].kind == EntityKind::kInstance;
  return known ? kDoesNotFit : 0;
}

// Drops what an argument does not fit; of the rest, what fits best stays.
void Evaluator::KeepFitting(std::vector<SymbolRef>& candidates, Wanted wanted, bool extensions) {
  std::vector<Answer> arguments;
  for (ExpressionIndex at = wanted.arguments; at != kNoIndex;) {
    const ModelExpression& argument = ExpressionAt(wanted.caller.file, at);
    if (argument.kind != ExpressionKind::kArguments) return;
    arguments.push_back(Value(wanted.caller, argument.operand));
    at = argument.second;
  }
  std::vector<int> fits;
  fits.reserve(candidates.size());
  std::vector<bool> is_plain;
  is_plain.reserve(candidates.size());
  for (const SymbolRef symbol : candidates) {
    const ModelDefinition& definition = program_.Definition(symbol);
    std::string_view list = program_.names.Text(definition.parameters);
    std::string_view parameter;
    bool variadic = false;
    int sum = 0;
    bool plain = definition.parameter_count != kVariadicParameters;
    if (extensions) NextParameter(list, variadic);  // what stands in front of the name
    for (const Answer& argument : arguments) {
      if (!variadic) parameter = NextParameter(list, variadic);
      int fit = Fit(wanted.caller.file, argument, parameter);
      const bool array = argument.foreign_type == program_.names.Find(kArray);
      // All the rest at once.
      const bool whole = variadic && array && &argument == &arguments.back();
      if (whole) fit = kEqual;
      plain = plain || whole;
      if (fit == kDoesNotFit) {
        sum = kDoesNotFit;
        break;
      }
      sum += fit;
    }
    fits.push_back(sum);
    is_plain.push_back(plain);
  }
  const int best = *std::max_element(fits.begin(), fits.end());
  if (best == kDoesNotFit) return;
  // A variable number of parameters is for what no fixed number fits.
  bool fixed = false;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    fixed = fixed || (fits[i] != kDoesNotFit && is_plain[i]);
  }
  std::vector<SymbolRef> kept;
  int most = kDoesNotFit;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (fits[i] == kDoesNotFit || (fixed && !is_plain[i]) || fits[i] < most) continue;
    if (fits[i] > most) kept.clear();
    most = fits[i];
    kept.push_back(candidates[i]);
  }
  candidates = std::move(kept);
}

}  // namespace waymark::indexer
