#include "resolve/evaluate/library_values.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "resolve/evaluate/evaluator_memory.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::array<MemberUse, 3> kPartUses = {MemberUse::kFirstPart, MemberUse::kSecondPart,
                                                MemberUse::kThirdPart};

ScopeRef TypesOfParts(const Entity& value) {
  return {value.index, value.types_scope, value.substitution};
}

EntityKind KindOfUse(GenericUse use) {
  switch (use) {
    case GenericUse::kMap:
      return EntityKind::kMap;
    case GenericUse::kFunction:
      return EntityKind::kFunction;
    default:
      return EntityKind::kTuple;
  }
}

// A single digit, as in `pair.0`.
int PositionIn(std::string_view name) {
  return name.size() == 1 && name[0] >= '0' && name[0] <= '9' ? name[0] - '0' : -1;
}

Resolution External() {
  Resolution out;
  out.external = true;
  return out;
}

}  // namespace

LibraryValues::LibraryValues(Evaluator& evaluator)
    : evaluator_(evaluator), program_(evaluator.program_) {}

Resolution LibraryValues::Of(ScopeRef place, const ModelExpression& generic, GenericUse use) {
  Resolution out;
  bool is_ours = false;
  for (const ExpressionIndex type : evaluator_.TypeArgumentsOf(place.file, generic)) {
    if (type == kNoIndex) continue;
    const Resolution argument = evaluator_.Type(place, type);
    is_ours = is_ours || !argument.empty();
    // An argument that nothing tells may be of this repository.
    out.escaped = out.escaped || (argument.empty() && argument.dynamic && !argument.IsForeign());
    out.method_set = argument.method_set;  // of the values
  }
  if (!is_ours) {
    out.external = true;
    return out;
  }
  out.Add({KindOfUse(use),
           EdgeRule::kAnnotatedReceiver,
           {},
           place.file,
           {},
           1,
           generic.second,
           place.scope});
  out.entities().back().substitution = evaluator_.RelevantAt(place);
  return out;
}

Resolution LibraryValues::Part(const Entity& value, int position) {
  const bool is_list =
      evaluator_.ExpressionAt(value.index, value.types).kind == ExpressionKind::kArguments;
  if (!is_list && position > 0) return {};
  const ExpressionIndex type =
      is_list ? evaluator_.ElementAt(value.index, value.types, position) : value.types;
  Resolution out = evaluator_.Type(TypesOfParts(value), type);
  out.WeakenTo(value.rule);
  return out;
}

// The field that stands at a position, of a type without other members: what changes these is in
// the file interface of the type.
Resolution LibraryValues::FieldAt(const Entity& object, int position) {
  const FileModel& model = program_.files[object.symbol.file].model();
  const ModelDefinition& type = model.definitions[object.symbol.definition];
  Resolution out;
  out.dynamic = true;
  if (type.inner_scope == kNoIndex || type.bases_count > 0) return out;
  SymbolRef found;
  for (DefinitionIndex i = object.symbol.definition + 1; i < model.definitions.size(); ++i) {
    if (!evaluator_.Step()) return {};
    const ModelDefinition& field = model.definitions[i];
    if (field.scope < type.inner_scope) break;
    if (field.scope != type.inner_scope) continue;
    if (field.kind != SymbolKind::kField) return out;
    if (!field.Has(kSymbolStatic) && position-- == 0) found = {object.symbol.file, i};
  }
  return found.exists() ? evaluator_.HeldByDefinition(found, object.substitution) : out;
}

Resolution LibraryValues::PassedOut(ScopeRef place, const ModelExpression& parameter) {
  const ModelExpression& callee = evaluator_.ExpressionAt(place.file, parameter.operand);
  const KnownNames& known = program_.KnownNamesOf(place.file);
  const bool passes = callee.kind == ExpressionKind::kMember && callee.operand != kNoIndex &&
                      known.IsMember(MemberUse::kPassesOut, callee.name);
  return passes ? Indexed(evaluator_.Value(place, callee.operand)) : Resolution();
}

Resolution LibraryValues::Told(ScopeRef place, const ModelExpression& call) {
  const auto& rows = evaluator_.RulesOfFile(place.file).known_members;
  if (rows.empty() || call.operand == kNoIndex) return {};
  const ModelExpression& applied = evaluator_.ExpressionAt(place.file, call.operand);
  const bool is_applied = applied.kind == ExpressionKind::kIndex && applied.operand != kNoIndex;
  const ModelExpression& callee =
      is_applied ? evaluator_.ExpressionAt(place.file, applied.operand) : applied;
  const bool is_member = callee.kind == ExpressionKind::kMember && callee.operand != kNoIndex;
  if (!is_member && callee.kind != ExpressionKind::kName) return {};
  const Name of =
      is_member ? evaluator_.ExpressionAt(place.file, callee.operand).name : Name::kEmpty;
  if (of == Name::kUnknown || callee.name == Name::kUnknown) return {};
  const std::string_view type = program_.names.Text(of);
  const std::string_view name = program_.names.Text(callee.name);
  for (const KnownMembers& row : rows) {
    if (!IsTold(row) || row.type != type || !IsWordOf(row.members, name)) continue;
    if (row.gives[0] == '<') {
      const ExpressionIndex first = evaluator_.FirstTypeArgument(place.file, applied);
      return is_applied ? evaluator_.Type(place, first) : Resolution();
    }
    if (call.second == kNoIndex) return {};
    const ModelExpression& first = evaluator_.ExpressionAt(place.file, call.second);
    if (first.kind != ExpressionKind::kArguments) return {};
    Resolution value = evaluator_.Value(place, first.operand);
    if (row.gives.ends_with('~')) {  // of a type that behaves like it
      for (Entity& entity : value.entities()) entity.shape |= kWrapped;
    }
    return row.gives.ends_with("[]") ? ContainersOf(value) : value;
  }
  return {};
}

Resolution LibraryValues::Indexed(const Resolution& containers) {
  Resolution out;
  out.AddNotes(containers);
  for (const Entity& entity : containers.entities()) {
    if (entity.kind == EntityKind::kElements) out.Add(ElementOf(entity));
    if (entity.kind == EntityKind::kMap) out.AddAll(Part(entity, 1));
  }
  return out;
}

Resolution LibraryValues::FirstIterated(const Resolution& container) {
  Resolution out;
  out.AddNotes(container);
  out.TakeElement();
  for (const Entity& entity : container.entities()) {
    const bool is_stream = entity.kind == EntityKind::kElements && (entity.shape & kStreamed) != 0;
    if (is_stream) out.Add(ElementOf(entity));
    if (entity.kind == EntityKind::kMap) out.AddAll(Part(entity, 0));
    if (entity.kind == EntityKind::kInstance) {
      out.AddAll(FirstIterated(evaluator_.UnderlyingOf(entity)));
    }
  }
  return out;
}

Resolution LibraryValues::Dealt(const Resolution& whole, std::string_view key) {
  const bool is_result = key[0] == kResultKey;
  if (is_result && key.ends_with(kFirstIterated)) return FirstIterated(whole);
  const char part = key.size() > 1 ? key[1] : '0';
  const int position = part == kMapKey ? 0 : part == kMapElement ? 1 : part - '0';
  const bool may_be_whole = is_result && (part == '0' || part == kMapElement);
  Resolution out;
  out.AddNotes(whole);
  if (!may_be_whole) out.foreign_type = out.method_set = Name::kEmpty;
  out.escaped = out.escaped || (whole.IsForeign() && whole.empty());
  for (const Entity& entity : whole.entities()) {
    if (entity.kind == EntityKind::kTuple) {
      out.AddAll(Part(entity, position));
    } else if (may_be_whole) {
      out.Add(entity);
    } else if (entity.kind == EntityKind::kElements && !is_result) {
      out.Add(ElementOf(entity));
    } else if (entity.kind == EntityKind::kInstance && !is_result) {
      out.AddAll(FieldAt(entity, position));
    }
  }
  return out;
}

// The last argument of a generic type is its result.
Resolution LibraryValues::Result(const Entity& function) {
  const ModelExpression* type = &evaluator_.ExpressionAt(function.index, function.types);
  ExpressionIndex result = function.types;
  if (type->kind == ExpressionKind::kFunction) {
    result = type->second;
  } else if (type->kind == ExpressionKind::kArguments && type->count == kTypeArgument) {
    while (type->second != kNoIndex) type = &evaluator_.ExpressionAt(function.index, type->second);
    result = type->operand;
  }
  Resolution out = evaluator_.Type(TypesOfParts(function), result);
  if (out.empty() && !out.external) out.dynamic = true;
  return out;
}

Resolution LibraryValues::ResultOfInstance(const Entity& instance) {
  const ResolutionRules& rules = evaluator_.RulesOfFile(instance.symbol.file);
  Resolution out = evaluator_.ResultOfMethod(instance, rules.call_method);
  if (!out.empty() || !rules.call_method.empty()) return out;
  const ModelDefinition& type = program_.Definition(instance.symbol);
  if (type.return_type != kNoIndex && type.inner_scope != kNoIndex && evaluator_.Step()) {
    return evaluator_.Type({instance.symbol.file, type.inner_scope, instance.substitution},
                           type.return_type);
  }
  const Resolution underlying = evaluator_.UnderlyingOf(instance);
  for (const Entity& entity : underlying.entities()) {
    if (entity.kind == EntityKind::kFunction) out.AddAll(Result(entity));
  }
  return out;
}

Resolution LibraryValues::PartOfTuple(const Entity& tuple, Name name) {
  for (ExpressionIndex at = tuple.types; at != kNoIndex;) {
    const ModelExpression& part = evaluator_.ExpressionAt(tuple.index, at);
    const bool is_named = part.name == name && name != Name::kEmpty && name != Name::kUnknown;
    if (is_named) return evaluator_.Type(TypesOfParts(tuple), part.operand);
    at = part.second;
  }
  if (evaluator_.ExpressionAt(tuple.index, tuple.types).count == kKeyedElement) {
    Resolution unknown;  // a method
    unknown.dynamic = true;
    return unknown;
  }
  const KnownNames& known = program_.KnownNamesOf(tuple.index);
  int position =
      PositionIn(name == Name::kUnknown ? std::string_view() : program_.names.Text(name));
  for (std::size_t i = 0; i < kPartUses.size(); ++i) {
    if (known.IsMember(kPartUses[i], name)) position = static_cast<int>(i);
  }
  return position < 0 ? External() : Part(tuple, position);
}

// A member that is listed neither for keys nor for values is one of the container of pairs.
Resolution LibraryValues::MemberOfMap(const Entity& map, Name name) {
  const KnownNames& known = program_.KnownNamesOf(map.index);
  if (known.IsMember(MemberUse::kValueOfMap, name)) return Giving(Part(map, 1));
  if (known.IsMember(MemberUse::kKeyOfMap, name)) return Giving(Part(map, 0));
  if (known.IsMember(MemberUse::kValuesOfMap, name)) return Giving(ContainersOf(Part(map, 1)));
  if (known.IsMember(MemberUse::kKeysOfMap, name)) return Giving(ContainersOf(Part(map, 0)));
  if (known.IsMember(MemberUse::kMapItself, name)) return Giving(ResolutionOf(map));
  const Resolution pairs = ContainersOf(ResolutionOf(PairOf(map)));
  return evaluator_.MemberOfContainer(pairs.entities()[0], {map.index, 0}, name);
}

Resolution LibraryValues::Member(const Entity& value, ScopeRef from, Name name) {
  const ResolutionRules& rules = evaluator_.RulesOfFile(from.file);
  Resolution out;
  switch (value.kind) {
    case EntityKind::kMap:
      out = MemberOfMap(value, name);
      out.external = true;
      return out;
    case EntityKind::kTuple:
      out = PartOfTuple(value, name);
      // Where methods have a name space of their own, parts are read by methods.
      return rules.separate_names && !rules.methods_are_values ? Giving(out) : out;
    case EntityKind::kFunction:
      if (!program_.KnownNamesOf(from.file).IsMember(MemberUse::kRuns, name)) return External();
      return Giving(Result(value));
    default:
      return External();
  }
}

}  // namespace waymark::indexer
