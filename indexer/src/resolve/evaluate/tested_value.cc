#include "resolve/evaluate/tested_value.h"

#include <algorithm>

#include "resolve/evaluate/evaluator_memory.h"

namespace waymark::indexer {
namespace {

// An answer from which tests have taken everything is of a type that nothing tells.
Resolution OrUnknown(Resolution kept, bool was_known) {
  kept.dynamic = kept.dynamic || (was_known && kept.empty() && !kept.external);
  return kept;
}

Resolution NotesOf(const Resolution& known) {
  Resolution out;
  out.AddNotes(known);
  return out;
}

}  // namespace

Resolution TestedValue::Of(const ModelExpression& tested) {
  const bool holds = (tested.count & kTestFails) == 0;
  Resolution known = evaluator_.Value(place_, tested.operand);
  switch (tested.count & ~kTestFails) {
    case kTestedType:
      return OfTypes(known, evaluator_.Type(place_, tested.second), holds);
    case kTestedSubtype:
      return OfTypes(known, TypesOf(evaluator_.Type(place_, tested.second)), holds);
    case kTestedByGuard:
    case kTestedByAssertion:
      return ByGuard(known, tested, holds);
    case kTestedMember:
      return WithMember(known, tested, holds);
    case kTestedConstant:
      return WithConstant(known, tested, holds);
    default:
      return known;
  }
}

bool TestedValue::Derives(const Entity& value, const Entity& type) const {
  if (value.kind != type.kind ||
      (value.kind != EntityKind::kInstance && value.kind != EntityKind::kSymbol)) {
    return false;
  }
  if (value.symbol == type.symbol) return true;
  if (!evaluator_.IsTypeLike(value.symbol)) return false;
  const auto lineage = evaluator_.program_.LineageOf(value.symbol);
  return std::find(lineage.begin(), lineage.end(), type.symbol) != lineage.end();
}

// Values of one of the types, as far as they are known; else the types themselves.
Resolution TestedValue::OfTypes(const Resolution& known, const Resolution& types,
                                bool holds) const {
  const auto all = types.entities();
  const auto derives = [&](const Entity& value) {
    return std::any_of(all.begin(), all.end(),
                       [&](const Entity& type) { return Derives(value, type); });
  };
  if (!holds) {
    Resolution kept = NotesOf(known);
    for (const Entity& entity : known.entities()) {
      if (!derives(entity)) kept.Add(entity);
    }
    return OrUnknown(kept, !known.empty());
  }
  if (types.empty()) {
    return types.external ? WithoutPlain(known, types.foreign_type) : known;
  }
  Resolution kept;
  for (const Entity& entity : known.entities()) {
    if (derives(entity)) kept.Add(entity);
  }
  if (!kept.empty() && !types.external) return kept;
  Resolution out = types;
  for (Entity& entity : out.entities()) {
    entity.rule = Weaker(entity.rule, EdgeRule::kAnnotatedReceiver);
  }
  return out;
}

// A value of a built-in type is no instance of a type of this repository that has no outside base.
Resolution TestedValue::WithoutPlain(const Resolution& known, Name type) const {
  if (type == Name::kEmpty || type == Name::kUnknown ||
      !evaluator_.program_.IsPredeclared(place_.file, type)) {
    return known;
  }
  Resolution kept = NotesOf(known);
  for (const Entity& entity : known.entities()) {
    const std::uint8_t open = kTypeExternalBase | kTypeUnknownBase;
    const bool is_ours = entity.kind == EntityKind::kInstance &&
                         (evaluator_.program_.TypeFlags(entity.symbol) & open) == 0;
    if (!is_ours) kept.Add(entity);
  }
  kept.external = kept.external || kept.empty();
  return kept;
}

// function isJob(x: unknown): x is Job   def is_job(x) -> TypeGuard[Job]
Resolution TestedValue::ByGuard(const Resolution& known, const ModelExpression& tested,
                                bool holds) {
  LookupKind wanted;
  wanted.function = true;
  const Resolution called = evaluator_.Bind(place_, tested.second, wanted);
  if (called.size() != 1 || called.entities()[0].kind != EntityKind::kSymbol) return known;
  const Entity& guard = called.entities()[0];
  const ModelDefinition& definition = evaluator_.program_.Definition(guard.symbol);
  if (!definition.IsCallable() || definition.return_type == kNoIndex) return known;
  const FileIndex file = guard.symbol.file;
  const ModelExpression& result = evaluator_.ExpressionAt(file, definition.return_type);
  if (result.kind != ExpressionKind::kIndex || result.operand == kNoIndex) return known;
  const ScopeIndex inside =
      definition.inner_scope == kNoIndex ? definition.scope : definition.inner_scope;
  const ScopeRef place{file, inside, evaluator_.SubstitutionIn(guard)};
  const GenericName* const generic = evaluator_.GenericNamed(place, result.operand);
  if (generic == nullptr) return known;
  const bool asserts = (tested.count & ~kTestFails) == kTestedByAssertion;
  const bool fits = asserts ? generic->use == GenericUse::kAssertion
                            : generic->use == GenericUse::kGuard ||
                                  (holds && generic->use == GenericUse::kOneWayGuard);
  if (!fits) return known;
  ExpressionIndex type = evaluator_.FirstTypeArgument(file, result);
  if (asserts && type != kNoIndex) {  // asserts x is Job
    const ModelExpression& guarded = evaluator_.ExpressionAt(file, type);
    if (guarded.kind == ExpressionKind::kIndex) type = evaluator_.FirstTypeArgument(file, guarded);
  }
  return type == kNoIndex ? known : OfTypes(known, evaluator_.Type(place, type), holds);
}

Resolution TestedValue::WithMember(const Resolution& known, const ModelExpression& tested,
                                   bool holds) {
  if (known.size() < 2) return known;
  Resolution kept = NotesOf(known);
  for (const Entity& entity : known.entities()) {
    const bool has_member = !evaluator_.MemberOf(entity, place_, tested.name, {}).empty();
    if (has_member == holds) kept.Add(entity);
  }
  return kept.empty() ? known : kept;
}

// The types of a union that have the constant in the member, or lack it.
Resolution TestedValue::WithConstant(const Resolution& known, const ModelExpression& tested,
                                     bool holds) {
  if (known.size() < 2) return known;
  const ModelExpression& constants = evaluator_.ExpressionAt(place_.file, tested.second);
  Resolution kept = NotesOf(known);
  for (const Entity& entity : known.entities()) {
    const Resolution member = evaluator_.Held(evaluator_.MemberOf(entity, place_, tested.name, {}));
    bool is_known = false;
    const bool is_it = HoldsConstant(member, constants, is_known);
    if (!is_known || is_it == holds) kept.Add(entity);
  }
  return kept.empty() ? known : kept;
}

// Whether a member of a literal type holds one of the constants. `is_known` tells whether its type
// is a literal at all.
bool TestedValue::HoldsConstant(const Resolution& member, const ModelExpression& constants,
                                bool& is_known) {
  const Name type = member.foreign_type;
  if (!member.empty() || type == Name::kEmpty || type == Name::kUnknown) return false;
  const std::string_view text = evaluator_.program_.names.Text(type);
  const char first = text.empty() ? '\0' : text.front();
  const bool is_number = (first >= '0' && first <= '9') || first == '-';
  is_known = first == kTextKey || is_number || text == "true" || text == "false" ||
             text == "null" || text == "undefined";
  const ModelExpression* at = &constants;
  while (at->kind == ExpressionKind::kUnion) {
    if (evaluator_.ExpressionAt(place_.file, at->second).name == type) return true;
    at = &evaluator_.ExpressionAt(place_.file, at->operand);
  }
  return at->name == type;
}

}  // namespace waymark::indexer
