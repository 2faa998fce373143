// Results of dereference, subscript and operators; constness; values of enumerators.
#include "resolve/evaluate/call_by_arguments.h"
#include "resolve/evaluate/evaluator.h"
#include "resolve/evaluate/evaluator_memory.h"
#include "resolve/evaluate/library_values.h"
#include "resolve/evaluate/map_values.h"
#include "resolve/evaluate/operand_functions.h"
#include "resolve/rules/builtin_types.h"

namespace waymark::indexer {

Resolution Evaluator::IndexValue(ScopeRef place, const ModelExpression& expression) {
  LookupKind wanted;
  wanted.type_arguments = expression.count;
  const bool generic = expression.count > 0 && RulesOfFile(place.file).types_have_arity;
  Resolution indexed =
      generic ? Held(Bind(place, expression.operand, wanted)) : Value(place, expression.operand);
  if (expression.count > 0) KeepSpecialised(place, expression, indexed);
  if (RulesOfFile(place.file).follows_values) return ElementsUnder(indexed, expression.name, place);
  if (RulesOfFile(place.file).has_type_arguments && expression.name != Name::kEmpty) {
    return PartDealt(place, expression, indexed);
  }
  if (expression.count == 0 && RulesOfFile(place.file).types_are_values) DropKeyed(indexed);
  Resolution out;
  out.AddNotes(indexed);
  out.TakeElement();
  out.escaped = out.escaped || indexed.IsForeign();
  for (const Entity& entity : indexed.entities()) {
    if (entity.kind == EntityKind::kSymbol) {
      out.Add(entity);  // arguments of a generic type or function
      if (expression.count > 0) ApplyTo(place, expression, out);
    } else if (entity.kind == EntityKind::kElements) {
      out.Add(ElementOf(entity));
    } else if (entity.kind == EntityKind::kMap) {
      out.AddAll(LibraryValues(*this).Part(entity, 1));
    } else if (entity.kind == EntityKind::kTuple && expression.count == 0) {
      const bool is_known = expression.name != Name::kEmpty && expression.name != Name::kUnknown;
      const std::string_view place_in =
          is_known ? program_.names.Text(expression.name) : std::string_view();
      out.AddAll(MapValues(*this).PartOf(entity, place_in));
    } else if (entity.kind == EntityKind::kInstance && (entity.shape & kPointers) != 0) {
      Entity item = entity;
      --item.shape;
      out.Add(item);
    } else if (entity.kind == EntityKind::kInstance) {
      const Resolution underlying = UnderlyingOf(entity);
      Resolution item = underlying.empty()
                            ? ResultOfMethod(entity, RulesOfFile(place.file).index_method)
                            : LibraryValues(*this).Indexed(underlying);
      if (item.empty()) item = ElementsOf(ForwardedTo(entity));
      out.AddAll(item);
      // An array or pointer is written with the type of its elements.
      const bool shaped = RulesOfFile(place.file).has_pointer_types;
      const bool is_unknown = item.empty() && !item.dynamic && !item.external;
      if (!shaped || !is_unknown) continue;
      const Name index = program_.names.Find(RulesOfFile(place.file).index_method);
      const bool has_own = index != Name::kUnknown &&
                           !MemberOfType(entity.symbol, index, {1}, entity.rule, 0).empty();
      out.dynamic = out.dynamic || has_own;
      if (!has_own) out.Add(entity);
    }
  }
  return out;
}

// Whether the method around a place is const.
bool Evaluator::IsInConstantMethod(ScopeRef place) const {
  const FileModel& model = program_.files[place.file].model();
  for (ScopeIndex scope = place.scope; scope != kNoIndex; scope = model.scopes[scope].parent) {
    const Scope& at = model.scopes[scope];
    if (at.kind == ScopeKind::kType || at.kind == ScopeKind::kNamespace) return false;
    if (at.kind != ScopeKind::kFunction || at.definition == kNoIndex) continue;
    const ModelExpression* const type = FunctionTypeOf({place.file, at.definition});
    return type != nullptr && (type->count & kConstMethod) != 0;
  }
  return false;
}

void Evaluator::MarkConstantField(ScopeRef place, Resolution& bound) const {
  if (bound.size() != 1 || bound.entities()[0].kind != EntityKind::kSymbol) return;
  Entity& field = bound.entities()[0];
  const ModelDefinition& definition = program_.Definition(field.symbol);
  if (definition.kind != SymbolKind::kField || definition.Has(kSymbolStatic)) return;
  if (IsInConstantMethod(place)) field.shape |= kConstant;
}

// The target of *p and p->. A class of this repository says so by its operator; a type that is
// written like a container is its iterator.
Resolution Evaluator::PointedToBy(const Resolution& pointer) {
  Resolution out;
  out.AddNotes(pointer);
  const bool several = out.foreign_shape == kSeveralTypes;
  if (!several && PointersOf(out.foreign_shape) > 0) --out.foreign_shape;
  for (Entity entity : pointer.entities()) {
    const bool held = entity.kind == EntityKind::kElements;
    if (!held && entity.kind != EntityKind::kInstance) {
      out.Add(entity);
    } else if (PointersOf(entity.shape) > 0) {
      --entity.shape;
      out.Add(entity);
    } else if ((entity.shape & kWrapped) != 0) {
      entity.shape &= static_cast<std::uint8_t>(~kWrapped);
      out.Add(entity);
    } else if (held) {
      out.Add(ElementOf(entity));
    } else {
      Resolution meant = ResultOfMethod(entity, "operator->");
      for (Entity& target : meant.entities()) {
        if (PointersOf(target.shape) > 0) --target.shape;
      }
      if (meant.empty()) meant = ResultOfMethod(entity, "operator*");
      if (meant.empty()) {
        const Name star = program_.names.Find("operator*");
        const bool has_own = star != Name::kUnknown &&
                             !MemberOfType(entity.symbol, star, {0}, entity.rule, 0).empty();
        // Else its own operator gives an external type, or one that is not known.
        if (!has_own) meant = ResolutionOf(entity);
        out.AddNotes(meant);
        out.dynamic = out.dynamic || (has_own && !IsKnown(meant));
      }
      for (const Entity& target : meant.entities()) out.Add(target);
    }
  }
  return out;
}

Resolution Evaluator::PointerValue(ScopeRef place, const ModelExpression& expression) {
  const ResolutionRules& rules = RulesOfFile(place.file);
  if (expression.count == kComputed && rules.builtin_types != nullptr)
    return ComputedValue(place, expression);
  Resolution out;
  const bool converts = expression.count == kConverts;
  if (IsOperatorCall(expression) && !converts && rules.classes_have_operators()) {
    CallByArguments operation(*this, place, expression.second);
    const Resolution run = operation.Operator(expression.name);
    if (run.size() == 1) return CalledEntity(run.entities()[0]);
    out = operation.PlainValue(expression.operand);
  } else if (IsOperatorCall(expression) && rules.operators != nullptr) {
    const Resolution run = RunByOperator(*this, place, expression);
    const Resolution result = run.size() == 1 ? CalledEntity(run.entities()[0]) : Resolution();
    const bool is_alone = rules.operators->search == OperatorSearch::kInObject &&
                          expression.second != kNoIndex &&
                          ExpressionAt(place.file, expression.second).second == kNoIndex;
    if (run.empty() && is_alone) return Value(place, expression.operand);
    return result.empty() ? Resolution() : result;  // the type of `Self::Output` may be of any kind
  } else {
    out = Value(place, expression.operand);
  }
  if (rules.has_handles()) {
    for (Entity& entity : out.entities()) {
      if (expression.count == kHandleOf) entity.shape |= kWrapped;
      if (expression.count == kPointedTo) entity.shape &= static_cast<std::uint8_t>(~kWrapped);
    }
  }
  if (!rules.has_pointer_types) return out;
  if (expression.count == 0 || expression.count == kPointedTo) {
    // The operator of a foreign class, such as an iterator, may return anything.
    const bool by_operator =
        out.IsForeign() && PointersOf(out.foreign_shape) == 0 && rules.classes_have_operators();
    Resolution pointed = PointedToBy(out);
    pointed.escaped = pointed.escaped || by_operator;
    return pointed;
  }
  if (expression.count == kAddress) {
    for (Entity& entity : out.entities()) {
      const bool whole = (entity.shape & kPointers) == kPointers;
      if (!whole) ++entity.shape;
    }
    if ((out.foreign_shape & kPointers) < kPointers) ++out.foreign_shape;
  } else if (expression.count == kComputed) {
    Resolution computed;
    computed.AddNotes(out);
    if (computed.foreign_shape != kSeveralTypes) {
      computed.foreign_shape &= static_cast<std::uint8_t>(~kZero);
    }
    for (const Entity& entity : out.entities()) {
      const bool plain = entity.kind == EntityKind::kInstance && PointersOf(entity.shape) == 0;
      if (!plain) computed.Add(entity);
    }
    computed.dynamic = computed.dynamic || computed.size() < out.size();
    return computed;
  } else if (expression.count < kAddress) {
    out.Wrap(expression.count);
  }
  return out;
}

bool Evaluator::IsEnumeration(SymbolRef type) const {
  const auto& definitions = program_.files[type.file].model().definitions;
  const DefinitionIndex next = type.definition + 1;
  if (next >= definitions.size() || !definitions[next].Has(kSymbolEnumerator)) return false;
  const ModelDefinition& definition = definitions[type.definition];
  return definition.inner_scope == definitions[next].scope ||
         (definition.inner_scope == kNoIndex && definition.scope == definitions[next].scope);
}

// An enumerator has the type of the enumeration that precedes it; in an unnamed one it is a number.
Resolution Evaluator::HeldByEnumerator(SymbolRef symbol) const {
  const auto& definitions = program_.files[symbol.file].model().definitions;
  const ScopeIndex scope = definitions[symbol.definition].scope;
  DefinitionIndex at = symbol.definition;
  while (at > 0 && definitions[at].Has(kSymbolEnumerator) && definitions[at].scope == scope) --at;
  Resolution out;
  const SymbolRef before{symbol.file, at};
  if (at > 0 && IsTypeLike(before) && IsEnumeration(before)) {
    out.Add({EntityKind::kInstance, EdgeRule::kAnnotatedReceiver, before});
    return out;
  }
  out.external = true;
  out.foreign_type = program_.names.Find("int");
  return out;
}

}  // namespace waymark::indexer
