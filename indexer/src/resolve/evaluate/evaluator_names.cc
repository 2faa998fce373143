// Bare names: scopes from the inside out, shared spaces, imports.
#include <algorithm>

#include "resolve/evaluate/evaluator.h"
#include "resolve/evaluate/evaluator_memory.h"
#include "resolve/program/module_rules.h"

namespace waymark::indexer {
namespace {

constexpr int kMaxModules = 4;         // that are nothing but another one
constexpr int kMaxModulesWithin = 32;  // modules in modules

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
  bool is_guess = false;  // what lies further in may have the name
  for (ScopeIndex scope = place.scope; scope != kNoIndex; scope = model.scopes[scope].parent) {
    for (const LookupStep step : rules.steps) {
      Resolution found =
          TakeStep(step, {place.file, scope, place.substitution}, innermost, name, wanted);
      // What a scope binds to something outside or unknown hides what lies further out. An unknown
      // base of a type only may.
      const bool of_type = step == LookupStep::kTypeMembers || step == LookupStep::kOwnerMembers;
      if (is_guess) found.WeakenTo(EdgeRule::kUniqueGlobal);
      if (!found.empty() || found.declared) return found;
      // All that a module of others has, where modules nest: in a function.
      const bool whole = step == LookupStep::kWholeImports && rules.modules_nest() &&
                         model.scopes[scope].kind != ScopeKind::kFile &&
                         model.scopes[scope].kind != ScopeKind::kNamespace;
      is_guess |= found.external && whole;
      if (found.external && !of_type && !whole) {
        // What is taken of a module of others, whatever is in that, hides no crate of ours.
        const Resolution crate = rules.modules_nest() ? CrateNamed(name) : Resolution();
        return crate.empty() ? found : crate;
      }
      notes.AddNotes(found);
      is_guess |= of_type && MayInheritFromOutside({place.file, scope}, name);
    }
    if (!Step()) return {};
    innermost = false;
    if (rules.modules_nest() && model.scopes[scope].kind == ScopeKind::kNamespace) break;
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
  // What a module neither declares nor imports is a global of the platform it runs on.
  if (rules.unknown_is_foreign) notes.undeclared = true;
  if (rules.has_textual_includes && !notes.external) {
    if (wanted.type) notes.AddAll(LookInBrokenFile(place.file, name));
    notes.undeclared = notes.empty() && visibility_.ReachesOutside(place.file);
  }
  return notes;
}

// What files that are no modules declare. Of those of one file the rules of a scope tell which is
// meant; several files may all be. One that nothing but a page may load beside the place is no more
// than possible.
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

// Whether the type that the place is in derives from one outside that may have the name: what is
// found further out is then a guess.
bool Evaluator::MayInheritFromOutside(ScopeRef place, Name name) const {
  if (!program_.IsForeignMember(place.file, name)) return false;
  const Scope& scope = program_.files[place.file].model().scopes[place.scope];
  if (scope.definition == kNoIndex) return false;
  SymbolRef type{place.file, scope.definition};
  if (scope.kind != ScopeKind::kType) type = program_.OwnerOf(type).value_or(SymbolRef{});
  return type.exists() && program_.IsType(type) &&
         (program_.TypeFlags(program_.CanonicalOf(type)) & kTypeExternalBase) != 0;
}

// Where a syntax error hides which namespace a file is in, a type that its includes declare is
// still known by its name when there is only one.
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
  }
  return {};
}

// A function defined outside its type stands, for names, inside it and the types around it.
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
    if (calls && import.name == Name::kEmpty) continue;  // of a type
    const Resolution imported = FollowImport(place.file, entry.index(), wanted);
    if (imported.empty()) {
      notes.AddNotes(imported);
      notes.declared = true;
    } else {  // one of several, of which a run takes one
      out.AddAll(imported);
    }
  }
  if (!out.empty() && !paths) return out;  // else a function may have its name
  if (notes.external || calls) return notes;
  for (const ScopeEntry& entry : entries) {
    if (entry.kind() != EntryKind::kBinding) continue;
    if (seen == Seen::kFromOutside && IsPrivateUse(place.file, entry.index())) continue;
    if (wanted.type && !MayNameType(place.file, entry.index())) continue;
    const SubstitutionId substitution = RelevantAt(place);
    if (substitution != kNoSubstitution && DeclaresTypeParameter(place.file, entry.index())) {
      // Its bounds, which may follow, say less.
      Resolution argument = TypeArgumentFor(substitution, place.file, entry.index());
      argument.declared = true;
      if (!argument.empty() || argument.IsForeign()) return argument;
    }
    // `x := x.f()`: inside its own value the name is that of an outer scope.
    if (IsInProgress({MemoKind::kBinding, {place.file, entry.index()}, {}, substitution})) continue;
    Resolution held = HeldByBinding(place.file, entry.index(), substitution);
    if (rules.ranks_overloads) {
      held = AmongUsed(place.file, held, wanted);
      // The types of what a function of others is given may choose one of ours.
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

// Of the functions that `using A::name` makes visible in a block, those that the call can mean.
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

// Where variables and types may share a name; a parameter of a template or generic hides both.
bool Evaluator::MayNameType(FileIndex file, std::uint32_t index) const {
  if (RulesOfFile(file).variables_name_types) return true;
  const ModelBinding& binding = program_.files[file].model().bindings[index];
  return NamesType(binding) || binding.value == kNoIndex;
}

bool Evaluator::IsPrivateUse(FileIndex file, std::uint32_t binding) const {
  return program_.files[file].model().bindings[binding].kind == BindingKind::kUsing;
}

// Which module or type all names are taken from: the same for every name that is looked for.
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
  // What an #include brings is in the namespaces' spaces already.
  const bool imports_bind = !RulesOfFile(place.file).has_textual_includes;
  for (const ScopeEntry& entry : model.Find(place.scope, Name::kEmpty)) {
    Resolution found;
    if (entry.kind() == EntryKind::kImport && imports_bind) {
      const ImportLink& link = program_.files[place.file].imports[entry.index()];
      found = ModuleMember(link.module, place.file, name, wanted);
      // Where every file imports such things, what they leave open is left to the scopes around.
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
    // A package's own file that imports a part of the package.
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

// `require` gives what the module sets as its only export.
Resolution Evaluator::DefaultOf(const Entity& module) {
  const std::string_view name = RulesOfFile(module.index).default_export;
  if (name.empty()) return {};
  Resolution out = FileMember(module.index, module.index, program_.names.Find(name), {});
  // It may be that of another module: module.exports = require('./lib').
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

// Whether a file is a module or stands in one. Where modules are not nested, all are seen alike.
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
