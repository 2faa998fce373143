// Members of types (with inheritance), modules, packages and namespaces.
#include <algorithm>

#include "resolve/evaluate/call_by_arguments.h"
#include "resolve/evaluate/evaluator.h"
#include "resolve/evaluate/evaluator_memory.h"
#include "resolve/evaluate/library_values.h"
#include "resolve/evaluate/map_values.h"
#include "resolve/evaluate/operand_functions.h"

namespace waymark::indexer {

bool Evaluator::IsTypeLike(SymbolRef symbol) const { return program_.IsType(symbol); }

bool Evaluator::IsNamespace(SymbolRef symbol) const {
  const FileModel& model = program_.files[symbol.file].model();
  const ScopeIndex inner = model.definitions[symbol.definition].inner_scope;
  return inner != kNoIndex && model.scopes[inner].kind == ScopeKind::kNamespace;
}

// Enumerators of an unscoped enumeration of C++ also belong to the enclosing scope. They follow the
// enumeration in the symbol table.
Resolution Evaluator::EnumeratorBeside(SymbolRef type, Name name, EdgeRule rule) const {
  Resolution out;
  const graph::SpillVector<ModelDefinition>& definitions =
      program_.files[type.file].model().definitions;
  const ScopeIndex scope = definitions[type.definition].scope;
  for (DefinitionIndex i = type.definition + 1; i < definitions.size(); ++i) {
    if (!definitions[i].Has(kSymbolEnumerator) || definitions[i].scope != scope) break;
    if (definitions[i].name == name) out.Add({EntityKind::kSymbol, rule, {type.file, i}});
  }
  return out;
}

SymbolRef Evaluator::EnclosingType(ScopeRef place) const {
  const FileModel& model = program_.files[place.file].model();
  for (ScopeIndex i = place.scope; i != kNoIndex; i = model.scopes[i].parent) {
    const Scope& scope = model.scopes[i];
    if (scope.definition == kNoIndex) continue;
    if (scope.kind == ScopeKind::kType) return program_.CanonicalOf({place.file, scope.definition});
    const std::optional<SymbolRef> owner = program_.OwnerOf({place.file, scope.definition});
    if (owner.has_value()) return *owner;
  }
  return {};
}

Resolution Evaluator::SelfAt(ScopeRef place) const {
  Resolution out;
  const SymbolRef type = EnclosingType(place);
  if (!type.exists()) return out;
  const bool own = RulesOfFile(place.file).members_are_calls && IsOwnPlace(place);
  Entity self{own ? EntityKind::kSymbol : EntityKind::kInstance, EdgeRule::kSelfMember, type};
  self.substitution = RelevantAt(place);
  out.Add(self);
  return out;
}

Resolution Evaluator::Bind(ScopeRef place, ExpressionIndex index, LookupKind wanted) {
  if (!Step() || index == kNoIndex) return {};
  const ModelExpression& expression = ExpressionAt(place.file, index);
  switch (expression.kind) {
    case ExpressionKind::kName: {
      if (RulesOfFile(place.file).members_are_calls) return BindByCase(place, expression, wanted);
      Resolution named = BindName(place, expression.name, wanted);
      if (expression.count == kMacroArgument) named.WeakenUndeclared();
      const bool by_arguments = named.empty() && (!named.declared || named.escaped) &&
                                !wanted.type && wanted.arguments != kNoIndex &&
                                RulesOfFile(place.file).classes_have_operators();
      if (!by_arguments) return named;
      const Resolution found =
          CallByArguments(*this, wanted.caller, wanted.arguments).Function(expression.name);
      return found.empty() ? named : found;
    }
    case ExpressionKind::kMember:
      wanted.function = wanted.function || expression.count == kFunctionOf;
      wanted.written = expression.count == kWritten;
      if (expression.count == kByKey) return BindKeyed(place, expression, wanted);
      return BindMember(place, expression, wanted);
    case ExpressionKind::kIndex: {
      if (RulesOfFile(place.file).follows_values) return Value(place, index);
      // An instantiation of a generic function or type binds to the generic one.
      wanted.type_arguments = expression.count;
      wanted.applied = index;
      Resolution named = Bind(place, expression.operand, wanted);
      KeepSpecialised(place, expression, named);
      if (expression.count == 0 && RulesOfFile(place.file).types_are_values) DropKeyed(named);
      for (const Entity& entity : named.entities()) {
        // A container's method may have type arguments too.
        const bool gives =
            entity.kind == EntityKind::kGivesElement || entity.kind == EntityKind::kGivesElements;
        if (entity.kind != EntityKind::kSymbol && !gives) return Value(place, index);
      }
      ApplyTo(place, expression, named);
      return named;
    }
    case ExpressionKind::kPointer:
      if (IsOperatorCall(expression) && RulesOfFile(place.file).operators != nullptr) {
        return RunByOperator(*this, place, expression);
      }
      return Bind(place, expression.operand, wanted);
    case ExpressionKind::kAwait:
      return Bind(place, expression.operand, wanted);
    default:
      return Value(place, index);
  }
}

// `Type[key]`: an unknown member of the type or function.
void Evaluator::DropKeyed(Resolution& named) const {
  Resolution kept;
  kept.AddNotes(named);
  for (const Entity& entity : named.entities()) {
    const bool holds =
        entity.kind == EntityKind::kSymbol &&
        (IsTypeLike(entity.symbol) || program_.Definition(entity.symbol).IsCallable());
    kept.dynamic = kept.dynamic || holds;
    if (!holds) kept.Add(entity);
  }
  named = kept;
}

// `object["name"]`: a member of the object, or its element under that key.
Resolution Evaluator::BindKeyed(ScopeRef place, const ModelExpression& keyed, LookupKind wanted) {
  const Resolution member = BindMember(place, keyed, wanted);
  if (!member.empty()) return member;
  const Resolution element =
      IndexValue(place, {ExpressionKind::kIndex, 0, Name::kEmpty, keyed.operand, kNoIndex});
  return element.empty() ? member : element;
}

Resolution Evaluator::BindMember(ScopeRef place, const ModelExpression& expression,
                                 LookupKind wanted) {
  Resolution out;
  if (expression.operand == kNoIndex) {
    // "::name" of C++: the global namespace.
    return LookInSpace(Space::Namespace(Name::kEmpty), place, expression.name, wanted);
  }
  // A variable named `a` does not begin the path of a type `a.b`.
  const bool path =
      expression.count == kOfPath || (wanted.type && !RulesOfFile(place.file).variables_name_types);
  const Resolution operand = path ? Bind(place, expression.operand, {kUnknownArity, true})
                                  : Value(place, expression.operand);
  const bool extends = RulesOfFile(place.file).methods_are_values;
  if (operand.empty() && operand.undeclared && !operand.declared) {
    const Resolution named = InNamedPackage(place, expression, wanted);
    if (!named.empty()) return named;
  }
  const ExpressionKind object = ExpressionAt(place.file, expression.operand).kind;
  wanted.temporary = object == ExpressionKind::kCall || object == ExpressionKind::kNew;
  bool missing = operand.empty();
  const bool is_guessed = IsTakenForContainer(operand);
  for (const Entity& entity : operand.entities()) {
    const Resolution member = MemberOf(entity, place, expression.name, wanted);
    missing = missing || member.empty();
    out.AddAll(member);
  }
  if (out.empty() && extends) {
    const Resolution extension = ExtensionOf(operand, place, expression.name, wanted);
    if (!extension.empty()) return extension;
  }
  out.external = out.external || (missing && operand.external);
  out.undeclared = out.undeclared || (missing && operand.undeclared);
  out.dynamic = out.dynamic || (missing && operand.dynamic);
  out.escaped = out.escaped || (missing && operand.escaped);
  out.holds_ours = out.holds_ours || (missing && operand.holds_ours);
  const bool is_unnamed =
      operand.foreign_type != Name::kEmpty && operand.foreign_type != Name::kUnknown &&
      program_.names.Text(operand.foreign_type) == RulesOfFile(place.file).unnamed_type;
  const bool of_scope = path && RulesOfFile(place.file).has_textual_includes;  // `std::thread`
  const bool may_be_ours = missing && !of_scope && MayHaveOurs(place, expression, operand);
  out.escaped = out.escaped || may_be_ours || (out.empty() && (is_guessed || is_unnamed));
  out.declared = operand.declared || !operand.empty();
  if (out.empty() && out.IsForeign()) AddKnownMember(place, expression, operand, out);
  return out;
}

// `a.b.C` where `a.b` is a package; `A::B` and `A.b` where the repository adds to a library's type.
Resolution Evaluator::InNamedPackage(ScopeRef place, const ModelExpression& expression,
                                     LookupKind wanted) {
  const bool opens = RulesOfFile(place.file).members_are_calls;
  if (!RulesOfFile(place.file).packages_have_names && !opens) return {};
  const std::string_view separator = opens ? "::" : ".";
  std::string clause;
  for (ExpressionIndex index = expression.operand; index != kNoIndex;) {
    const ModelExpression& part = ExpressionAt(place.file, index);
    const bool last = part.kind == ExpressionKind::kName;
    if (!last && part.kind != ExpressionKind::kMember) return {};
    if (part.name == Name::kUnknown) return {};
    const std::string_view text = program_.names.Text(part.name);
    clause.insert(0, clause.empty() ? "" : separator);
    clause.insert(0, text);
    index = last ? kNoIndex : part.operand;
  }
  if (opens) {
    const Name known = program_.names.Find(clause);
    if (known == Name::kUnknown) return {};
    wanted.side = wanted.IsFunction() ? Side::kOwn : Side::kConstants;
    return LookInOpenSpace(Space::OpenType(known), place.file, expression.name, wanted);
  }
  const std::optional<PackageIndex> package = program_.PackageNamed(clause);
  if (!package.has_value()) return {};
  return LookInSpace(Space::OfPackage(*package), place, expression.name, wanted);
}

// A field of a constant object is constant too.
Resolution Evaluator::MemberOfInstance(const Entity& entity, ScopeRef from, Name name,
                                       LookupKind wanted) {
  wanted.side = Side::kInstance;
  wanted.constant = (entity.shape & kConstant) != 0;
  wanted.temporary = wanted.temporary && (entity.shape & kReference) == 0;
  if ((entity.shape & kWrapped) != 0 && IsCopyMember(from, name)) {
    Entity copy = entity;
    copy.kind = EntityKind::kGivesElement;
    copy.inner_shape = entity.shape;
    Resolution copied = ResolutionOf(copy);
    copied.external = true;
    return copied;
  }
  const bool unwraps = (entity.shape & kWrapped) != 0 &&
                       program_.KnownNamesOf(from.file).IsMember(MemberUse::kUnwraps, name);
  if (unwraps) {
    Entity value = entity;
    value.shape &= static_cast<std::uint8_t>(~kWrapped);
    Resolution held = Giving(ResolutionOf(value));
    held.external = true;
    return held;
  }
  Resolution out = WithSubstitution(MemberOfType(entity.symbol, name, wanted, entity.rule, 0),
                                    entity.substitution);
  if (wanted.constant) {
    for (Entity& member : out.entities()) {
      if (member.kind == EntityKind::kSymbol) member.shape |= kConstant;
    }
  }
  if (out.empty()) out.AddAll(DynamicMember(entity, from, name, wanted));
  if (out.empty() && GivesItself(from, name)) {
    out.external = true;
    out.Add({EntityKind::kGivesElement, entity.rule, entity.symbol});
  }
  return out;
}

Resolution Evaluator::MemberOf(const Entity& entity, ScopeRef from, Name name, LookupKind wanted) {
  Resolution out;
  switch (entity.kind) {
    case EntityKind::kSymbol:
      if (IsNamespace(entity.symbol)) {
        const ProgramFile& file = program_.files[entity.symbol.file];
        const ScopeIndex inner = program_.Definition(entity.symbol).inner_scope;
        out = file.spaces.empty() || !file.spaces[inner].exists()
                  ? MemberOfScope(entity.symbol, name, wanted)
                  : LookInSpace(file.spaces[inner], from, name, wanted);
      } else if (IsTypeLike(entity.symbol)) {
        wanted.side = Side::kOwn;
        out = WithSubstitution(MemberOfType(entity.symbol, name, wanted, entity.rule, 0),
                               entity.substitution);
        if (out.empty()) out.AddAll(EnumeratorBeside(entity.symbol, name, entity.rule));
        if (out.empty() && RulesOfFile(entity.symbol.file).types_forward()) {
          Entity instance = entity;
          instance.kind = EntityKind::kInstance;
          const Resolution forwarded = DynamicMember(instance, from, name, wanted);
          if (!forwarded.empty()) out.AddAll(forwarded);
        }
        const bool makes = program_.KnownNamesOf(from.file).IsMember(MemberUse::kMakesOwn, name);
        if (out.empty() && makes) {
          out.external = true;
          out.Add({EntityKind::kGivesElement, entity.rule, entity.symbol});
        }
        if (out.empty() && IsPrototype(from, name)) {
          return ResolutionOf({EntityKind::kInstance, entity.rule, entity.symbol});
        }
      } else if (program_.Definition(entity.symbol).kind == SymbolKind::kType) {
        const ModelDefinition& alias = program_.Definition(entity.symbol);
        Resolution aliased = NamespaceNamed({entity.symbol.file, alias.scope}, alias.declared_type);
        if (aliased.empty()) aliased = TypeFromBinding(ResolutionOf(entity));
        for (const Entity& type : aliased.entities()) {
          out.AddAll(MemberOf(type, from, name, wanted));
        }
        out.AddNotes(aliased);
      }
      break;
    case EntityKind::kInstance:
      out = MemberOfInstance(entity, from, name, wanted);
      break;
    case EntityKind::kOwnSuper:
    case EntityKind::kSuper:
      wanted.side = entity.kind == EntityKind::kSuper ? Side::kInstance : Side::kOwn;
      out = WithSubstitution(MemberOfType(entity.symbol, name, wanted, entity.rule, 1),
                             entity.substitution);
      break;
    case EntityKind::kElements:
      out = MemberOfContainer(entity, from, name);
      break;
    case EntityKind::kTuple:
      out = LibraryValues(*this).Member(entity, from, name);
      if (out.empty() && !RulesOfFile(entity.index).maps_give_pairs) {
        out.AddAll(MapValues(*this).MemberOfTuple(entity, from, name));
      }
      break;
    case EntityKind::kMap:
      out = RulesOfFile(entity.index).maps_give_pairs
                ? LibraryValues(*this).Member(entity, from, name)
                : MapValues(*this).Member(entity, from, name);
      break;
    case EntityKind::kFunction:
      out = LibraryValues(*this).Member(entity, from, name);
      break;
    case EntityKind::kContainerLiteral:
      out = MemberOfLiteral(entity, name);
      break;
    case EntityKind::kModule:
      if (BeginsPath({entity.index, 0}, name, out)) break;  // super::super
      out = FileMember(entity.index, from.file, name, wanted);
      if (out.empty() && !out.external && Step()) {
        const Resolution value = Held(DefaultOf(entity));
        for (const Entity& held : value.entities()) {
          if (held.kind != EntityKind::kModule) out.AddAll(MemberOf(held, from, name, wanted));
        }
      }
      break;
    case EntityKind::kDirectory:
      out = Submodule(from.file, {TargetKind::kDirectory, entity.index}, name);
      break;
    case EntityKind::kPackage:
      out = LookInSpace(Space::OfPackage(entity.index), from, name, wanted);
      break;
    default:  // methods of containers, and of their pairs
      break;
  }
  out.WeakenTo(entity.rule);
  return out;
}

// The namespace behind the alias `namespace fs = std::filesystem`.
Resolution Evaluator::NamespaceNamed(ScopeRef place, ExpressionIndex name) {
  Resolution out;
  if (name == kNoIndex || !RulesOfFile(place.file).has_textual_includes || !Step()) return out;
  const Resolution bound = Bind(place, name, {});
  for (const Entity& entity : bound.entities()) {
    if (entity.kind == EntityKind::kSymbol && IsNamespace(entity.symbol)) out.Add(entity);
  }
  return out;
}

// The members of a container are not indexed, but the results of some are known.
Resolution Evaluator::MemberOfContainer(const Entity& container, ScopeRef from, Name name) const {
  const KnownNames& known = program_.KnownNamesOf(from.file);
  Resolution out;
  out.external = true;
  Entity member = container;
  const bool is_number = name != Name::kUnknown && program_.names.Text(name) == "1";
  if (is_number) {  // of a number and an element
    out.Add(ElementOf(container));
  } else if (known.IsMember(MemberUse::kElement, name)) {
    member.kind = EntityKind::kGivesElement;
    out.Add(member);
  } else if (known.IsMember(MemberUse::kContainer, name)) {
    member.kind = EntityKind::kGivesElements;
    out.Add(member);
  } else if (known.IsMember(MemberUse::kPairs, name)) {
    member.kind = EntityKind::kGivesElements;
    ++member.depth;
    out.Add(member);
  }
  return out;
}

Resolution Evaluator::MemberOfScope(SymbolRef owner, Name name, LookupKind wanted) {
  const FileModel& model = program_.files[owner.file].model();
  const ScopeRef inside{owner.file, model.definitions[owner.definition].inner_scope};
  Resolution out;
  if (inside.scope == kNoIndex || !Step() || BeginsPath(inside, name, out)) return out;
  out = LookInEntries(inside, model.Find(inside.scope, name), wanted, true);
  if (!out.empty() || out.declared || out.external) return out;
  return LookInWholeImports({inside.file, inside.scope}, name, wanted);
}

// `skip` leaves out the first types of the lineage: 1 searches the bases only.
Resolution Evaluator::MemberOfType(SymbolRef type, Name name, LookupKind wanted, EdgeRule rule,
                                   std::size_t skip) {
  Resolution out;
  type = program_.CanonicalOf(type);
  if (!program_.IsType(type)) return out;
  if (RulesOfFile(type.file).separate_names && wanted.IsFunction() && !wanted.type) {
    return OverloadsOf(type, name, wanted, rule, skip);
  }
  if (IsOpenType(type))
    return MemberOfOpenType(program_.CanonicalOf(type), name, wanted, rule, skip > 0);
  std::span<const SymbolRef> lineage = program_.LineageOf(type);
  const std::span<const SymbolRef> alone(&type, 1);
  if (lineage.empty()) lineage = alone;
  // An undeclared name costs the same steps: the cost of a question must not depend on the names in
  // other files.
  for (std::size_t i = skip; i < lineage.size(); ++i) {
    if (!Step()) return {};
    out = DirectMember(lineage[i], name, wanted);
    if (out.empty()) continue;
    if (i > 0) out.WeakenTo(EdgeRule::kInheritedMember);
    out.WeakenTo(rule);
    for (Entity& entity : out.entities()) entity.receiver = type;
    return out;
  }
  if (RulesOfFile(type.file).injects_type_names) out = BaseNamed(lineage, name, rule);
  if (out.empty()) out.AddNotes(NotDeclaredIn(type));
  return out;
}

// The injected class name: a type can name each of its bases, wherever they are declared.
Resolution Evaluator::BaseNamed(std::span<const SymbolRef> lineage, Name name,
                                EdgeRule rule) const {
  Resolution out;
  const auto base = std::find_if(lineage.begin(), lineage.end(), [&](SymbolRef ancestor) {
    return ancestor != lineage.front() && program_.Definition(ancestor).name == name;
  });
  if (base != lineage.end()) {
    out.Add({EntityKind::kSymbol, Weaker(rule, EdgeRule::kInheritedMember), *base});
  }
  return out;
}

// The functions of that name in a type and its bases that accept the arguments. A declaration with
// equal parameters hides the inherited one.
Resolution Evaluator::OverloadsOf(SymbolRef type, Name name, LookupKind wanted, EdgeRule rule,
                                  std::size_t skip) {
  std::span<const SymbolRef> lineage = program_.LineageOf(type);
  if (lineage.empty()) lineage = std::span<const SymbolRef>(&type, 1);
  if (wanted.constructor) lineage = lineage.first(1);
  std::vector<SymbolRef> found;
  const auto is_generic = [this](SymbolRef symbol) { return TypeParametersOf(symbol) != kNoIndex; };
  for (std::size_t i = skip; i < lineage.size(); ++i) {
    if (!Step()) return {};
    for (const SymbolRef symbol : DefinedMembers(lineage[i], name, wanted)) {
      if (!Takes(symbol, wanted.arity)) continue;
      const std::uint64_t list = program_.Definition(symbol).discriminator_hash;
      const auto nearer = std::find_if(found.begin(), found.end(), [&](SymbolRef other) {
        return program_.Definition(other).discriminator_hash == list;
      });
      if (nearer == found.end()) {
        found.push_back(symbol);
      } else if (is_generic(*nearer) != is_generic(symbol) &&
                 is_generic(symbol) == (wanted.type_arguments > 0)) {
        *nearer = symbol;  // Get<T>(key) beside Get(key)
      }
    }
  }
  KeepOverload(found, wanted);
  Resolution out;
  if (!found.empty()) Choose(type.file, found, wanted, EdgeRule::kStructure, out);
  if (out.empty()) return NotDeclaredIn(type);
  for (Entity& entity : out.entities()) {
    const bool own = program_.CanonicalOf(program_.ParentOf(entity.symbol)) == lineage.front();
    if (!own) entity.rule = Weaker(entity.rule, EdgeRule::kInheritedMember);
    entity.receiver = type;
  }
  out.WeakenTo(rule);
  return out;
}

// The type's own declarations of a name: in its body or, in C++ and Go, outside of it.
std::vector<SymbolRef> Evaluator::DefinedMembers(SymbolRef type, Name name, LookupKind wanted) {
  const FileModel& model = program_.files[type.file].model();
  const ScopeIndex inside = model.definitions[type.definition].inner_scope;
  std::span<const ScopeEntry> entries;
  if (inside != kNoIndex) entries = model.Find(inside, name);
  const auto outside = program_.members.Find({Space::Type(*program_.TypeOf(type)), name});
  if (!StepOver(entries.size() + outside.size())) return {};
  std::vector<SymbolRef> members;
  for (const ScopeEntry& entry : entries) {
    if (entry.kind() == EntryKind::kDefinition) members.push_back({type.file, entry.index()});
  }
  for (const auto& pair : outside) members.push_back(pair.value);
  if (RulesOfFile(type.file).separate_names) {
    KeepKind(members, wanted);
  } else if (RulesOfFile(type.file).injects_type_names && !wanted.constructor) {
    std::erase_if(members, [&](SymbolRef symbol) {
      return program_.Definition(symbol).Has(kSymbolConstructor);
    });
  }
  return members;
}

// Whether several functions are assigned to one member of a type, in sequence or conditionally. The
// source does not tell which is current. Keeps the functions of the wanted side.
bool Evaluator::SetAgain(std::vector<SymbolRef>& members, LookupKind wanted) const {
  if (members.size() < 2 || RulesOfFile(members.front().file).prototype.empty()) return false;
  const auto drop = [&](auto&& predicate) {
    if (!std::all_of(members.begin(), members.end(), predicate)) std::erase_if(members, predicate);
  };
  if (wanted.side != Side::kEither) {
    drop([&](SymbolRef symbol) {
      return program_.Definition(symbol).Has(kSymbolStatic) != (wanted.side == Side::kOwn);
    });
  }
  drop([&](SymbolRef symbol) { return !program_.Definition(symbol).IsCallable(); });
  return members.size() > 1 && std::any_of(members.begin(), members.end(), [&](SymbolRef symbol) {
           return program_.Definition(symbol).owner != kNoIndex;
         });
}

Resolution Evaluator::DirectMember(SymbolRef type, Name name, LookupKind wanted) {
  if (IsOpenType(type)) {
    return LookInOpenSpace(program_.InnerSpaceOf(type), type.file, name, wanted);
  }
  std::vector<SymbolRef> candidates = DefinedMembers(type, name, wanted);
  Resolution out;
  if (!candidates.empty()) {
    if (SetAgain(candidates, wanted)) {
      for (const SymbolRef symbol : candidates) {
        out.Add({EntityKind::kSymbol, EdgeRule::kStructure, symbol});
      }
      return out;
    }
    Choose(type.file, candidates, wanted, EdgeRule::kStructure, out);
    return out;
  }
  const FileModel& model = program_.files[type.file].model();
  const ScopeRef inside{type.file, model.definitions[type.definition].inner_scope};
  if (inside.scope == kNoIndex) return out;
  const std::span<const ScopeEntry> entries = model.Find(inside.scope, name);
  if (!entries.empty()) out = LookInEntries(inside, entries, wanted, false);
  return out;
}

}  // namespace waymark::indexer
