// Members: of types with what they inherit, of modules, packages and namespaces.
#include "resolve/evaluator.h"
#include "resolve/evaluator_memory.h"

namespace waymark::indexer {

bool Evaluator::IsTypeLike(SymbolRef symbol) const { return program_.TypeOf(symbol).has_value(); }

bool Evaluator::IsNamespace(SymbolRef symbol) const {
  const FileModel& model = program_.files[symbol.file].model();
  const ScopeIndex inner = model.definitions[symbol.definition].inner_scope;
  return inner != kNoIndex && model.scopes[inner].kind == ScopeKind::kNamespace;
}

SymbolRef Evaluator::EnclosingType(Place place) const {
  const FileModel& model = program_.files[place.file].model();
  for (ScopeIndex i = place.scope; i != kNoIndex; i = model.scopes[i].parent) {
    const Scope& scope = model.scopes[i];
    if (scope.definition == kNoIndex) continue;
    if (scope.kind == ScopeKind::kType) return {place.file, scope.definition};
    const std::optional<SymbolRef> owner = program_.OwnerOf({place.file, scope.definition});
    if (owner.has_value()) return *owner;
  }
  return {};
}

Answer Evaluator::SelfAt(Place place) const {
  Answer out;
  const SymbolRef type = EnclosingType(place);
  if (type.exists()) out.Add({EntityKind::kInstance, EdgeRule::kSelfMember, type});
  return out;
}

Answer Evaluator::Bind(Place place, ExpressionIndex index, Wanted wanted) {
  if (!Step() || index == kNoIndex) return {};
  const ModelExpression& expression = ExpressionAt(place.file, index);
  switch (expression.kind) {
    case ExpressionKind::kName:
      return BindName(place, expression.name, wanted);
    case ExpressionKind::kMember:
      return BindMember(place, expression, wanted);
    case ExpressionKind::kIndex: {
      // An instantiation of a generic function or type names the generic one.
      const Answer named = Bind(place, expression.operand, wanted);
      for (const Entity& entity : named.entities()) {
        if (entity.kind != EntityKind::kSymbol) return Value(place, index);
      }
      return named;
    }
    case ExpressionKind::kPointer:
    case ExpressionKind::kAwait:
      return Bind(place, expression.operand, wanted);
    default:
      return Value(place, index);
  }
}

Answer Evaluator::BindMember(Place place, const ModelExpression& expression, Wanted wanted) {
  Answer out;
  if (expression.operand == kNoIndex) {
    // "::name" of C++: the global namespace.
    return LookInSpace(Space::Namespace(Name::kEmpty), place, expression.name, wanted);
  }
  // In the path of a type, `a.b`, a variable named `a` does not count.
  const bool path = wanted.type && !RulesOfFile(place.file).variables_name_types;
  const Answer operand = path ? Bind(place, expression.operand, {kUnknownArity, true})
                              : Value(place, expression.operand);
  bool missing = operand.empty();
  for (const Entity& entity : operand.entities()) {
    const Answer member = MemberOf(entity, place, expression.name, wanted);
    missing = missing || member.empty();
    out.AddAll(member);
  }
  out.external = out.external || (missing && operand.external);
  out.undeclared = out.undeclared || (missing && operand.undeclared);
  out.dynamic = out.dynamic || (missing && operand.dynamic);
  out.handed_out = out.handed_out || (missing && operand.handed_out);
  out.declared = operand.declared || !operand.empty();
  return out;
}

Answer Evaluator::MemberOf(const Entity& entity, Place from, Name name, Wanted wanted) {
  Answer out;
  switch (entity.kind) {
    case EntityKind::kSymbol:
      if (IsNamespace(entity.symbol)) {
        const ProgramFile& file = program_.files[entity.symbol.file];
        const ScopeIndex inner = program_.Definition(entity.symbol).inner_scope;
        out = file.spaces.empty() ? MemberOfScope(entity.symbol, name, wanted)
                                  : LookInSpace(file.spaces[inner], from, name, wanted);
      } else if (IsTypeLike(entity.symbol)) {
        out = MemberOfType(entity.symbol, name, wanted, entity.rule, 0);
      } else if (program_.Definition(entity.symbol).kind == SymbolKind::kType) {
        const Answer aliased = TypeFromBinding(AnswerOf(entity));
        for (const Entity& type : aliased.entities()) {
          out.AddAll(MemberOf(type, from, name, wanted));
        }
        out.AddNotes(aliased);
      }
      break;
    case EntityKind::kInstance:
      out = MemberOfType(entity.symbol, name, wanted, entity.rule, 0);
      break;
    case EntityKind::kSuper:
      out = MemberOfType(entity.symbol, name, wanted, entity.rule, 1);
      break;
    case EntityKind::kElements:
      out.external = true;  // the members of the container are not ours
      break;
    case EntityKind::kModule:
      out = FileMember(entity.index, name, wanted);
      if (out.empty() && !out.external && Step()) {
        const Answer value = Held(DefaultOf(entity));
        for (const Entity& held : value.entities()) {
          if (held.kind != EntityKind::kModule) out.AddAll(MemberOf(held, from, name, wanted));
        }
      }
      break;
    case EntityKind::kDirectory:
      out = Submodule({TargetKind::kDirectory, entity.index}, name);
      break;
    case EntityKind::kPackage:
      out = LookInSpace(Space::OfPackage(entity.index), from, name, wanted);
      break;
  }
  out.WeakenTo(entity.rule);
  return out;
}

Answer Evaluator::MemberOfScope(SymbolRef owner, Name name, Wanted wanted) {
  const FileModel& model = program_.files[owner.file].model();
  const Place inside{owner.file, model.definitions[owner.definition].inner_scope};
  if (inside.scope == kNoIndex) return {};
  return LookInEntries(inside, model.Find(inside.scope, name), wanted, true);
}

// `skip` leaves out the first types of the lineage: 1 asks the bases only.
Answer Evaluator::MemberOfType(SymbolRef type, Name name, Wanted wanted, EdgeRule rule,
                               std::size_t skip) {
  Answer out;
  const std::optional<TypeIndex> index = program_.TypeOf(type);
  if (!index.has_value()) return out;
  std::span<const SymbolRef> lineage = program_.LineageOf(*index);
  const std::span<const SymbolRef> alone(&type, 1);
  if (lineage.empty()) lineage = alone;
  // A name that nothing declares takes the same steps: what a question costs must not depend on
  // which names other files happen to use.
  for (std::size_t i = skip; i < lineage.size(); ++i) {
    if (!Step()) return {};
    out = DirectMember(lineage[i], name, wanted);
    if (out.empty()) continue;
    if (i > 0) out.WeakenTo(EdgeRule::kInheritedMember);
    out.WeakenTo(rule);
    for (Entity& entity : out.entities()) entity.receiver = type;
    return out;
  }
  const std::uint8_t flags = program_.TypeFlags(*index);
  out.external = out.external || (flags & kTypeExternalBase) != 0;
  out.dynamic = out.dynamic || (flags & kTypeUnknownBase) != 0;
  return out;
}

// What a type itself declares under a name, inside its body or, in C++ and Go, outside.
Answer Evaluator::DirectMember(SymbolRef type, Name name, Wanted wanted) {
  const FileModel& model = program_.files[type.file].model();
  const Place inside{type.file, model.definitions[type.definition].inner_scope};
  std::span<const ScopeEntry> entries;
  if (inside.scope != kNoIndex) entries = model.Find(inside.scope, name);
  std::vector<SymbolRef> candidates;
  for (const ScopeEntry& entry : entries) {
    if (entry.kind() == EntryKind::kDefinition) candidates.push_back({type.file, entry.index()});
  }
  for (const auto& pair : program_.members.Find({Space::Type(*program_.TypeOf(type)), name})) {
    candidates.push_back(pair.value);
  }
  if (RulesOfFile(type.file).family == Family::kC && !wanted.constructor) {
    std::erase_if(candidates, [&](SymbolRef symbol) {
      return program_.Definition(symbol).Has(kSymbolConstructor);
    });
  }
  Answer out;
  if (!candidates.empty()) {
    Choose(type.file, candidates, wanted, EdgeRule::kStructure, out);
    return out;
  }
  if (!entries.empty()) out = LookInEntries(inside, entries, wanted, false);
  return out;
}

}  // namespace waymark::indexer
