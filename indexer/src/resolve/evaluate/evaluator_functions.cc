// Types of a function value's parameters, by the parameter or container that the function is passed
// to.
#include <algorithm>
#include <string>

#include "resolve/evaluate/evaluator.h"
#include "resolve/evaluate/evaluator_memory.h"
#include "resolve/evaluate/library_values.h"
#include "resolve/evaluate/map_values.h"

namespace waymark::indexer {

// The type at a position of a list of types, whose last may stand for all that follow.
ExpressionIndex Evaluator::ElementAt(FileIndex file, ExpressionIndex types, int position) const {
  for (ExpressionIndex at = types; at != kNoIndex;) {
    const ModelExpression& element = ExpressionAt(file, at);
    if (element.count == 1 && element.operand != kNoIndex) {
      const ModelExpression& rest = ExpressionAt(file, element.operand);
      if (rest.kind == ExpressionKind::kIndex) return rest.second;
      if (rest.kind != ExpressionKind::kArguments) return kNoIndex;
      at = element.operand;
      continue;
    }
    if (position-- == 0) return element.operand;
    at = element.second;
  }
  return kNoIndex;
}

// The first name of a written type; kEmpty if there is none.
Name Evaluator::NameOfType(FileIndex file, ExpressionIndex type) const {
  while (type != kNoIndex && ExpressionAt(file, type).kind == ExpressionKind::kIndex) {
    type = ExpressionAt(file, type).operand;
  }
  if (type == kNoIndex) return Name::kEmpty;
  const ModelExpression& named = ExpressionAt(file, type);
  return named.kind == ExpressionKind::kName ? named.name : Name::kEmpty;
}

// The element that a container passes to the callback of one of its methods: many.map((one) => ...)
Resolution Evaluator::CallbackElement(ScopeRef place, const ModelExpression& expression) {
  const ModelExpression& argument = ExpressionAt(place.file, expression.operand);
  const bool is_first = argument.kind == ExpressionKind::kParameter && argument.count == 0;
  if (!is_first || argument.operand == kNoIndex || expression.count > 1) return {};
  const ModelExpression& callee = ExpressionAt(place.file, argument.operand);
  if (callee.kind != ExpressionKind::kMember) return {};
  const KnownNames& known = program_.KnownNamesOf(place.file);
  const bool passes_on = expression.count == 0 && known.IsMember(MemberUse::kPassesOn, callee.name);
  const MemberUse use = expression.count == 0 ? MemberUse::kVisits : MemberUse::kFolds;
  Resolution out;
  const bool is_split = expression.second != kNoIndex;
  const bool visits = known.IsMember(MemberUse::kVisits, callee.name);
  const bool visits_values =
      expression.count == 0 && known.IsMember(MemberUse::kVisitsValues, callee.name);
  const bool takes_part = is_split && visits;  // |key, value|
  if (!passes_on && !visits_values && !takes_part && !known.IsMember(use, callee.name)) return out;
  const Resolution object = Value(place, callee.operand);
  if (passes_on) {  // unless the type has a method of that name
    const Resolution own = Bind(place, argument.operand, {});
    const bool is_declared =
        std::any_of(own.entities().begin(), own.entities().end(),
                    [](const Entity& entity) { return entity.kind == EntityKind::kSymbol; });
    return is_declared ? out : object;
  }
  for (const Entity& entity : object.entities()) {
    if (entity.kind == EntityKind::kMap && RulesOfFile(entity.index).maps_give_pairs) {
      out.Add(PairOf(entity));
    } else if (entity.kind == EntityKind::kMap) {
      const bool is_value = visits_values || (takes_part && expression.count == 1);
      if (is_value || takes_part) {
        out.AddAll(is_value ? MapValues(*this).ValueOf(entity) : MapValues(*this).KeyOf(entity));
      }
      continue;
    }
    if (entity.kind == EntityKind::kElements) {
      const Entity element = ElementOf(entity);
      const bool is_tuple = takes_part && element.kind == EntityKind::kTuple;
      if (is_tuple) {
        out.AddAll(MapValues(*this).PartOf(element, expression.count == 0 ? "0" : "1"));
      } else if (expression.count == 0 || known.IsMember(use, callee.name)) {
        out.Add(element);
      }
    }
    if (entity.kind == EntityKind::kTuple) out.AddAll(MapValues(*this).PartOf(entity, {}));
  }
  return out;
}

Resolution Evaluator::CallbackArgument(ScopeRef place, const ModelExpression& expression) {
  if (expression.name != Name::kEmpty) return CallSiteArguments(place, expression);
  if (expression.operand == kNoIndex) return {};
  Resolution element = CallbackElement(place, expression);
  if (element.empty()) element = LibraryValues(*this).PassedOut(place, expression);
  if (!element.empty()) return element;
  const Resolution function = Value(place, expression.operand);
  Resolution out;
  for (const Entity& entity : function.entities()) {
    out.AddAll(ParameterOf(entity, expression.count));
  }
  out.WeakenTo(EdgeRule::kReturnedReceiver);
  if (!out.empty()) return out;
  Resolution unknown;
  unknown.dynamic = true;
  return unknown;
}

Resolution Evaluator::ParameterOf(const Entity& function, int position) {
  if (!Step()) return {};
  if (function.kind == EntityKind::kFunction) {
    const ExpressionKind written = ExpressionAt(function.index, function.types).kind;
    const bool is_generic =
        written != ExpressionKind::kFunction && written != ExpressionKind::kUnion;
    if (is_generic) return LibraryValues(*this).Part(function, position);
    return ParameterOfType({function.index, function.types_scope, function.substitution},
                           function.types, position);
  }
  if (function.kind == EntityKind::kInstance) {
    const ModelDefinition& type = program_.Definition(function.symbol);
    if (type.inner_scope == kNoIndex) return {};
    return ParameterOfType({function.symbol.file, type.inner_scope, function.substitution},
                           type.declared_type, position);
  }
  if (function.kind != EntityKind::kSymbol) return {};
  if (!IsTypeLike(function.symbol)) return ParameterOfFunction(function, position);
  // A call of a type runs its constructor.
  const Resolution constructors = ConstructorsOf(function);
  Resolution out;
  for (Entity constructor : constructors.entities()) {
    constructor.substitution = function.substitution;
    out.AddAll(ParameterOfFunction(constructor, position));
  }
  return out;
}

// The constructors that a call of a type runs, by the names that constructors have.
Resolution Evaluator::ConstructorsOf(const Entity& type) {
  LookupKind wanted;
  wanted.constructor = true;
  Resolution out;
  for (const std::string_view name : RulesOfFile(type.symbol.file).constructors) {
    const Resolution found =
        MemberOfType(type.symbol, program_.names.Find(name), wanted, type.rule, 0);
    for (const Entity& entity : found.entities()) {
      if (entity.kind == EntityKind::kSymbol) out.Add(entity);
    }
  }
  return out;
}

// The type of a parameter in any of the declared signatures of a function.
Resolution Evaluator::ParameterOfFunction(const Entity& function, int position) {
  const FileIndex file = function.symbol.file;
  const FileModel& model = program_.files[file].model();
  const ModelDefinition& named = model.definitions[function.symbol.definition];
  const SubstitutionId substitution = SubstitutionIn(function);
  Resolution out;
  for (const ScopeEntry& entry : model.Find(named.scope, named.name)) {
    if (entry.kind() != EntryKind::kDefinition) continue;
    const ModelDefinition& overload = model.definitions[entry.index()];
    if (overload.inner_scope == kNoIndex || overload.declared_type == kNoIndex) continue;
    out.AddAll(ParameterOfType({file, overload.inner_scope, substitution}, overload.declared_type,
                               position));
  }
  return out;
}

// Several signatures often name the same type: it is evaluated once.
Resolution Evaluator::ParameterOfType(ScopeRef place, ExpressionIndex type, int position) {
  std::vector<ExpressionIndex> written;
  for (ExpressionIndex rest = type; rest != kNoIndex;) {
    if (!Step()) return {};
    const ModelExpression& at = ExpressionAt(place.file, rest);
    const bool is_union = at.kind == ExpressionKind::kUnion;
    const ModelExpression& function = is_union ? ExpressionAt(place.file, at.second) : at;
    rest = is_union ? at.operand : kNoIndex;
    if (function.kind != ExpressionKind::kFunction) continue;
    const ExpressionIndex element = ElementAt(place.file, function.operand, position);
    if (element == kNoIndex) continue;
    const Name name = NameOfType(place.file, element);
    const bool known = name != Name::kEmpty &&
                       std::any_of(written.begin(), written.end(), [&](ExpressionIndex other) {
                         return NameOfType(place.file, other) == name;
                       });
    if (!known) written.push_back(element);
  }
  Resolution out;
  for (const ExpressionIndex element : written) out.AddAll(Type(place, element));
  return out;
}

Resolution Evaluator::AskAssigned(SymbolRef field) {
  return Ask([&] {
    return Remember({MemoKind::kAssigned, field, {}}, [&]() -> Resolution {
      Resolution out;
      const std::string_view text = program_.names.Text(program_.Definition(field).name);
      const Name name = program_.names.Find(std::string(text) + kCallArgumentsMark);
      if (name == Name::kUnknown) return out;
      const auto given = program_.call_arguments.Find(name);
      out.more = given.size() > kMaxAssigned;
      if (out.more) return out;
      for (const auto& pair : given) {
        const FileIndex file = pair.value.file;
        if (!Step()) return {};
        if (program_.IsApart(field.file, file)) continue;
        const ModelBinding& binding = program_.files[file].model().bindings[pair.value.definition];
        const ModelExpression& call = ExpressionAt(file, binding.value);
        const ScopeRef at{file, binding.value_scope};
        const Resolution member = Bind(at, call.operand, {});
        const bool same = member.size() == 1 && member.entities()[0].kind == EntityKind::kSymbol &&
                          member.entities()[0].symbol == field;
        if (!same || call.second == kNoIndex) continue;
        const Resolution value = Held(Bind(at, ExpressionAt(file, call.second).operand, {}));
        for (const Entity& entity : value.entities()) {
          const bool function =
              entity.kind == EntityKind::kSymbol && program_.Definition(entity.symbol).IsCallable();
          if (function) out.Add(entity);
        }
        out.more = out.more || value.more;
      }
      return out;
    });
  });
}

}  // namespace waymark::indexer
