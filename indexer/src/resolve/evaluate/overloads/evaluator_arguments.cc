// Overload resolution by type names: the written names of parameter types against the known names
// of argument types.
#include <algorithm>

#include <fmt/format.h>

#include "extract/expressions/function_shape.h"
#include "resolve/evaluate/evaluator.h"
#include "resolve/evaluate/evaluator_memory.h"
#include "resolve/evaluate/operand_functions.h"
#include "resolve/rules/builtin_types.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

// How well an argument fits a parameter. Unknown types count neither for a function nor against it.
constexpr int kDoesNotFit = -1;
constexpr int kAnything = 1;  // the parameter takes any object
constexpr int kPerhaps = 2;   // by a conversion, or as an instance of an unknown type
constexpr int kWidened = 9;   // to the next type; less for each type between
constexpr int kEqual = 11;
constexpr int kVariadicParameters = 255;

constexpr std::string_view kBrackets = "[]";

// One capital letter, perhaps with a digit: by convention a type parameter.
bool IsTypeVariable(const BuiltinTypes& types, std::string_view name) {
  const std::string_view prefix = types.variable_prefix;
  if (!prefix.empty() && name.size() > prefix.size() && name.substr(0, prefix.size()) == prefix &&
      IsUpper(name[prefix.size()])) {
    return true;
  }
  return !name.empty() && name.size() <= 2 && IsUpper(name[0]) &&
         (name.size() == 1 || (name[1] >= '0' && name[1] <= '9'));
}

bool TakesAnything(const BuiltinTypes& types, std::string_view parameter) {
  return IsIn(types.roots, parameter) || IsTypeVariable(types, parameter);
}

// Types without subclasses.
bool IsFinal(const BuiltinTypes& types, std::string_view type) {
  return type == types.text || !BoxOf(types, type).empty() || !Unboxed(types, type).empty();
}

int RankOfValue(const BuiltinTypes& types, std::string_view argument, std::string_view parameter) {
  if (argument == parameter) return kEqual;
  if (!BoxOf(types, parameter).empty()) {
    const std::size_t from = WidthOf(types, argument);
    const std::size_t to = WidthOf(types, parameter);
    const bool widens = from < to && to < types.numbers.size() && parameter != "char";
    return widens ? std::max(kWidened + 1 - static_cast<int>(to - from), kPerhaps + 1)
                  : kDoesNotFit;
  }
  if (BoxOf(types, argument) == parameter) return kPerhaps;
  const bool number = IsIn(types.of_number, parameter);
  return number || TakesAnything(types, parameter) ? kAnything : kDoesNotFit;
}

// "Reader" of StreamReader and TextReader: libraries name derived types alike. Names in capitals
// and short words count as a whole.
std::string_view LastWordOfType(std::string_view type) {
  constexpr std::size_t kShortest = 4;
  std::size_t at = type.size();
  while (at > 0 && !IsUpper(type[at - 1])) --at;
  const bool is_word = at > 0 && type.size() - at + 1 >= kShortest;
  return is_word ? type.substr(at - 1) : type;
}

// Ranks an object of an external type, of which only the name is known.
int RankOfObject(const BuiltinTypes& types, std::string_view argument, std::string_view parameter) {
  if (argument == parameter) return kEqual;
  if (argument == types.text_again && parameter == types.text) return kEqual;
  if (argument == types.any) return 0;
  if (!BoxOf(types, parameter).empty()) {
    const std::string_view value = Unboxed(types, argument);
    const bool fits = !value.empty() && RankOfValue(types, value, parameter) != kDoesNotFit;
    return fits ? kPerhaps : kDoesNotFit;
  }
  if (TakesAnything(types, parameter)) return kAnything;
  if (argument == types.text) return IsIn(types.of_text, parameter) ? kWidened : kDoesNotFit;
  if (IsFinal(types, parameter) || IsIn(types.roots, argument)) return kDoesNotFit;
  // By its name an ArrayList is a List and a StringReader a Reader.
  const bool named_after = argument.size() > parameter.size() &&
                           argument.substr(argument.size() - parameter.size()) == parameter;
  if (named_after) return kWidened;
  return LastWordOfType(argument) == LastWordOfType(parameter) ? kWidened - 1 : kPerhaps;
}

int RankOfForeign(const BuiltinTypes& types, std::string_view argument,
                  std::string_view parameter) {
  if (argument == kNull) {
    if (!BoxOf(types, parameter).empty()) return kDoesNotFit;
    return TakesAnything(types, parameter) ? kAnything : kPerhaps;
  }
  if (parameter.ends_with(kBrackets)) return kDoesNotFit;
  const bool value = !BoxOf(types, argument).empty();
  return value ? RankOfValue(types, argument, parameter) : RankOfObject(types, argument, parameter);
}

// Removes array brackets from the end, one pair per dimension; returns the dimensions that remain.
int WithoutBrackets(std::string_view& type, int dimensions) {
  for (; dimensions > 0 && type.ends_with(kBrackets); --dimensions) {
    type.remove_suffix(kBrackets.size());
  }
  return dimensions;
}

std::string_view WithoutArguments(std::string_view type) { return type.substr(0, type.find('<')); }

// "int?": or nothing.
bool IsOptional(std::string_view type) { return type.size() > 1 && type.back() == '?'; }

// "Map<K,List<V>>,final a.b.C...": removes the next parameter from the front and returns its
// unqualified name.
std::string_view NextParameter(std::string_view& list, bool& variadic,
                               std::string_view* whole = nullptr) {
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
  if (whole != nullptr) *whole = type;
  const bool array = type.size() > 2 && type.substr(type.size() - 2) == "[]";
  const std::size_t generic = type.find('<');
  // For an array of a generic type only the brackets matter.
  if (generic != std::string_view::npos && !array) type = type.substr(0, generic);
  return type.substr(type.find_last_of(". ") + 1);
}

// The shape of a function literal; empty for all else.
std::string_view FunctionIn(const Program& program, const Resolution& argument) {
  const Name name = argument.foreign_type;
  if (name == Name::kEmpty || name == Name::kUnknown) return {};
  const std::string_view text = program.names.Text(name);
  return text.starts_with(kFunctionMark) ? text : std::string_view();
}

struct ListParts {
  int count = 0;
  std::string_view last;
};

// Splits a list such as "A,Map<B,C>".
ListParts PartsOfList(std::string_view list) {
  ListParts parts{list.empty() ? 0 : 1, list};
  int depth = 0;
  for (std::size_t at = 0; at < list.size(); ++at) {
    const char c = list[at];
    depth += (c == '<' || c == '(' || c == '[') - (c == '>' || c == ')' || c == ']');
    if (c != ',' || depth != 0) continue;
    ++parts.count;
    parts.last = list.substr(at + 1);
  }
  return parts;
}

// How a result fits the type that a function has to return: a Task<T> is also a Task.
int RankOfResult(FunctionResult result, std::string_view type) {
  if (result != FunctionResult::kTask && result != FunctionResult::kTaskOf) return kEqual;
  const std::size_t generic = type.find('<');
  const FunctionResult wanted = ResultNamed(type.substr(0, generic), generic != type.npos);
  if (wanted == result) return kEqual;
  if (wanted == FunctionResult::kValue) return kWidened;
  return wanted == FunctionResult::kTask ? kPerhaps : kDoesNotFit;
}

// How a function literal (function_shape.h) fits a parameter, written with all its arguments.
int RankOfFunction(const BuiltinTypes& types, std::string_view function,
                   std::string_view parameter) {
  const std::size_t generic = parameter.find('<');
  const bool has_list = generic != std::string_view::npos && parameter.ends_with('>');
  std::string_view name = parameter.substr(0, generic);
  name = name.substr(name.find_last_of(". ") + 1);
  const std::string_view list =
      has_list ? parameter.substr(generic + 1, parameter.size() - generic - 2) : std::string_view();
  if (has_list && name == types.function_wrapper) {
    return RankOfFunction(types, function, list);
  }
  const FunctionParts parts = PartsOfFunction(function);
  for (const FunctionType& type : types.functions) {
    if (type.name != name) continue;
    const ListParts listed = PartsOfList(list);
    const int count =
        type.parameters >= 0 ? type.parameters : listed.count - (type.parameters == kAllButLast);
    if (parts.parameters != kAnyParameters && count != parts.parameters) return kDoesNotFit;
    if (parts.result == FunctionResult::kOpen) return kPerhaps;
    if ((parts.result != FunctionResult::kNone) != type.gives) return kDoesNotFit;
    return RankOfResult(parts.result, listed.last);
  }
  const bool is_value = !BoxOf(types, name).empty() || IsFinal(types, name) ||
                        name.ends_with(kBrackets) || TakesAnything(types, name);
  return is_value ? kDoesNotFit : kPerhaps;  // it may name a function type
}

}  // namespace

// Whether the parameters equal those of the base, whose type parameters match anything, and the
// base can be overridden.
bool Evaluator::MayOverride(SymbolRef method, SymbolRef base) const {
  const ModelDefinition& overridden = program_.Definition(base);
  if (overridden.Has(kSymbolStatic) || !overridden.Has(kSymbolExported)) return false;
  std::string_view own = program_.names.Text(program_.Definition(method).parameters);
  std::string_view others = program_.names.Text(overridden.parameters);
  const BuiltinTypes& types = *RulesOfFile(method.file).builtin_types;
  while (!own.empty() && !others.empty()) {
    bool is_variadic[2] = {false, false};
    const std::string_view type = NextParameter(own, is_variadic[0]);
    const std::string_view other = NextParameter(others, is_variadic[1]);
    if (type != other && !IsTypeVariable(types, other)) return false;
  }
  return own.empty() && others.empty();
}

int Evaluator::RankOfInstance(const Entity& instance, std::string_view parameter) const {
  const auto named = [&](SymbolRef symbol) {
    return program_.names.Text(program_.Definition(symbol).name) == parameter;
  };
  if (named(instance.symbol)) return kEqual;
  int fit = kWidened + 1;
  for (const SymbolRef base : program_.LineageOf(instance.symbol)) {
    fit = std::max(fit - 1, kPerhaps);
    if (named(base)) return fit;
  }
  const BuiltinTypes& types = *RulesOfFile(instance.symbol.file).builtin_types;
  if (TakesAnything(types, parameter)) return kAnything;
  if (IsFinal(types, parameter)) return kDoesNotFit;
  return program_.TypeFlags(instance.symbol) == 0 ? kDoesNotFit : kPerhaps;
}

// Arrays fit arrays of fitting elements better than a parameter for any object; elements are of one
// type.
int Evaluator::RankOfArray(FileIndex caller, const Resolution& array,
                           std::string_view parameter) const {
  const BuiltinTypes& types = *RulesOfFile(caller).builtin_types;
  const bool to_array = parameter.ends_with(kBrackets);
  if (!to_array) return TakesAnything(types, parameter) ? kAnything : kDoesNotFit;
  int best = kDoesNotFit;
  for (const Entity& entity : array.entities()) {
    if (entity.kind != EntityKind::kElements || !entity.symbol.exists()) continue;
    std::string_view element = parameter;
    const bool deeper = WithoutBrackets(element, entity.depth) > 0;
    const bool loose = deeper || element.ends_with(kBrackets) || element.find('<') != element.npos;
    const int fit = loose ? kPerhaps : RankOfInstance(entity, element);
    best = std::max(best, fit == kDoesNotFit ? fit : std::max(fit, kPerhaps));
  }
  if (!array.empty()) return best;
  const Name name = array.foreign_element;
  if (name == Name::kEmpty || name == Name::kUnknown) return kPerhaps;
  const std::string_view held = program_.names.Text(name);
  const bool deeper = WithoutBrackets(parameter, array.foreign_shape + 1) > 0;
  if (deeper) return TakesAnything(types, parameter) ? kPerhaps : kDoesNotFit;
  const std::string_view element = WithoutArguments(parameter);
  if (held == element) return kEqual;
  if (!BoxOf(types, held).empty() || !BoxOf(types, element).empty()) return kDoesNotFit;
  const bool ours =
      !program_.types.Find({program_.NamesOf(caller), program_.names.Find(element)}).empty();
  const int fit = ours ? kDoesNotFit : RankOfForeign(types, held, element);
  return fit == kDoesNotFit ? fit : std::max(fit, kPerhaps);
}

int Evaluator::Fit(FileIndex caller, const Resolution& argument, std::string_view parameter) const {
  const BuiltinTypes& types = *RulesOfFile(caller).builtin_types;
  const Name name = argument.foreign_type;
  const bool named = name != Name::kEmpty && name != Name::kUnknown;
  std::string_view foreign = named ? program_.names.Text(name) : std::string_view();
  if (foreign == kArrayTypeName) return RankOfArray(caller, argument, parameter);
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
    best = std::max(best, RankOfInstance(entity, parameter));
  }
  if (best != kDoesNotFit) return std::min(best, most);
  if (!foreign.empty()) {
    // No external value is an instance of a type of this repository.
    const bool ours =
        foreign != kNull && foreign != parameter &&
        !program_.types.Find({program_.NamesOf(caller), program_.names.Find(parameter)}).empty();
    return ours ? kDoesNotFit : std::min(RankOfForeign(types, foreign, parameter), most);
  }
  const bool known = argument.size() > 0 && !argument.IsForeign() && !argument.dynamic &&
                     argument.entities()[0].kind == EntityKind::kInstance;
  return known ? kDoesNotFit : 0;
}

// Drops the functions that an argument does not fit; of the rest the best stay.
void Evaluator::KeepFitting(std::vector<SymbolRef>& candidates, LookupKind wanted,
                            bool extensions) {
  const FileIndex caller = wanted.caller.file;
  if (RulesOfFile(caller).builtin_types == nullptr) return;
  const BuiltinTypes& types = *RulesOfFile(caller).builtin_types;
  std::vector<Resolution> arguments;
  for (ExpressionIndex at = wanted.arguments; at != kNoIndex;) {
    const ModelExpression& argument = ExpressionAt(wanted.caller.file, at);
    if (argument.kind != ExpressionKind::kArguments) return;
    arguments.push_back(Value(wanted.caller, argument.operand));
    at = argument.second;
  }
  const Name array = program_.names.Find(kArrayTypeName);
  std::vector<int> fits;
  fits.reserve(candidates.size());
  std::vector<bool> is_plain;
  is_plain.reserve(candidates.size());
  for (const SymbolRef symbol : candidates) {
    const ModelDefinition& definition = program_.Definition(symbol);
    std::string_view list = program_.names.Text(definition.parameters);
    std::string_view parameter;
    std::string_view whole;
    bool variadic = false;
    int sum = 0;
    bool plain = definition.parameter_count != kVariadicParameters;
    if (extensions) NextParameter(list, variadic);  // the receiver's parameter
    for (const Resolution& argument : arguments) {
      if (!variadic) parameter = NextParameter(list, variadic, &whole);
      const std::string_view function = FunctionIn(program_, argument);
      int fit = function.empty() ? Fit(wanted.caller.file, argument, parameter)
                                 : RankOfFunction(types, function, whole);
      if (variadic && argument.foreign_type == array && &argument == &arguments.back()) {
        // All remaining arguments at once.
        const int array_fit = RankOfArray(caller, argument, fmt::format("{}[]", parameter));
        plain = plain || array_fit != kDoesNotFit;
        fit = std::max(fit, array_fit);
      }
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
  // A variadic function is meant only if no function with fixed parameters fits.
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

// An instance of the type that the text of a parameter names.
Resolution OperandFunctions::ParameterNamed(SymbolRef function, std::string_view parameter) const {
  const Name name = program_.names.Find(parameter);
  const SymbolRef around = program_.CanonicalOf(program_.ParentOf(function));
  SymbolRef type = program_.Definition(around).name == name ? around : SymbolRef{};
  if (!type.exists()) {
    const auto named = program_.types.Find({program_.NamesOf(function.file), name});
    if (named.size() > 1) return {};
    if (!named.empty()) type = program_.CanonicalOf(named.begin()->value);
  }
  Resolution out;
  if (type.exists()) {
    out.Add({EntityKind::kInstance, EdgeRule::kAnnotatedReceiver, type});
  } else {
    out.external = true;
    out.foreign_type = name;
  }
  return out;
}

int OperandFunctions::Rank(SymbolRef function, std::span<const Resolution> values, bool converts) {
  std::string_view list = program_.names.Text(program_.Definition(function).parameters);
  int sum = 0;
  for (const Resolution& value : values) {
    if (list.empty()) return kDoesNotFit;
    bool variadic = false;
    const std::string_view parameter = NextParameter(list, variadic);
    const int fit = evaluator_.Fit(place_.file, value, parameter);
    if (fit != kDoesNotFit) {
      sum += fit;
    } else if (!converts ||
               Converted(value, ParameterNamed(function, parameter), parameter).empty()) {
      return kDoesNotFit;
    }
  }
  return list.empty() ? sum : kDoesNotFit;
}

std::vector<Resolution> OperandFunctions::OfArguments(SymbolRef function,
                                                      ExpressionIndex arguments) {
  std::vector<Resolution> out;
  const std::string conversion(evaluator_.RulesOfFile(place_.file).operators->conversion);
  std::string_view list = program_.names.Text(program_.Definition(function).parameters);
  while (arguments != kNoIndex && !list.empty()) {
    const ModelExpression& argument = evaluator_.ExpressionAt(place_.file, arguments);
    if (argument.kind != ExpressionKind::kArguments) break;
    bool variadic = false;
    const std::string_view parameter = NextParameter(list, variadic);
    if (variadic) break;
    // Most types have no conversion, and then the argument need not be known.
    const bool may_convert =
        program_.names.Find(conversion + std::string(parameter)) != Name::kUnknown;
    if (may_convert) {
      out.push_back(evaluator_.Ask([&] {
        const Resolution value = evaluator_.Value(place_, argument.operand);
        return Converted(value, ParameterNamed(function, parameter), parameter);
      }));
    }
    arguments = argument.second;
  }
  return out;
}

}  // namespace waymark::indexer
