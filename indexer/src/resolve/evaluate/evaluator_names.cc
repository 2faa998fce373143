// Unqualified names: scopes from the inside out, shared spaces, imports.
#include <algorithm>

#include "resolve/evaluate/evaluator.h"
#include "resolve/evaluate/evaluator_memory.h"
#include "resolve/program/module_rules.h"

namespace waymark::indexer {
namespace {

constexpr int kMaxModules = 4;         // length of a chain of re-exporting modules
constexpr int kMaxModulesWithin = 32;  // nesting of modules

// The meanings of the name that are no types.
Resolution WithoutTypes(const Program& program, const Resolution& found) {
  Resolution out;
  for (const Entity& entity : found.entities()) {
    const bool is_type = entity.kind == EntityKind::kSymbol && program.TypeOf(entity.symbol);
    if (!is_type) out.Add(entity);
  }
  return out;
}

}  // namespace

Resolution Evaluator::BindName(ScopeRef place, Name name, LookupKind wanted) {
  const FileModel& model = program_.files[place.file].model();
  const ResolutionRules& rules = RulesOfFile(place.file);
  Resolution notes;
  if (BeginsPath(place, name, notes)) return notes;
  if (rules.has_pointer_types && wanted.arity != kUnknownArity) {
    wanted.constant = IsInConstantMethod(place);
  }
  bool innermost = true;
  bool is_guess = false;  // an inner scope may have the name
  bool types_ended = false;
  for (ScopeIndex scope = place.scope; scope != kNoIndex; scope = model.scopes[scope].parent) {
    bool is_last = false;
    bool ends_types = false;
    for (const LookupStep step : rules.steps) {
      const bool is_namespace = model.scopes[scope].kind == ScopeKind::kNamespace;
      is_last |= step == LookupStep::kNamesEnd && is_namespace;
      ends_types |= step == LookupStep::kTypesEnd && is_namespace;
      Resolution found =
          TakeStep(step, {place.file, scope, place.substitution}, innermost, name, wanted);
      if (types_ended && !found.empty()) found = WithoutTypes(program_, found);
      // A name that a scope binds to something external or unknown hides outer ones. An unknown
      // base of a type only may hide them.
      const bool of_type = step == LookupStep::kTypeMembers || step == LookupStep::kOwnerMembers;
      if (is_guess) found.WeakenTo(EdgeRule::kUniqueGlobal);
      if (!found.empty() || found.declared) return found;
      // A glob import of an external module inside a function, where modules nest.
      const bool whole = step == LookupStep::kWholeImports && rules.modules_nest() &&
                         model.scopes[scope].kind != ScopeKind::kFile &&
                         model.scopes[scope].kind != ScopeKind::kNamespace;
      is_guess |= found.external && whole;
      if (found.external && !of_type && !whole) {
        // An item imported from an external module, whatever it is, does not hide a crate of this
        // repository.
        const Resolution crate = rules.modules_nest() ? CrateNamed(name) : Resolution();
        return crate.empty() ? found : crate;
      }
      notes.AddNotes(found);
      is_guess |= of_type && MayInheritFromOutside({place.file, scope}, name);
    }
    if (!Step()) return {};
    innermost = false;
    types_ended |= ends_types;
    if (is_last || (types_ended && wanted.type)) break;
  }
  if (rules.modules_nest()) {
    const Resolution crate = CrateNamed(name);
    if (!crate.empty()) return crate;
  }
  notes.external = notes.external || program_.IsPredeclared(place.file, name);
  const bool own = !rules.exports_object.empty() && name != Name::kUnknown && notes.empty() &&
                   program_.names.Text(name) == rules.exports_object;
  if (own) return ResolutionOf({EntityKind::kModule, EdgeRule::kImportBinding, {}, place.file});
  if (!notes.external) {
    const Resolution global = LookInGlobals(place, name, wanted);
    if (!global.empty()) return global;
  }
  // A name that a module neither declares nor imports is a global of the platform.
  if (rules.unknown_is_foreign) notes.undeclared = true;
  if (rules.has_textual_includes && !notes.external) {
    if (wanted.type) notes.AddAll(LookInBrokenFile(place.file, name));
    notes.undeclared = notes.empty() && visibility_.ReachesOutside(place.file);
  }
  return notes;
}

// Global declarations of files that are no modules. Within one file the rules of a scope decide;
// several files may all be meant. A file that only a page can load beside the place is no more than
// a possible candidate.
Resolution Evaluator::LookInGlobals(ScopeRef place, Name name, LookupKind wanted) {
  Resolution out;
  const GlobalNames* const globals = RulesOfFile(place.file).modules->globals;
  if (globals == nullptr) return out;
  const auto members = program_.members.Find({Space::Globals(), name});
  if (members.empty() || !StepOver(members.size())) return out;
  for (const bool is_guess : {false, true}) {
    std::vector<SymbolRef> of_file;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const SymbolRef global = members[i].value;
      const bool is_seen = is_guess ? globals->may_see(program_, global)
                                    : globals->sees(program_, place.file, global);
      if (is_seen) of_file.push_back(global);
      if (i + 1 < members.size() && members[i + 1].value.file == global.file) continue;
      if (!of_file.empty()) Choose(place.file, of_file, wanted, EdgeRule::kUniqueGlobal, out);
      of_file.clear();
    }
    if (out.empty()) continue;
    out.more |= is_guess;
    return out;
  }
  return out;
}

// Whether the enclosing type derives from an external one that may have the name: outer definitions
// are then guesses.
bool Evaluator::MayInheritFromOutside(ScopeRef place, Name name) const {
  if (!program_.IsForeignMember(place.file, name)) return false;
  const Scope& scope = program_.files[place.file].model().scopes[place.scope];
  if (scope.definition == kNoIndex) return false;
  SymbolRef type{place.file, scope.definition};
  if (scope.kind != ScopeKind::kType) type = program_.OwnerOf(type).value_or(SymbolRef{});
  return type.exists() && program_.IsType(type) &&
         (program_.TypeFlags(program_.CanonicalOf(type)) & kTypeExternalBase) != 0;
}

// If a syntax error hides the namespace of a file, a type that its includes declare is still found
// by a unique name.
Resolution Evaluator::LookInBrokenFile(FileIndex file, Name name) {
  Resolution out;
  if ((program_.files[file].model().file_flags & kFileSyntaxErrors) == 0) return out;
  std::vector<SymbolRef> candidates;
  const auto types = program_.types.Find({program_.NamesOf(file), name});
  if (!StepOver(types.size())) return out;
  for (const auto& pair : types) {
    if (visibility_.Sees(file, pair.value.file)) candidates.push_back(pair.value);
  }
  FoldDeclarations(file, candidates);
  if (candidates.size() == 1) {
    out.Add({EntityKind::kSymbol, EdgeRule::kUniqueGlobal, candidates.front()});
  }
  return out;
}

Resolution Evaluator::TakeStep(LookupStep step, ScopeRef place, bool innermost, Name name,
                               LookupKind wanted) {
  const ProgramFile& file = program_.files[place.file];
  const Scope& scope = file.model().scopes[place.scope];
  const bool in_type = scope.kind == ScopeKind::kType;
  switch (step) {
    case LookupStep::kScopeNames:
      if (in_type && !innermost) return {};
      return LookInScope(place, name, wanted);
    case LookupStep::kTypeMembers:
      if (!in_type || scope.definition == kNoIndex) return {};
      return WithSubstitution(
          MemberOfType({place.file, scope.definition}, name, wanted, EdgeRule::kSelfMember, 0),
          place.substitution);
    case LookupStep::kOwnerMembers:
      return OwnerMembers(place, name, wanted);
    case LookupStep::kSharedSpace:
      if (file.spaces.empty() || !file.spaces[place.scope].exists()) return {};
      return LookInSpace(file.spaces[place.scope], place, name, wanted);
    case LookupStep::kWholeImports:
      return LookInWholeImports(place, name, wanted);
    case LookupStep::kNamesEnd:
    case LookupStep::kTypesEnd:
      return {};
  }
  return {};
}

// For lookups, a function defined outside its type is inside it and the types around it.
Resolution Evaluator::OwnerMembers(ScopeRef place, Name name, LookupKind wanted) {
  const Scope& scope = program_.files[place.file].model().scopes[place.scope];
  if (scope.definition == kNoIndex) return {};
  Resolution notes;
  std::optional<SymbolRef> owner = program_.OwnerOf({place.file, scope.definition});
  for (int depth = 0; owner.has_value() && depth < kMaxOwnerDepth; ++depth) {
    const Resolution found = MemberOfType(*owner, name, wanted, EdgeRule::kSelfMember, 0);
    if (!found.empty()) return found;
    notes.AddNotes(found);
    const SymbolRef around = program_.ParentOf(*owner);
    owner = IsTypeLike(around) ? std::optional<SymbolRef>(around) : std::nullopt;
  }
  return notes;
}

Resolution Evaluator::LookInScope(ScopeRef place, Name name, LookupKind wanted, Seen seen) {
  const ProgramFile& file = program_.files[place.file];
  // Definitions of a shared space are found there, together with those of other files.
  const bool shared = !file.spaces.empty() && file.spaces[place.scope].exists();
  std::span<const ScopeEntry> entries = file.model().Find(place.scope, name);
  if (entries.empty()) entries = FindEntries(file.unnamed_imports, place.scope, name);
  const bool defined = !entries.empty() && entries.front().kind() == EntryKind::kDefinition;
  return shared && defined ? Resolution() : LookInEntries(place, entries, wanted, !shared, seen);
}

Resolution Evaluator::LookInEntries(ScopeRef place, std::span<const ScopeEntry> entries,
                                    LookupKind wanted, bool definitions, Seen seen) {
  Resolution out;
  if (!StepOver(entries.size())) return out;
  std::vector<SymbolRef> candidates;
  for (const ScopeEntry& entry : entries) {
    if (entry.kind() != EntryKind::kDefinition || !definitions) continue;
    candidates.push_back({place.file, entry.index()});
  }
  if (!candidates.empty()) {
    Choose(place.file, candidates, wanted, EdgeRule::kLexicalScope, out);
    if (!out.empty()) return out;
  }
  Resolution notes;
  const ResolutionRules& rules = RulesOfFile(place.file);
  const bool calls =
      rules.separate_names && !rules.methods_are_values && wanted.IsFunction() && !wanted.type;
  const bool paths = rules.modules_nest();
  for (const ScopeEntry& entry : entries) {
    if (entry.kind() != EntryKind::kImport) continue;
    const ModelImport& import = program_.files[place.file].model().imports[entry.index()];
    if (calls && import.name == Name::kEmpty) continue;  // a type's
    const Resolution imported = FollowImport(place.file, entry.index(), wanted);
    if (imported.empty()) {
      notes.AddNotes(imported);
      notes.declared = true;
    } else {  // one of several; the run decides
      out.AddAll(imported);
    }
  }
  if (!out.empty() && !paths) return out;  // otherwise a function may have its name
  if (notes.external || calls) return notes;
  for (const ScopeEntry& entry : entries) {
    if (entry.kind() != EntryKind::kBinding) continue;
    if (seen == Seen::kFromOutside && IsPrivateUse(place.file, entry.index())) continue;
    if (wanted.type && !MayNameType(place.file, entry.index())) continue;
    const SubstitutionId substitution = RelevantAt(place);
    if (substitution != kNoSubstitution && DeclaresTypeParameter(place.file, entry.index())) {
      // A type argument is more precise than the parameter's bounds, which may follow.
      Resolution argument = TypeArgumentFor(substitution, place.file, entry.index());
      argument.declared = true;
      if (!argument.empty() || argument.IsForeign()) return argument;
    }
    // `x := x.f()`: in its own initialiser the name is the outer one.
    if (IsInProgress({MemoKind::kBinding, {place.file, entry.index()}, {}, substitution})) continue;
    Resolution held = HeldByBinding(place.file, entry.index(), substitution);
    if (rules.ranks_overloads) {
      held = AmongUsed(place.file, held, wanted);
      // The types of the arguments of an external function may select one of this repository.
      const bool takes = IsPrivateUse(place.file, entry.index()) && wanted.IsFunction();
      held.escaped = held.escaped || (takes && held.empty());
    }
    if (!out.empty()) held = WithoutArgumentsOf(out, held);
    out.AddAll(held);
    out.declared = true;
  }
  out.AddNotes(notes);
  if (paths) KeepWanted(out, wanted);
  return out;
}

// The functions that `using A::name` makes visible in a block and that the call can mean.
Resolution Evaluator::AmongUsed(FileIndex from, const Resolution& used, LookupKind wanted) {
  if (used.size() < 2 || !wanted.IsFunction()) return used;
  std::vector<SymbolRef> candidates;
  EdgeRule rule = used.entities()[0].rule;
  for (const Entity& entity : used.entities()) {
    const bool function =
        entity.kind == EntityKind::kSymbol && program_.Definition(entity.symbol).IsCallable();
    if (!function) return used;
    candidates.push_back(entity.symbol);
    rule = Weaker(rule, entity.rule);
  }
  Resolution out;
  Choose(from, candidates, wanted, rule, out);
  out.AddNotes(used);
  return out;
}

// Variables and types may share a name; a template or type parameter hides both.
bool Evaluator::MayNameType(FileIndex file, std::uint32_t index) const {
  if (RulesOfFile(file).variables_name_types) return true;
  const ModelBinding& binding = program_.files[file].model().bindings[index];
  return NamesType(binding) || binding.value == kNoIndex;
}

bool Evaluator::IsPrivateUse(FileIndex file, std::uint32_t binding) const {
  return program_.files[file].model().bindings[binding].kind == BindingKind::kUsing;
}

// The module or type of a glob import: the same for every name.
Resolution Evaluator::WholeImport(FileIndex file, std::uint32_t binding) {
  return Remember({MemoKind::kWholeImport, {file, binding}, {}}, [&]() -> Resolution {
    const ModelBinding& whole = program_.files[file].model().bindings[binding];
    const bool path = RulesOfFile(file).modules_nest();
    return Bind({file, whole.value_scope}, whole.value, {kUnknownArity, path});
  });
}

Resolution Evaluator::LookInWholeImports(ScopeRef place, Name name, LookupKind wanted, Seen seen) {
  Resolution notes;
  const FileModel& model = program_.files[place.file].model();
  // Names from an #include are in the spaces of the namespaces already.
  const bool imports_bind = !RulesOfFile(place.file).has_textual_includes;
  for (const ScopeEntry& entry : model.Find(place.scope, Name::kEmpty)) {
    Resolution found;
    if (entry.kind() == EntryKind::kImport && imports_bind) {
      const ImportLink& link = program_.files[place.file].imports[entry.index()];
      found = ModuleMember(link.module, place.file, name, wanted);
      // If every file has such imports, names that they leave open go to the enclosing scopes.
      if (!RulesOfFile(place.file).namespaces_are_open) {
        notes.external = notes.external || found.external;
      }
    } else if (entry.kind() == EntryKind::kBinding) {
      const ModelBinding& binding = model.bindings[entry.index()];
      const bool hidden = seen == Seen::kFromOutside && IsPrivateUse(place.file, entry.index());
      if (binding.value == kNoIndex || hidden) continue;
      const bool path = RulesOfFile(place.file).modules_nest();
      const Resolution named = WholeImport(place.file, entry.index());
      // Any name may come from there.
      if (path && named.empty()) notes.external = notes.external || named.IsForeign();
      for (const Entity& entity : named.entities()) {
        found.AddAll(MemberOf(entity, place, name, wanted));
      }
    }
    if (!found.empty()) return found;
  }
  if (place.scope == 0 && !program_.shared_imports.empty()) {
    return LookInSharedImports(place, name, wanted);
  }
  return notes;
}

bool Evaluator::SharesImport(FileIndex file, Target target) const {
  const auto& shared = program_.shared_imports;
  return std::binary_search(shared.begin(), shared.end(),
                            SharedImport{program_.files[file].project, Name::kEmpty, target});
}

Resolution Evaluator::LookInSharedImports(ScopeRef place, Name name, LookupKind wanted) {
  const Name project = program_.files[place.file].project;
  const auto& shared = program_.shared_imports;
  auto import = std::lower_bound(shared.begin(), shared.end(), SharedImport{project, {}, {}});
  for (; import != shared.end() && import->project == project; ++import) {
    const bool is_whole = import->alias == Name::kEmpty;
    if (!is_whole && import->alias != name) continue;
    const Resolution found = is_whole ? ModuleMember(import->target, place.file, name, wanted)
                                      : TargetEntity(import->target);
    if (!found.empty()) return found;
  }
  return {};
}

Resolution Evaluator::FollowImport(FileIndex file, std::uint32_t index, LookupKind wanted) {
  if (!Step()) return {};
  const ModelImport& import = program_.files[file].model().imports[index];
  const ImportLink& link = program_.files[file].imports[index];
  Resolution out;
  if (import.name == Name::kEmpty) {
    out = TargetEntity(link.bound);
  } else if (import.scope == 0 && link.module.kind == TargetKind::kFile &&
             link.module.index == file) {
    // A file of a package that imports another part of the package.
    out = Submodule(file, link.module, import.name);
  } else {
    out = ModuleMember(link.module, file, import.name, wanted);
  }
  out.WeakenTo(EdgeRule::kImportBinding);
  return out;
}

Resolution Evaluator::TargetEntity(Target target) {
  Resolution out;
  switch (target.kind) {
    case TargetKind::kUnknown:
      break;
    case TargetKind::kExternal:
      out.external = true;
      break;
    case TargetKind::kFile:
      out.Add({EntityKind::kModule, EdgeRule::kImportBinding, {}, target.index});
      break;
    case TargetKind::kDirectory:
      out.Add({EntityKind::kDirectory, EdgeRule::kImportBinding, {}, target.index});
      break;
    case TargetKind::kPackage:
      out.Add({EntityKind::kPackage, EdgeRule::kImportBinding, {}, target.index});
      break;
    case TargetKind::kType:
      out.Add({EntityKind::kSymbol, EdgeRule::kImportBinding, program_.TypeAt(target.index)});
      break;
  }
  return out;
}

// `require` returns the module's only export if it has one.
Resolution Evaluator::DefaultOf(const Entity& module) {
  const std::string_view name = RulesOfFile(module.index).default_export;
  if (name.empty()) return {};
  Resolution out = FileMember(module.index, module.index, program_.names.Find(name), {});
  // The export may be another module's: module.exports = require('./lib').
  for (int i = 0; i < kMaxModules && out.size() == 1; ++i) {
    const Entity& other = out.entities()[0];
    if (other.kind != EntityKind::kModule || other.index == module.index || !Step()) break;
    const Resolution further = FileMember(other.index, other.index, program_.names.Find(name), {});
    if (further.empty()) break;
    out = further;
  }
  out.WeakenTo(module.rule);
  return out;
}

Resolution Evaluator::Submodule(FileIndex from, Target parent, Name name) {
  const auto find = RulesOfFile(from).modules->find_submodule;
  const bool may = find != nullptr && name != Name::kUnknown;
  if (!may || parent.kind == TargetKind::kUnknown) return {};
  const Target found = find(program_, parent, program_.names.Text(name));
  return found.kind == TargetKind::kUnknown ? Resolution() : TargetEntity(found);
}

Resolution Evaluator::ModuleMember(Target module, FileIndex from, Name name, LookupKind wanted) {
  Resolution out;
  switch (module.kind) {
    case TargetKind::kUnknown:
      break;
    case TargetKind::kExternal:
      out.external = true;
      break;
    case TargetKind::kFile:
      out = FileMember(module.index, from, name, wanted);
      break;
    case TargetKind::kDirectory:
      out = Submodule(from, module, name);
      break;
    case TargetKind::kPackage:
      out = LookInSpace(Space::OfPackage(module.index), {from, 0}, name, wanted);
      break;
    case TargetKind::kType:
      out = MemberOfType(program_.TypeAt(module.index), name, wanted, EdgeRule::kImportBinding, 0);
      break;
  }
  return out;
}

// Whether a file is a module or inside one. Without nested modules all are equally visible.
bool Evaluator::IsInside(FileIndex file, FileIndex module) const {
  if (!RulesOfFile(module).modules_nest()) return true;
  for (int depth = 0; file != kNoIndex && depth < kMaxModulesWithin; ++depth) {
    if (file == module) return true;
    file = program_.files[file].parent_module;
  }
  return false;
}

Resolution Evaluator::FileMember(FileIndex file, FileIndex from, Name name, LookupKind wanted) {
  const Seen seen = IsInside(from, file) ? Seen::kFromInside : Seen::kFromOutside;
  const MemoKey key{MemoKind::kModuleName,
                    {file, static_cast<std::uint32_t>(name)},
                    {wanted.type ? 1u : 0u, static_cast<std::uint32_t>(seen)}};
  return Remember(key, [&]() -> Resolution {
    const ScopeRef top{file, 0};
    Resolution out = LookInScope(top, name, wanted, seen);
    if (!out.empty() || out.declared || out.external) return out;
    const Resolution whole = LookInWholeImports(top, name, wanted, seen);
    if (!whole.empty()) return whole;
    const Resolution submodule = Submodule(file, {TargetKind::kFile, file}, name);
    if (!submodule.empty()) return submodule;
    out.AddNotes(whole);
    return out;
  });
}

}  // namespace waymark::indexer
