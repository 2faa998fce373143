// Type argument inference: derives the type parameters of a function from the arguments of a call
// and the types of the function's parameters. All other type arguments stay unknown.
#include <algorithm>

#include "resolve/evaluate/evaluator.h"
#include "resolve/evaluate/evaluator_memory.h"

namespace waymark::indexer {
namespace {

constexpr int kMaxWrittenTypeDepth = 8;  // nesting of a written type
constexpr int kMaxInferredFrom = 8;      // parameters of a function

// The values that a type parameter can stand for, without the types themselves.
Resolution ValuesIn(const Resolution& answer) {
  Resolution out;
  out.AddNotes(answer);
  for (const Entity& entity : answer.entities()) {
    if (IsValue(entity.kind)) out.Add(entity);
  }
  return out;
}

// Removes the declarator around the requested type from a shape.
std::uint8_t Without(std::uint8_t shape, std::uint8_t around) {
  shape &= static_cast<std::uint8_t>(~(kReference | kTemporary | (around & kConstant)));
  return static_cast<std::uint8_t>(shape - PointersOf(around));
}

// For values of the type `T* const&`: the values of T.
Resolution Inside(const Resolution& value, std::uint8_t around) {
  Resolution out;
  out.AddNotes(value);
  const int pointers = PointersOf(around);
  const bool several = out.foreign_shape == kSeveralTypes;
  if (!several && PointersOf(out.foreign_shape) >= pointers) {
    out.foreign_shape = Without(out.foreign_shape, around);
  } else {
    out.foreign_type = Name::kEmpty;
    out.foreign_shape = 0;
  }
  for (Entity entity : value.entities()) {
    if (PointersOf(entity.shape) < pointers) continue;
    entity.shape = Without(entity.shape, around);
    out.Add(entity);
  }
  return out;
}

// Self, typing.Self, and unions of either with a literal: Self | None.
bool NamesOwnType(const Program& program, const FileModel& model, std::string_view own_name,
                  ExpressionIndex written) {
  if (own_name.empty()) return false;
  const auto is_literal = [&](ExpressionIndex part) {
    return part != kNoIndex && model.expressions[part].kind == ExpressionKind::kLiteral;
  };
  for (int depth = 0; depth < kMaxWrittenTypeDepth && written != kNoIndex; ++depth) {
    const ModelExpression& type = model.expressions[written];
    if (type.kind != ExpressionKind::kUnion) {
      const bool names = type.kind == ExpressionKind::kName || type.kind == ExpressionKind::kMember;
      return names && program.names.Text(type.name) == own_name;
    }
    if (!is_literal(type.second) && !is_literal(type.operand)) return false;
    written = is_literal(type.second) ? type.operand : type.second;
  }
  return false;
}

}  // namespace

// Whether a written type names one of the parameters that a scope declares.
bool Evaluator::NamesTypeParameter(ScopeRef place, ExpressionIndex type, ScopeIndex parameters,
                                   int depth) {
  if (type == kNoIndex || depth > kMaxWrittenTypeDepth) return false;
  const ModelExpression& written = ExpressionAt(place.file, type);
  if (written.kind == ExpressionKind::kName) {
    const std::optional<std::uint32_t> parameter = TypeParameterAt(place, type);
    return parameter.has_value() &&
           program_.files[place.file].model().bindings[*parameter].scope == parameters;
  }
  return NamesTypeParameter(place, written.operand, parameters, depth + 1) ||
         NamesTypeParameter(place, written.second, parameters, depth + 1);
}

// The substitution of a call of a generic function without written type arguments, if the result
// depends on it.
SubstitutionId Evaluator::Inferred(const Entity& called, Call call, SubstitutionId around) {
  if (call.call == kNoIndex || !HasTypeArguments(called.symbol.file)) return around;
  const ModelDefinition& function = program_.Definition(called.symbol);
  const ModelExpression& written = ExpressionAt(call.place.file, call.call);
  if (written.kind != ExpressionKind::kCall || written.second == kNoIndex) return around;
  if (function.declared_type == kNoIndex || function.return_type == kNoIndex) return around;
  const ScopeIndex parameters = TypeParametersOf(called.symbol);
  if (parameters == kNoIndex) return around;
  if (SubstitutionOf(around, called.symbol.file, parameters) != nullptr) return around;
  const ScopeRef inside{called.symbol.file, function.inner_scope};
  if (!NamesTypeParameter(inside, function.return_type, parameters)) return around;
  return InferredBy(called.symbol, parameters, around, call);
}

// new Box(item): the constructor's arguments determine the type parameters of the type.
void Evaluator::InferMade(Resolution& made, Call call) {
  const bool can_tell = HasTypeArguments(call.place.file) &&
                        !RulesOfFile(call.place.file).has_specialisations &&
                        ExpressionAt(call.place.file, call.call).second != kNoIndex;
  if (!can_tell) return;
  LookupKind wanted{ExpressionAt(call.place.file, call.call).count};
  wanted.constructor = true;
  for (Entity& entity : made.entities()) {
    if (entity.kind != EntityKind::kInstance || entity.substitution != kNoSubstitution) continue;
    const ScopeIndex parameters = TypeParametersOf(entity.symbol);
    if (parameters == kNoIndex) continue;
    for (const std::string_view name : RulesOfFile(entity.symbol.file).constructors) {
      const Resolution found =
          MemberOfType(entity.symbol, program_.names.Find(name), wanted, entity.rule, 0);
      if (found.size() != 1 || found.entities()[0].kind != EntityKind::kSymbol) continue;
      const SymbolRef constructor = found.entities()[0].symbol;
      const bool is_own = program_.CanonicalOf(program_.ParentOf(constructor)) == entity.symbol;
      if (!is_own || program_.Definition(constructor).declared_type == kNoIndex) continue;
      entity.substitution = InferredBy(constructor, parameters, kNoSubstitution, call);
      break;
    }
  }
}

// The substitution of the parameters that a scope declares, inferred from a call of the function.
SubstitutionId Evaluator::InferredBy(SymbolRef function, ScopeIndex parameters,
                                     SubstitutionId around, Call call) {
  Substitution substitution;
  substitution.file = function.file;
  substitution.parameters = parameters;
  substitution.around = around;
  substitution.inferred = function;
  call.place.substitution = RelevantAt(call.place);
  const bool in_header = call.call < program_.files[call.place.file].model().expressions.size();
  substitution.arguments.push_back({call.place, call.call, in_header ? 0 : body_number_});
  return Intern(std::move(substitution));
}

// The result of the first argument that determines the parameter.
Resolution Evaluator::Infer(const Substitution& substitution, std::uint32_t parameter) {
  const SymbolRef function = substitution.inferred;
  const ModelDefinition& definition = program_.Definition(function);
  const TypeArgument& call = substitution.arguments.front();
  const ModelExpression& type = ExpressionAt(function.file, definition.declared_type);
  if (type.kind != ExpressionKind::kFunction) return {};
  const ScopeRef inside{function.file, definition.inner_scope, substitution.around};
  ExpressionIndex at = ExpressionAt(call.place.file, call.type).second;
  for (int position = 0; at != kNoIndex && position < kMaxInferredFrom; ++position) {
    const ModelExpression& argument = ExpressionAt(call.place.file, at);
    if (argument.kind != ExpressionKind::kArguments) return {};
    at = argument.second;
    const ExpressionIndex written = ElementAt(function.file, type.operand, position);
    if (written == kNoIndex || argument.operand == kNoIndex) continue;
    if (argument.count != kOneElement) continue;  // passed by name
    const ScopeIndex parameters = substitution.parameters;
    if (!NamesTypeParameter(inside, written, parameters)) continue;
    const Resolution value = Value(call.place, argument.operand);
    const Resolution inferred = InferFrom(inside, written, parameter, value);
    if (!inferred.empty() || inferred.IsForeign()) return inferred;
  }
  return {};
}

// The binding of one type parameter by a value of a written type.
Resolution Evaluator::InferFrom(ScopeRef place, ExpressionIndex type, std::uint32_t parameter,
                                const Resolution& value, int depth) {
  if (type == kNoIndex || depth > kMaxWrittenTypeDepth || !Step()) return {};
  const ModelExpression& written = ExpressionAt(place.file, type);
  switch (written.kind) {
    case ExpressionKind::kName:
      return TypeParameterAt(place, type) == parameter ? ValuesIn(value) : Resolution();
    case ExpressionKind::kUnion: {
      Resolution first = InferFrom(place, written.operand, parameter, value, depth + 1);
      return first.empty() ? InferFrom(place, written.second, parameter, value, depth + 1) : first;
    }
    case ExpressionKind::kFunction: {  // () => T, new () => T
      Resolution made;
      for (const Entity& entity : value.entities()) made.AddAll(CalledEntity(entity));
      return InferFrom(place, written.second, parameter, made, depth + 1);
    }
    case ExpressionKind::kIndex:
      return InferFromGeneric(place, written, parameter, value, depth);
    case ExpressionKind::kPointer:
      if (written.count >= kAddress) return {};
      return InferFrom(place, written.operand, parameter, Inside(value, written.count), depth + 1);
    default:
      return {};
  }
}

Resolution Evaluator::InferFromGeneric(ScopeRef place, const ModelExpression& generic,
                                       std::uint32_t parameter, const Resolution& value,
                                       int depth) {
  const Resolution named = Type(place, generic.operand);
  if (named.empty()) {
    const GenericName* const known = GenericNamed(place, generic.operand);
    if (known == nullptr || known->use == GenericUse::kTypeItself) return {};
    const ExpressionIndex inner = FirstTypeArgument(place.file, generic);
    const bool holds = known->use == GenericUse::kElements;
    return InferFrom(place, inner, parameter, holds ? ElementsOf(value) : value, depth + 1);
  }
  if (named.size() != 1 || named.entities()[0].kind != EntityKind::kInstance) return {};
  const SymbolRef type = named.entities()[0].symbol;
  const std::vector<ExpressionIndex> written = TypeArgumentsOf(place.file, generic);
  for (const Entity& entity : value.entities()) {
    if (entity.kind != EntityKind::kInstance) continue;
    const SubstitutionId known = entity.symbol == type
                                     ? entity.substitution
                                     : AsBase(entity.symbol, entity.substitution, type);
    const Substitution* const given = SubstitutionOf(known, type.file, TypeParametersOf(type));
    if (given == nullptr || given->inferred.exists()) continue;
    const std::vector<TypeArgument> arguments =
        given->arguments;  // a copy: evaluation may add substitutions
    for (std::size_t i = 0; i < std::min(written.size(), arguments.size()); ++i) {
      if (arguments[i].type == kNoIndex || written[i] == kNoIndex) continue;
      const Resolution inner = Type(arguments[i].place, arguments[i].type);
      Resolution inferred = InferFrom(place, written[i], parameter, inner, depth + 1);
      if (!inferred.empty()) return inferred;
    }
  }
  return {};
}

// Whether a function returns its receiver, or an object of the receiver's type.
bool Evaluator::ReturnsOwnType(SymbolRef function) const {
  const ModelDefinition& definition = program_.Definition(function);
  const bool annotated = definition.return_type != kNoIndex;
  const ExpressionIndex written = annotated ? definition.return_type : definition.return_value;
  if (written == kNoIndex) return false;
  const ModelExpression& expression = ExpressionAt(function.file, written);
  const ResolutionRules& rules = RulesOfFile(function.file);
  const bool makes_own =
      expression.kind == ExpressionKind::kNew && expression.operand != kNoIndex &&
      ExpressionAt(function.file, expression.operand).kind == ExpressionKind::kSelf;
  if (makes_own) return true;
  const FileModel& model = program_.files[function.file].model();
  const bool named = annotated && NamesOwnType(program_, model, rules.own_type_name, written);
  const bool is_type = rules.members_are_calls && definition.Has(kSymbolStatic);
  return !is_type && (named || expression.kind == ExpressionKind::kSelf);
}

}  // namespace waymark::indexer
