// Names whose case tells their kind. A constant is looked up in the types around a place, then in
// the bases of the innermost, then at the top level. Another name is a variable or a message to
// self. Types may be opened in several places, and have members of their own besides those of their
// instances.
#include <algorithm>

#include "resolve/evaluate/evaluator.h"
#include "resolve/evaluate/evaluator_memory.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxMixinUsers =
    8;  // users of a mixin that are searched for a member it lacks
constexpr std::size_t kManyPartialDefinitions =
    4;  // from here on the choice between them is remembered

bool IsConstantValue(const ModelDefinition& definition) {
  switch (definition.kind) {
    case SymbolKind::kClass:
    case SymbolKind::kInterface:
    case SymbolKind::kType:
    case SymbolKind::kConst:
      return true;
    default:
      return false;
  }
}

bool IsOn(const ModelDefinition& definition, Side side) {
  switch (side) {
    case Side::kEither:
      return true;
    case Side::kConstants:
      return IsConstantValue(definition);
    case Side::kInstance:
    case Side::kOwn:
      break;
  }
  if (definition.kind == SymbolKind::kField || IsConstantValue(definition)) return true;
  return definition.Has(kSymbolStatic) == (side == Side::kOwn);
}

// Whether a function is defined in a block that is not around the place.
bool IsInOtherBlock(const Program& program, ScopeRef place, SymbolRef function) {
  const FileModel& model = program.files[function.file].model();
  const ScopeIndex inside = model.definitions[function.definition].inner_scope;
  const ScopeIndex block = inside == kNoIndex ? kNoIndex : model.scopes[inside].parent;
  if (block == kNoIndex || model.scopes[block].kind != ScopeKind::kBlock) return false;
  if (function.file != place.file) return true;
  ScopeIndex around = place.scope;
  while (around != kNoIndex && around != block) around = model.scopes[around].parent;
  return around == kNoIndex;
}

}  // namespace

bool Evaluator::IsOneOf(std::span<const std::string_view> list, Name name) const {
  return name != Name::kUnknown &&
         std::find(list.begin(), list.end(), program_.names.Text(name)) != list.end();
}

Resolution Evaluator::BindByCase(ScopeRef place, const ModelExpression& expression,
                                 LookupKind wanted) {
  if (expression.count == kOfVariable) return BindMessage(place, expression.name, wanted);
  if (wanted.arity != kUnknownArity && !wanted.type && expression.count != kFromTop) {
    // `Array(x)` is a method call whatever the case of its name.
    Resolution sent = BindMessage(place, expression.name, wanted);
    sent.undeclared = sent.undeclared || sent.empty();
    return sent;
  }
  if (expression.count != kFromTop) return BindConstant(place, expression.name, wanted);
  wanted.side = Side::kConstants;
  Resolution out =
      LookInOpenSpace(Space::OpenType(Name::kEmpty), place.file, expression.name, wanted);
  out.undeclared = out.empty();
  return out;
}

// The definitions of a name in a space that any file can extend, as the file sees it. Many files
// open the same namespace and many references name it.
Resolution Evaluator::LookInOpenSpace(Space space, FileIndex from, Name name, LookupKind wanted) {
  const bool plain =
      wanted.side == Side::kConstants && !wanted.IsFunction() && !wanted.overrider.exists();
  if (!plain || program_.members.Find({space, name}).size() < kManyPartialDefinitions) {
    return ChooseInOpenSpace(space, from, name, wanted);
  }
  const MemoKey key{MemoKind::kConstant,
                    {from, static_cast<std::uint32_t>(name)},
                    {space.index(), wanted.type ? 1u : 0u}};
  return Remember(key, [&] { return ChooseInOpenSpace(space, from, name, wanted); });
}

Resolution Evaluator::ChooseInOpenSpace(Space space, FileIndex from, Name name, LookupKind wanted) {
  Resolution out;
  if (!Step()) return out;
  const auto members = program_.members.Find({space, name});
  if (!StepOver(members.size())) return out;
  std::vector<SymbolRef> candidates;
  for (const auto& pair : members) {
    const bool seen = pair.value.file == from || !program_.IsApart(from, pair.value.file);
    if (seen && IsOn(program_.Definition(pair.value), wanted.side))
      candidates.push_back(pair.value);
  }
  if (candidates.empty()) return out;
  const bool here = std::any_of(candidates.begin(), candidates.end(),
                                [from](SymbolRef symbol) { return symbol.file == from; });
  Choose(from, candidates, wanted, here ? EdgeRule::kLexicalScope : EdgeRule::kPackageMember, out);
  return out;
}

Resolution Evaluator::BindConstant(ScopeRef place, Name name, LookupKind wanted) {
  wanted.side = Side::kConstants;
  const ProgramFile& file = program_.files[place.file];
  const FileModel& model = file.model();
  for (ScopeIndex scope = place.scope; scope != kNoIndex; scope = model.scopes[scope].parent) {
    if (model.scopes[scope].kind != ScopeKind::kType || !file.spaces[scope].exists()) continue;
    const Resolution found = LookInOpenSpace(file.spaces[scope], place.file, name, wanted);
    if (!found.empty()) return found;
  }
  const SymbolRef type = EnclosingType(place);
  if (type.exists()) {
    const Resolution inherited = MemberOfType(type, name, wanted, EdgeRule::kInheritedMember, 1);
    if (!inherited.empty()) return inherited;
  }
  Resolution out = LookInOpenSpace(Space::OpenType(Name::kEmpty), place.file, name, wanted);
  // A name that no file of the repository declares is external.
  out.undeclared = out.empty();
  return out;
}

// parent = Class.new(Base): a type with a lower-case name is a variable.
Resolution Evaluator::TypeOfVariable(ScopeRef place, Name name) {
  const FileModel& model = program_.files[place.file].model();
  const std::string_view text = program_.names.Text(name);
  Resolution out;
  if (text.empty() || BeginsWithCapital(text)) return out;
  for (const ScopeEntry& entry : model.Find(place.scope, name)) {
    const bool type = entry.kind() == EntryKind::kDefinition &&
                      model.definitions[entry.index()].kind == SymbolKind::kClass;
    if (type) {
      out.Add({EntityKind::kSymbol, EdgeRule::kLexicalScope, {place.file, entry.index()}});
    }
  }
  return out;
}

// A variable of the function or type body around the place.
Resolution Evaluator::BindVariable(ScopeRef place, Name name, LookupKind wanted) {
  const FileModel& model = program_.files[place.file].model();
  const bool is_field = name != Name::kUnknown && program_.names.Text(name).starts_with('@');
  Resolution out;
  for (ScopeIndex i = place.scope; i != kNoIndex; i = model.scopes[i].parent) {
    const Scope& scope = model.scopes[i];
    const bool open = scope.kind == ScopeKind::kType || scope.kind == ScopeKind::kFile;
    out = LookInEntries({place.file, i}, model.Find(i, name), wanted, !open);
    if (open && out.empty() && name != Name::kUnknown)
      out.AddAll(TypeOfVariable({place.file, i}, name));
    if (!out.empty() || out.declared || open) return out;
    const bool method = scope.kind == ScopeKind::kFunction && scope.definition != kNoIndex &&
                        !model.definitions[scope.definition].Has(kSymbolLocal);
    if (method && !is_field) return out;
  }
  return out;
}

// Keeps the functions of the innermost block around the place.
void Evaluator::KeepInBlocks(ScopeRef place, std::vector<SymbolRef>& functions) const {
  if (functions.size() < 2) return;
  const FileModel& model = program_.files[place.file].model();
  for (ScopeIndex i = place.scope; i != kNoIndex; i = model.scopes[i].parent) {
    const auto elsewhere = [&](SymbolRef function) {
      const ScopeIndex inside = model.definitions[function.definition].inner_scope;
      return inside == kNoIndex || model.scopes[inside].parent != i;
    };
    if (std::all_of(functions.begin(), functions.end(), elsewhere)) continue;
    std::erase_if(functions, elsewhere);
    return;
  }
}

// A block in a type's body is mostly stored and later run for an instance: a test, a request.
Resolution Evaluator::MemberInBlock(const Entity& self, ScopeRef place, Name name,
                                    LookupKind wanted) {
  const FileModel& model = program_.files[place.file].model();
  const bool own = self.kind == EntityKind::kSymbol;
  if (!own || model.scopes[place.scope].kind == ScopeKind::kType) return {};
  for (ScopeIndex i = place.scope; model.scopes[i].kind != ScopeKind::kType;) {
    const DefinitionIndex definition = model.scopes[i].definition;
    if (definition != kNoIndex) return {};  // a method of the type itself
    i = model.scopes[i].parent;
    if (i == kNoIndex) return {};
  }
  wanted.side = Side::kInstance;
  return MemberOfType(self.symbol, name, wanted, EdgeRule::kInheritedMember, 0);
}

Resolution Evaluator::BindMessage(ScopeRef place, Name name, LookupKind wanted) {
  if (!Step()) return {};
  // A call never means a variable, even if an outer one has the name.
  Resolution notes;
  if (wanted.arity == kUnknownArity) notes = BindVariable(place, name, wanted);
  if (!notes.empty() || notes.declared) return notes;
  const Resolution elsewhere = MemberWhereRun(place, name, wanted);
  if (!elsewhere.empty()) return elsewhere;
  const bool known = program_.IsPredeclared(place.file, name);
  notes.escaped = elsewhere.escaped && !known && program_.IsMemberName(place.file, name);
  const Resolution self = SelfAt(place);
  for (const Entity& entity : self.entities()) {
    const Resolution found = MemberOf(entity, place, name, wanted);
    if (!found.empty()) return found;
    notes.AddNotes(found);
    const Resolution run = MemberInBlock(entity, place, name, wanted);
    if (!run.empty()) return run;
  }
  // A function outside of types is a method of every object. Files load others only explicitly.
  const auto members = program_.members.Find({Space::OpenType(Name::kEmpty), name});
  if (!StepOver(members.size())) return {};
  std::vector<SymbolRef> candidates;
  for (const auto& pair : members) {
    const bool seen =
        pair.value.file == place.file || !program_.IsApart(place.file, pair.value.file);
    const bool function = program_.Definition(pair.value).kind == SymbolKind::kFunction;
    if (seen && function) candidates.push_back(pair.value);
  }
  const auto in_other_block = [&](SymbolRef function) {
    return IsInOtherBlock(program_, place, function);
  };
  std::vector<SymbolRef> here = candidates;
  std::erase_if(
      here, [&](SymbolRef symbol) { return symbol.file != place.file || in_other_block(symbol); });
  if (!here.empty()) {
    KeepInBlocks(place, here);
    Resolution out;
    Choose(place.file, here, wanted, EdgeRule::kLexicalScope, out);
    return out;
  }
  // Definitions in a block belong to the block's receiver. If methods have the name too, one of
  // them may be meant.
  if (notes.escaped) std::erase_if(candidates, in_other_block);
  const ProgramFile& file = program_.files[place.file];
  const bool dynamic = IsOneOf(RulesOfFile(place.file).dynamic_call_methods, name);
  notes.external = notes.external || (!dynamic && known);
  const bool reaches = self.empty() || file.model().IsTest();
  if (candidates.size() == 1 && !notes.external && reaches) {
    Resolution out;
    Choose(place.file, candidates, wanted, EdgeRule::kUniqueGlobal, out);
    return out;
  }
  if (self.empty()) notes.undeclared = true;
  return notes;
}

// Whether the place is in a type's body, or in a method of the type itself.
bool Evaluator::IsOwnPlace(ScopeRef place) const {
  const FileModel& model = program_.files[place.file].model();
  for (ScopeIndex i = place.scope; i != kNoIndex; i = model.scopes[i].parent) {
    const Scope& scope = model.scopes[i];
    if (scope.kind == ScopeKind::kType) return true;
    if (scope.kind != ScopeKind::kFunction || scope.definition == kNoIndex) continue;
    const ModelDefinition& definition = model.definitions[scope.definition];
    if (definition.kind == SymbolKind::kMethod) return definition.Has(kSymbolStatic);
  }
  return true;
}

// Members that a mixin adds to the types themselves that use it.
Resolution Evaluator::MemberOfExtension(SymbolRef type, Name name, LookupKind wanted) {
  const Name extension = program_.names.Find(RulesOfFile(type.file).extension);
  const Space space = program_.InnerSpaceOf(type);
  for (const auto& pair : program_.members.Find({space, extension})) {
    if (!IsTypeLike(pair.value)) continue;
    wanted.side = Side::kInstance;
    return MemberOfOpenType(program_.CanonicalOf(pair.value), name, wanted,
                            EdgeRule::kInheritedMember, false);
  }
  return {};
}

// A member of the type itself that it gets from one of its ancestors.
Resolution Evaluator::OwnMember(SymbolRef type, SymbolRef ancestor, Name name, LookupKind wanted) {
  const bool mixed =
      ancestor != type && program_.Definition(ancestor).kind == SymbolKind::kInterface;
  if (mixed) wanted.side = Side::kConstants;
  Resolution out = DirectMember(ancestor, name, wanted);
  if (!out.empty()) return out;
  if (mixed) return MemberOfExtension(ancestor, name, wanted);
  wanted.side = Side::kInstance;
  for (const SymbolRef opening : program_.PartialDefinitionsOf(ancestor)) {
    for (const ResolvedBase& base : program_.BasesOf(opening)) {
      if ((base.flags & kBaseOwn) == 0) continue;
      out = MemberOfOpenType(base.type, name, wanted, EdgeRule::kInheritedMember, false);
      if (!out.empty()) return out;
    }
  }
  return {};
}

// Members of the types that include a mixin: messages of the mixin to self reach them. Empty if
// there are too many users.
Resolution Evaluator::MemberOfUsers(SymbolRef mixin, Name name, LookupKind wanted) {
  Resolution out;
  std::size_t asked = 0;
  for (const auto& pair : program_.mixin_users.Find(mixin)) {
    if (program_.IsApart(mixin.file, pair.value.file)) continue;
    if (++asked > kMaxMixinUsers) return {};
    const std::span<const SymbolRef> alone(&pair.value, 1);
    const auto lineage = program_.LineageOf(pair.value);
    for (const SymbolRef ancestor : lineage.empty() ? alone : lineage) {
      if (!Step()) return {};
      const Resolution found = DirectMember(ancestor, name, wanted);
      if (found.empty()) continue;
      out.AddAll(found);
      break;
    }
  }
  out.WeakenTo(EdgeRule::kInheritedMember);
  return out;
}

Resolution Evaluator::MemberOfOpenType(SymbolRef type, Name name, LookupKind wanted, EdgeRule rule,
                                       bool inherited_only) {
  std::span<const SymbolRef> lineage = program_.LineageOf(type);
  const std::span<const SymbolRef> alone(&type, 1);
  if (lineage.empty()) lineage = alone;
  if (inherited_only) {
    const auto own = std::find(lineage.begin(), lineage.end(), type);
    lineage = lineage.subspan(static_cast<std::size_t>(own - lineage.begin()) + 1);
  }
  for (const SymbolRef ancestor : lineage) {
    if (!Step()) return {};
    Resolution out = wanted.side == Side::kOwn ? OwnMember(type, ancestor, name, wanted)
                                               : DirectMember(ancestor, name, wanted);
    if (out.empty()) continue;
    if (ancestor != type) out.WeakenTo(EdgeRule::kInheritedMember);
    out.WeakenTo(rule);
    for (Entity& entity : out.entities()) entity.receiver = type;
    return out;
  }
  Resolution out;
  const ResolutionRules& rules = RulesOfFile(type.file);
  const std::uint8_t flags = program_.TypeFlags(type);
  // A mixin does not know its users.
  const bool mixin = program_.Definition(type).kind == SymbolKind::kInterface;
  if (mixin && wanted.side == Side::kInstance && !inherited_only) {
    out = MemberOfUsers(type, name, wanted);
    if (!out.empty()) return out;
  }
  out.dynamic =
      (flags & kTypeUnknownBase) != 0 || mixin || IsOneOf(rules.dynamic_call_methods, name);
  out.external = !IsOneOf(rules.dynamic_call_methods, name) &&
                 ((flags & kTypeExternalBase) != 0 || program_.IsForeignMember(type.file, name) ||
                  program_.IsPredeclared(type.file, name));
  return out;
}

// The value of a method call. Some methods return their receiver or its type, whatever that is.
Resolution Evaluator::SentValue(ScopeRef place, const ModelExpression& call) {
  Resolution out = Called(Bind(place, call.operand, {call.count, false}));
  if (!out.empty() || call.operand == kNoIndex) return out;
  const ModelExpression& callee = ExpressionAt(place.file, call.operand);
  if (callee.kind != ExpressionKind::kMember || callee.name == Name::kUnknown) return out;
  const ResolutionRules& rules = RulesOfFile(place.file);
  const bool type = program_.names.Text(callee.name) == rules.type_method;
  if (!type && !GivesItself(place, callee.name)) return out;
  Resolution receiver = Value(place, callee.operand);
  for (Entity& entity : receiver.entities()) {
    if (type && entity.kind == EntityKind::kInstance) entity.kind = EntityKind::kSymbol;
  }
  return receiver;
}

}  // namespace waymark::indexer
