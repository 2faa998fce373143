// Bare names: scopes from the inside out, shared spaces, imports.
#include <algorithm>

#include "resolve/evaluator.h"
#include "resolve/evaluator_memory.h"
#include "resolve/module_rules.h"

namespace waymark::indexer {
namespace {

// Members of a package's tests are seen by that package alone.
bool IsHiddenTest(const Program& program, SymbolRef symbol, FileIndex from) {
  const ProgramFile& file = program.files[symbol.file];
  return file.model.IsTest() && file.package != program.files[from].package;
}

bool IsType(const ModelDefinition& definition) {
  return definition.kind == SymbolKind::kClass || definition.kind == SymbolKind::kInterface ||
         definition.kind == SymbolKind::kType;
}

}  // namespace

// A declaration gives way to its definition when there is exactly one.
void Evaluator::FoldDeclarations(std::vector<SymbolRef>& symbols) const {
  for (SymbolRef& symbol : symbols) {
    const auto definitions = program_.definitions_of.Find(symbol);
    if (definitions.size() == 1) symbol = definitions.front().value;
  }
  std::sort(symbols.begin(), symbols.end());
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
}

// Whether a call with that many arguments can mean the definition. 255 stands for any number.
bool Evaluator::Takes(SymbolRef symbol, int arity) const {
  const ModelDefinition& definition = program_.Definition(symbol);
  const bool callable =
      definition.kind == SymbolKind::kFunction || definition.kind == SymbolKind::kMethod;
  if (arity == kUnknownArity || !callable || definition.Has(kSymbolMacro)) return true;
  return arity >= definition.required_count &&
         (definition.parameter_count == 255 || arity <= definition.parameter_count);
}

Answer Evaluator::BindName(Place place, Name name, Wanted wanted) {
  const FileModel& model = program_.files[place.file].model;
  const ResolutionRules& rules = RulesOfFile(place.file);
  Answer notes;
  bool innermost = true;
  for (ScopeIndex scope = place.scope; scope != kNoIndex; scope = model.scopes[scope].parent) {
    for (const LookupStep step : rules.steps) {
      const Answer found = TakeStep(step, {place.file, scope}, innermost, name, wanted);
      // What a scope binds to something outside or unknown hides what lies further out. An unknown
      // base of a type only may.
      const bool of_type = step == LookupStep::kTypeMembers || step == LookupStep::kOwnerMembers;
      if (!found.empty() || found.declared || (found.external && !of_type)) return found;
      notes.AddNotes(found);
    }
    if (!Step()) return {};
    innermost = false;
  }
  notes.external = notes.external || program_.IsPredeclared(rules.family, name);
  return notes;
}

Answer Evaluator::TakeStep(LookupStep step, Place place, bool innermost, Name name, Wanted wanted) {
  const ProgramFile& file = program_.files[place.file];
  const Scope& scope = file.model.scopes[place.scope];
  const bool in_type = scope.kind == ScopeKind::kType;
  switch (step) {
    case LookupStep::kScopeNames:
      if (in_type && !innermost && !RulesOfFile(place.file).type_names_visible_inside) return {};
      return LookInScope(place, name, wanted);
    case LookupStep::kTypeMembers:
      if (!in_type || scope.definition == kNoIndex) return {};
      return MemberOfType({place.file, scope.definition}, name, wanted, EdgeRule::kSelfMember, 0);
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
Answer Evaluator::OwnerMembers(Place place, Name name, Wanted wanted) {
  const Scope& scope = program_.files[place.file].model.scopes[place.scope];
  if (scope.definition == kNoIndex) return {};
  Answer notes;
  std::optional<SymbolRef> owner = program_.OwnerOf({place.file, scope.definition});
  for (int depth = 0; owner.has_value() && depth < kMaxOwnerDepth; ++depth) {
    const Answer found = MemberOfType(*owner, name, wanted, EdgeRule::kSelfMember, 0);
    if (!found.empty()) return found;
    notes.AddNotes(found);
    const SymbolRef around = program_.ParentOf(*owner);
    owner = IsTypeLike(around) ? std::optional<SymbolRef>(around) : std::nullopt;
  }
  return notes;
}

Answer Evaluator::LookInScope(Place place, Name name, Wanted wanted) {
  const ProgramFile& file = program_.files[place.file];
  // Definitions of a shared space are found there, together with those of other files.
  const bool shared = !file.spaces.empty() && file.spaces[place.scope].exists();
  return LookInEntries(place, file.model.Find(place.scope, name), wanted, !shared);
}

Answer Evaluator::LookInEntries(Place place, std::span<const ScopeEntry> entries, Wanted wanted,
                                bool definitions) {
  Answer out;
  std::vector<SymbolRef> candidates;
  for (const ScopeEntry& entry : entries) {
    if (entry.kind() != EntryKind::kDefinition || !definitions) continue;
    candidates.push_back({place.file, entry.index()});
  }
  if (!candidates.empty()) {
    Choose(place.file, candidates, wanted, EdgeRule::kLexicalScope, out);
    if (!out.empty()) return out;
  }
  Answer notes;
  for (const ScopeEntry& entry : entries) {
    if (entry.kind() != EntryKind::kImport) continue;
    const Answer imported = FollowImport(place.file, entry.index(), wanted);
    if (!imported.empty()) return imported;
    notes.AddNotes(imported);
    notes.declared = true;
  }
  if (notes.external) return notes;
  for (const ScopeEntry& entry : entries) {
    if (entry.kind() == EntryKind::kBinding) {
      out.AddAll(HeldByBinding(place.file, entry.index()));
      out.declared = true;
    }
  }
  out.AddNotes(notes);
  return out;
}

// Decides between definitions that share a scope and a name.
void Evaluator::Choose(FileIndex from, std::vector<SymbolRef>& candidates, Wanted wanted,
                       EdgeRule rule, Answer& out) {
  const auto definition = [&](SymbolRef symbol) -> const ModelDefinition& {
    return program_.Definition(symbol);
  };
  FoldDeclarations(candidates);
  // Types and values may share a name; the position tells which is meant.
  const auto fits = [&](SymbolRef symbol) { return IsType(definition(symbol)) == wanted.type; };
  if (std::any_of(candidates.begin(), candidates.end(), fits)) {
    std::erase_if(candidates, [&](SymbolRef symbol) { return !fits(symbol); });
  }
  const auto is_declaration = [&](SymbolRef symbol) {
    return definition(symbol).Has(kSymbolDeclaration);
  };
  if (RulesOfFile(from).redefinition == Redefinition::kLastWins) {
    if (!std::all_of(candidates.begin(), candidates.end(), is_declaration)) {
      std::erase_if(candidates, is_declaration);
    }
    // The accessors of a property share its name; reading it runs the first.
    const bool property = definition(candidates.front()).Has(kSymbolProperty);
    out.Add({EntityKind::kSymbol, rule, property ? candidates.front() : candidates.back()});
    return;
  }
  if (candidates.size() > 1) {
    const auto refuses = [&](SymbolRef symbol) { return !Takes(symbol, wanted.arity); };
    if (!std::all_of(candidates.begin(), candidates.end(), refuses)) {
      const std::size_t before = candidates.size();
      std::erase_if(candidates, refuses);
      if (candidates.size() < before) rule = Weaker(rule, EdgeRule::kOverloadByArity);
    }
  }
  for (const SymbolRef symbol : candidates) out.Add({EntityKind::kSymbol, rule, symbol});
}

Answer Evaluator::LookInSpace(Space space, Place from, Name name, Wanted wanted) {
  Answer out;
  if (!Step()) return out;
  std::vector<SymbolRef> candidates;
  EdgeRule rule = EdgeRule::kIncludedName;
  for (const auto& pair : program_.members.Find({space, name})) {
    if (space.kind() == Space::Kind::kPackage) {
      if (!IsHiddenTest(program_, pair.value, from.file)) candidates.push_back(pair.value);
      continue;
    }
    const ModelDefinition& definition = program_.Definition(pair.value);
    const bool same_file = pair.value.file == from.file;
    // A type's qualified name is telling by itself: pointers to it need no include.
    const bool seen = same_file || IsType(definition) || IsNamespace(pair.value) ||
                      visibility_.Sees(from.file, pair.value.file);
    if (!seen) continue;
    if (same_file) rule = EdgeRule::kPackageMember;
    candidates.push_back(pair.value);
  }
  if (space.kind() == Space::Kind::kPackage) rule = EdgeRule::kPackageMember;
  if (!candidates.empty()) Choose(from.file, candidates, wanted, rule, out);
  return out;
}

Answer Evaluator::LookInWholeImports(Place place, Name name, Wanted wanted) {
  Answer notes;
  const FileModel& model = program_.files[place.file].model;
  // What an #include brings is in the namespaces' spaces already.
  const bool imports_bind = FamilyOf(model.language) != Family::kC;
  for (const ScopeEntry& entry : model.Find(place.scope, Name::kEmpty)) {
    Answer found;
    if (entry.kind() == EntryKind::kImport && imports_bind) {
      const ImportLink& link = program_.files[place.file].imports[entry.index()];
      found = ModuleMember(link.module, place.file, name, wanted);
      notes.external = notes.external || found.external;
    } else if (entry.kind() == EntryKind::kBinding) {
      const ModelBinding& binding = model.bindings[entry.index()];
      if (binding.value == kNoIndex) continue;
      const Answer named = Bind({place.file, binding.value_scope}, binding.value, {});
      for (const Entity& entity : named.entities()) {
        found.AddAll(MemberOf(entity, place, name, wanted));
      }
    }
    if (!found.empty()) return found;
  }
  return notes;
}

Answer Evaluator::FollowImport(FileIndex file, std::uint32_t index, Wanted wanted) {
  if (!Step()) return {};
  const ModelImport& import = program_.files[file].model.imports[index];
  const ImportLink& link = program_.files[file].imports[index];
  Answer out;
  if (import.name == Name::kEmpty) {
    out = TargetEntity(link.bound);
  } else if (link.module.kind == TargetKind::kFile && link.module.index == file) {
    // A package's own file that imports a part of the package.
    out = Submodule(link.module, import.name);
  } else {
    out = ModuleMember(link.module, file, import.name, wanted);
  }
  out.WeakenTo(EdgeRule::kImportBinding);
  return out;
}

Answer Evaluator::TargetEntity(Target target) {
  Answer out;
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
  }
  return out;
}

Answer Evaluator::Submodule(Target parent, Name name) {
  if (name == Name::kUnknown || parent.kind == TargetKind::kUnknown) return {};
  const Target found = FindPythonSubmodule(program_, parent, program_.names.Text(name));
  return found.kind == TargetKind::kUnknown ? Answer() : TargetEntity(found);
}

Answer Evaluator::ModuleMember(Target module, FileIndex from, Name name, Wanted wanted) {
  Answer out;
  switch (module.kind) {
    case TargetKind::kUnknown:
      break;
    case TargetKind::kExternal:
      out.external = true;
      break;
    case TargetKind::kFile:
      out = FileMember(module.index, name, wanted);
      break;
    case TargetKind::kDirectory:
      out = Submodule(module, name);
      break;
    case TargetKind::kPackage:
      out = LookInSpace(Space::OfPackage(module.index), {from, 0}, name, wanted);
      break;
  }
  return out;
}

Answer Evaluator::FileMember(FileIndex file, Name name, Wanted wanted) {
  const MemoKey key{
      MemoKind::kModuleName, {file, static_cast<std::uint32_t>(name)}, {wanted.type ? 1u : 0u, 0}};
  return Remember(key, [&]() -> Answer {
    const Place top{file, 0};
    Answer out = LookInScope(top, name, wanted);
    if (!out.empty() || out.declared || out.external) return out;
    const Answer whole = LookInWholeImports(top, name, wanted);
    if (!whole.empty()) return whole;
    if (FamilyOf(program_.files[file].model.language) == Family::kPython) {
      const Answer submodule = Submodule({TargetKind::kFile, file}, name);
      if (!submodule.empty()) return submodule;
    }
    out.AddNotes(whole);
    return out;
  });
}

}  // namespace waymark::indexer
