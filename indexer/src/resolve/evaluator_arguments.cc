// Which of several functions fits the arguments of a call, by the names of types: those of the
// parameters as they are written, those of the arguments as far as they are known.
#include <algorithm>
#include <array>

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

// Numbers in the order in which they widen.
constexpr std::array<std::string_view, 6> kNumbers = {"byte", "short", "int",
                                                      "long", "float", "double"};

struct Box {
  std::string_view value;
  std::string_view type;
};

constexpr Box kBoxes[] = {{"boolean", "Boolean"}, {"byte", "Byte"},   {"char", "Character"},
                          {"double", "Double"},   {"float", "Float"}, {"int", "Integer"},
                          {"long", "Long"},       {"short", "Short"}};
constexpr std::string_view kTextTypes[] = {"CharSequence", "Comparable", "Serializable"};

std::string_view BoxOf(std::string_view value) {
  for (const Box& box : kBoxes) {
    if (box.value == value) return box.type;
  }
  return {};
}

std::string_view Unboxed(std::string_view type) {
  for (const Box& box : kBoxes) {
    if (box.type == type) return box.value;
  }
  return {};
}

std::size_t WidthOf(std::string_view number) {
  if (number == "char") number = "short";
  const auto found = std::find(kNumbers.begin(), kNumbers.end(), number);
  return static_cast<std::size_t>(found - kNumbers.begin());
}

// One capital letter, perhaps with a digit: by convention the parameter of a generic.
bool IsTypeVariable(std::string_view name) {
  return !name.empty() && name.size() <= 2 && name[0] >= 'A' && name[0] <= 'Z' &&
         (name.size() == 1 || (name[1] >= '0' && name[1] <= '9'));
}

bool TakesAnything(std::string_view parameter) {
  return parameter == "Object" || IsTypeVariable(parameter);
}

int FitOfValue(std::string_view argument, std::string_view parameter) {
  if (!BoxOf(parameter).empty()) {
    const std::size_t from = WidthOf(argument);
    const std::size_t to = WidthOf(parameter);
    const bool widens = from < to && to < kNumbers.size() && parameter != "char";
    return widens ? kWidened : kDoesNotFit;
  }
  if (BoxOf(argument) == parameter) return kPerhaps;
  const bool number = parameter == "Number" || parameter == "Comparable";
  return number || TakesAnything(parameter) ? kAnything : kDoesNotFit;
}

// Of a type outside the repository, of which only the name is known.
int FitOfForeign(std::string_view argument, std::string_view parameter) {
  if (argument == parameter) return kEqual;
  const bool to_array = parameter.size() > 2 && parameter.substr(parameter.size() - 2) == "[]";
  if (argument == kNull) return BoxOf(parameter).empty() ? kAnything : kDoesNotFit;
  if (argument == kArray) return to_array ? kEqual : FitOfValue(argument, parameter);
  if (to_array) return kDoesNotFit;
  if (!BoxOf(argument).empty()) return FitOfValue(argument, parameter);
  if (!BoxOf(parameter).empty()) return Unboxed(argument) == parameter ? kPerhaps : kDoesNotFit;
  if (TakesAnything(parameter)) return kAnything;
  if (argument == "String") {
    const auto* const end = std::end(kTextTypes);
    return std::find(std::begin(kTextTypes), end, parameter) != end ? kWidened : kDoesNotFit;
  }
  // ArrayList is a List, StringReader a Reader.
  const bool named_after = argument.size() > parameter.size() &&
                           argument.substr(argument.size() - parameter.size()) == parameter;
  return named_after ? kWidened : kPerhaps;
}

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
  while (!own.empty() && !others.empty()) {
    bool is_variadic[2] = {false, false};
    const std::string_view type = NextParameter(own, is_variadic[0]);
    const std::string_view other = NextParameter(others, is_variadic[1]);
    if (type != other && !IsTypeVariable(other)) return false;
  }
  return own.empty() && others.empty();
}

int Evaluator::FitOfInstance(const Entity& instance, std::string_view parameter) const {
  const TypeIndex type = *program_.TypeOf(instance.symbol);
  const auto named = [&](SymbolRef symbol) {
    return program_.names.Text(program_.Definition(symbol).name) == parameter;
  };
  if (named(instance.symbol)) return kEqual;
  int fit = kWidened + 1;
  for (const SymbolRef base : program_.LineageOf(type)) {
    fit = std::max(fit - 1, kPerhaps);
    if (named(base)) return fit;
  }
  if (TakesAnything(parameter)) return kAnything;
  return program_.TypeFlags(type) == 0 ? kDoesNotFit : kPerhaps;
}

int Evaluator::Fit(const Answer& argument, std::string_view parameter) const {
  int best = kDoesNotFit;
  for (const Entity& entity : argument.entities()) {
    if (entity.kind != EntityKind::kInstance) continue;
    best = std::max(best, FitOfInstance(entity, parameter));
  }
  if (best != kDoesNotFit) return best;
  const Name foreign = argument.foreign_type;
  if (foreign != Name::kEmpty && foreign != Name::kUnknown) {
    return FitOfForeign(program_.names.Text(foreign), parameter);
  }
  const bool known = argument.size() > 0 && !argument.IsForeign() && !argument.dynamic &&
                     argument.entities()[0].kind == EntityKind::kInstance;
  return known ? kDoesNotFit : 0;
}

// Drops what an argument does not fit; of the rest, what fits best stays.
void Evaluator::KeepFitting(std::vector<SymbolRef>& candidates, Wanted wanted) {
  std::vector<Answer> arguments;
  for (ExpressionIndex at = wanted.arguments; at != kNoIndex;) {
    const ModelExpression& argument = ExpressionAt(wanted.caller.file, at);
    if (argument.kind != ExpressionKind::kArguments) return;
    arguments.push_back(Value(wanted.caller, argument.operand));
    at = argument.second;
  }
  std::vector<int> fits;
  fits.reserve(candidates.size());
  for (const SymbolRef symbol : candidates) {
    const ModelDefinition& definition = program_.Definition(symbol);
    std::string_view list = program_.names.Text(definition.parameters);
    std::string_view parameter;
    bool variadic = false;
    int sum = 0;
    for (const Answer& argument : arguments) {
      if (!variadic) parameter = NextParameter(list, variadic);
      int fit = Fit(argument, parameter);
      if (variadic && argument.foreign_type == program_.names.Find(kArray)) fit = kPerhaps;
      if (fit == kDoesNotFit) {
        sum = kDoesNotFit;
        break;
      }
      sum += fit;
    }
    fits.push_back(sum);
  }
  const int best = *std::max_element(fits.begin(), fits.end());
  if (best == kDoesNotFit) return;
  const auto variadic = [&](std::size_t i) {
    return program_.Definition(candidates[i]).parameter_count == kVariadicParameters;
  };
  // A variable number of parameters is for what no fixed number fits.
  bool fixed = false;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    fixed = fixed || (fits[i] != kDoesNotFit && !variadic(i));
  }
  std::vector<SymbolRef> kept;
  int most = kDoesNotFit;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (fits[i] == kDoesNotFit || (fixed && variadic(i)) || fits[i] < most) continue;
    if (fits[i] > most) kept.clear();
    most = fits[i];
    kept.push_back(candidates[i]);
  }
  candidates = std::move(kept);
}

}  // namespace waymark::indexer
