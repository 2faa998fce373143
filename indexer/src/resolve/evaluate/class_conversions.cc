#include "resolve/evaluate/class_conversions.h"

#include <algorithm>
#include <utility>

#include "extract/declarations/ref_qualifier.h"
#include "resolve/evaluate/call_by_arguments.h"
#include "resolve/evaluate/evaluator_memory.h"
#include "resolve/evaluate/resolution.h"
#include "resolve/rules/c_conversions.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kConversionWord = "operator ";  // and a type
constexpr std::string_view kAwaitOperator = "operator co_await";
constexpr std::uint8_t kQualifiers = kConstant | kReference | kTemporary;

bool LiesInside(const FileModel& model, ScopeIndex scope, ScopeIndex around) {
  while (scope != kNoIndex && scope > around) scope = model.scopes[scope].parent;
  return scope == around;
}

}  // namespace

ClassConversions::Argument ClassConversions::ArgumentOf(ExpressionIndex value) {
  if (value == kNoIndex) return {};
  const ModelExpression& written = evaluator_.ExpressionAt(place_.file, value);
  const bool is_made = written.kind == ExpressionKind::kCall ||
                       written.kind == ExpressionKind::kNew ||
                       written.kind == ExpressionKind::kLiteral ||
                       (written.kind == ExpressionKind::kPointer && written.count == kAddress);
  return {evaluator_.Value(place_, value), !is_made};
}

bool ClassConversions::IsExplicit(SymbolRef symbol) const {
  const ModelExpression* const type = evaluator_.FunctionTypeOf(symbol);
  return type != nullptr && (type->count & kExplicit) != 0;
}

// The declarations in the body of the class, where `explicit` and default arguments are written.
std::vector<SymbolRef> ClassConversions::Constructors(SymbolRef type) {
  const ModelDefinition& definition = program_.Definition(type);
  if (definition.inner_scope == kNoIndex || evaluator_.IsEnumeration(type)) return {};
  LookupKind wanted;
  wanted.constructor = true;
  std::vector<SymbolRef> found = evaluator_.DefinedMembers(type, definition.name, wanted);
  std::erase_if(found, [&](SymbolRef symbol) {
    const ModelDefinition& one = program_.Definition(symbol);
    return symbol.file != type.file || one.scope != definition.inner_scope ||
           !one.Has(kSymbolConstructor) || !evaluator_.Takes(symbol, 1) || IsExplicit(symbol) ||
           evaluator_.FunctionTypeOf(symbol) == nullptr;
  });
  return found;
}

// Whether the constructor takes an object of its own type.
bool ClassConversions::Copies(SymbolRef constructor, SymbolRef type) {
  const Entity* const taken = InstanceIn(ParameterAt(constructor, 0));
  return taken != nullptr && taken->symbol == type;
}

bool ClassConversions::IsConversion(SymbolRef symbol) const {
  const ModelDefinition& definition = program_.Definition(symbol);
  if (!definition.IsCallable() || definition.parameter_count != 0) return false;
  const std::string_view name = program_.names.Text(definition.name);
  return name.starts_with(kConversionWord) && name != kAwaitOperator && !IsExplicit(symbol) &&
         definition.return_type != kNoIndex && evaluator_.FunctionTypeOf(symbol) != nullptr;
}

void ClassConversions::AddFunctions(SymbolRef type, std::vector<SymbolRef>& out) {
  const FileModel& model = program_.files[type.file].model();
  const ScopeIndex inside = model.definitions[type.definition].inner_scope;
  if (inside == kNoIndex) return;
  DefinitionIndex at = type.definition + 1;
  for (; at < model.definitions.size(); ++at) {
    const ModelDefinition& member = model.definitions[at];
    if (member.scope != inside && !LiesInside(model, member.scope, inside)) break;
    // That of a template lies in a scope of its own.
    const SymbolRef symbol{type.file, at};
    if (program_.ParentOf(symbol) == type && IsConversion(symbol)) out.push_back(symbol);
  }
  evaluator_.StepOver(at - type.definition);
}

// Those of the class and its bases.
std::vector<SymbolRef> ClassConversions::Functions(SymbolRef type) {
  std::vector<SymbolRef> out;
  AddFunctions(type, out);
  for (const SymbolRef base : program_.LineageOf(type)) {
    if (base != type) AddFunctions(base, out);
  }
  return out;
}

void ClassConversions::AddConstructors(const Argument& argument, SymbolRef type,
                                       std::vector<Viable>& viable) {
  for (const SymbolRef symbol : Constructors(type)) {
    const int fit = evaluator_.RankOfArgument(symbol, 0, argument, true);
    if (fit == kNoConversion || (fit == kRankUnknown && Copies(symbol, type))) continue;
    viable.push_back({symbol, {fit}});
  }
}

void ClassConversions::AddOperators(const Entity& object, const Resolution& target,
                                    std::vector<Viable>& viable) {
  for (const SymbolRef symbol : Functions(object.symbol)) {
    const ModelExpression& type = *evaluator_.FunctionTypeOf(symbol);
    if (IsConstant(object.shape) && (type.count & kConstMethod) == 0) continue;
    const Resolution result = ResultOf(object, symbol);
    const int fit = IsKnown(result) ? evaluator_.RankOfValue(result, target) : kRankUnknown;
    if (fit >= kRankUnknown) viable.push_back({symbol, {fit}});
  }
}

// The type of the object that a conversion function returns; unknown of a template.
Resolution ClassConversions::ResultOf(const Entity& object, SymbolRef function) {
  if ((evaluator_.FunctionTypeOf(function)->count & kOfTemplate) != 0) return {};
  const ModelDefinition& definition = program_.Definition(function);
  const ScopeRef inside{
      function.file, definition.inner_scope == kNoIndex ? definition.scope : definition.inner_scope,
      object.substitution};
  Resolution result = evaluator_.Type(inside, definition.return_type);
  const std::string_view name = program_.names.Text(definition.name);  // operator Text*
  const std::string_view behind = name.substr(name.find_last_of('>') + 1);
  const auto pointers = std::count(behind.begin(), behind.end(), '*');
  result.Wrap(static_cast<std::uint8_t>(std::min<std::ptrdiff_t>(pointers, kPointers)));
  return result;
}

// The function with the simplest conversion. A template gives way to a plain function. `more` if a
// type that is not known decides.
Resolution ClassConversions::Chosen(std::vector<Viable> viable) {
  const auto is_template = [&](SymbolRef symbol) {
    return (evaluator_.FunctionTypeOf(symbol)->count & kOfTemplate) != 0;
  };
  const auto is_open = [](const Viable& one) { return one.fits[0] <= kRankUnknown; };
  std::vector<Viable> sure;
  std::copy_if(viable.begin(), viable.end(), std::back_inserter(sure),
               [&](const Viable& one) { return !is_open(one); });
  const bool is_sure = !sure.empty();
  std::vector<SymbolRef> best = evaluator_.BestOf(is_sure ? std::move(sure) : std::move(viable));
  if (!std::all_of(best.begin(), best.end(), is_template)) std::erase_if(best, is_template);
  const bool has_condition = std::any_of(best.begin(), best.end(), [&](SymbolRef symbol) {
    return (evaluator_.FunctionTypeOf(symbol)->count & kHasCondition) != 0;
  });
  Resolution out = AllOf(std::move(best));
  out.more = out.more || !is_sure || has_condition;
  return out;
}

Resolution ClassConversions::AllOf(std::vector<SymbolRef> functions) {
  evaluator_.FoldDeclarations(place_.file, functions);
  Resolution out;
  for (const SymbolRef symbol : functions) {
    out.Add({EntityKind::kSymbol, EdgeRule::kStructure, symbol});
  }
  return out;
}

Resolution ClassConversions::Converted(ExpressionIndex value, const Resolution& target) {
  const bool is_one = target.size() <= 1 && !target.more && IsKnown(target);
  const Entity* const held = InstanceIn(target);
  const std::uint8_t shape = held == nullptr ? target.foreign_shape : held->shape;
  if (!is_one || (target.empty() && shape == kSeveralTypes) || WantsPlace(shape)) return {};
  if (held == nullptr && !target.empty()) return {};
  const Entity* const wanted = PlainObjectIn(target);
  const Argument argument = ArgumentOf(value);
  const bool is_known = IsKnown(argument.value) && argument.value.size() <= 1 &&
                        !argument.value.more && !argument.value.dynamic;
  if (!is_known) {
    if (wanted == nullptr) return {};
    std::vector<SymbolRef> all = Constructors(wanted->symbol);
    std::erase_if(all, [&](SymbolRef symbol) { return Copies(symbol, wanted->symbol); });
    Resolution out = AllOf(std::move(all));
    out.more = true;
    return out;
  }
  const Entity* const object = PlainObjectIn(argument.value);
  if (object != nullptr && wanted != nullptr) {
    const auto lineage = program_.LineageOf(object->symbol);
    const bool is_own = object->symbol == wanted->symbol ||
                        std::find(lineage.begin(), lineage.end(), wanted->symbol) != lineage.end();
    if (is_own) return {};
  }
  std::vector<Viable> viable;
  if (wanted != nullptr) AddConstructors(argument, wanted->symbol, viable);
  if (object != nullptr) AddOperators(*object, target, viable);
  Resolution out = viable.empty() ? Resolution() : Chosen(std::move(viable));
  if (object != nullptr) out.WeakenTo(object->rule);
  if (wanted != nullptr) out.WeakenTo(wanted->rule);
  return out;
}

Resolution ClassConversions::Of(const ModelExpression& conversion) {
  Resolution target = evaluator_.Value(place_, conversion.second);
  const bool is_assigned = conversion.name != Name::kEmpty;
  if (is_assigned) {
    for (Entity& entity : target.entities()) {
      entity.shape &= static_cast<std::uint8_t>(~kQualifiers);
    }
    if (target.foreign_shape != kSeveralTypes) {
      target.foreign_shape &= static_cast<std::uint8_t>(~kQualifiers);
    }
    const Entity* const object = PlainObjectIn(target);
    // Its own operator may take the value as it is.
    const bool has_own = object != nullptr && conversion.name != Name::kUnknown &&
                         !evaluator_.DefinedMembers(object->symbol, conversion.name, {}).empty();
    if (has_own) return {};
  }
  return Converted(conversion.operand, target);
}

Resolution ClassConversions::ParameterAt(SymbolRef function, int position) {
  bool rest = false;
  const ExpressionIndex type = evaluator_.ParameterTypeAt(function, position, rest);
  if (type == kNoIndex || rest) return {};
  const ModelDefinition& definition = program_.Definition(function);
  const ScopeRef inside{function.file, definition.inner_scope == kNoIndex ? definition.scope
                                                                          : definition.inner_scope};
  return evaluator_.IsDependent(inside, type) ? Resolution() : evaluator_.Type(inside, type);
}

bool ClassConversions::IsNumber(const Resolution& value) const {
  const Name name = value.foreign_type;
  return value.empty() && name != Name::kEmpty && name != Name::kUnknown &&
         value.foreign_shape != kSeveralTypes && PointersOf(value.foreign_shape) == 0 &&
         !NumberNamed(program_.names.Text(name)).empty();
}

Resolution ClassConversions::ToNumber(const Entity& object) {
  std::vector<SymbolRef> functions = Functions(object.symbol);
  std::erase_if(functions, [&](SymbolRef symbol) { return !IsNumber(ResultOf(object, symbol)); });
  Resolution out = AllOf(std::move(functions));
  out.WeakenTo(object.rule);
  return out;
}

std::vector<Resolution> ClassConversions::OfOperands(ExpressionIndex operands) {
  std::vector<Resolution> out;
  while (operands != kNoIndex) {
    const ModelExpression& operand = evaluator_.ExpressionAt(place_.file, operands);
    if (operand.kind != ExpressionKind::kArguments) break;
    operands = operand.second;
    if (operand.operand == kNoIndex) return {};
    bool is_number = false;
    Resolution run = evaluator_.Ask([&] {
      const Resolution value = evaluator_.Value(place_, operand.operand);
      is_number = IsNumber(value);
      const Entity* const object = PlainObjectIn(value);
      return object == nullptr ? Resolution() : ToNumber(*object);
    });
    if (run.empty() && !is_number) return {};
    out.push_back(std::move(run));
  }
  return out;
}

std::vector<Resolution> ClassConversions::OfArguments(SymbolRef function,
                                                      ExpressionIndex arguments) {
  std::vector<Resolution> out;
  if (evaluator_.FunctionTypeOf(function) == nullptr) return out;
  for (int position = 0; arguments != kNoIndex; ++position) {
    const ModelExpression& argument = evaluator_.ExpressionAt(place_.file, arguments);
    if (argument.kind != ExpressionKind::kArguments) break;
    out.push_back(evaluator_.Ask(
        [&] { return Converted(argument.operand, ParameterAt(function, position)); }));
    arguments = argument.second;
  }
  return out;
}

}  // namespace waymark::indexer
