// Shared spaces by the rules of the languages: namespaces, packages, types that several places
// open.
#include <algorithm>
#include <utility>
#include <vector>

#include "resolve/link/link.h"
#include "resolve/program/module_rules.h"

namespace waymark::indexer {
namespace {

bool OpensNamespace(const FileModel& model, const ModelDefinition& definition) {
  return definition.inner_scope != kNoIndex &&
         model.scopes[definition.inner_scope].kind == ScopeKind::kNamespace;
}

// The space that a definition with a written owner belongs to.
Space SpaceOfOwner(const Program& program, SymbolRef owner) {
  const std::optional<TypeIndex> type = program.TypeOf(owner);
  if (type.has_value()) return Space::Type(*type);
  return program.InnerSpaceOf(owner);
}

// The space of a part of a type that lies in another file than the head, or further up in this one.
Space SpaceOfPart(const Program& program, FileIndex file, const ModelDefinition& definition) {
  const DefinitionIndex around = program.files[file].model().scopes[definition.scope].definition;
  if (around == kNoIndex || !program.has_partial_types) return {};
  const SymbolRef part{file, around};
  const SymbolRef head = program.CanonicalOf(part);
  const auto type = program.TypeOf(head);
  const bool apart = program.Definition(part).Has(kSymbolPartial) && head != part;
  return apart && type.has_value() ? Space::Type(*type) : Space();
}

Space SpaceAround(const ProgramFile& file, const ModelDefinition& definition) {
  const bool macro = file.macros.exists() && definition.Has(kSymbolMacro);
  return macro ? file.macros : file.spaces[definition.scope];
}

}  // namespace

void CollectMembersOf(const Program& program, FileIndex index,
                      graph::SpillVector<MemberPair>& members) {
  const ProgramFile& file = program.files[index];
  if (file.spaces.empty()) return;
  const GlobalNames* globals = file.model().rules->modules->globals;
  if (globals != nullptr) globals->collect(program, index, members);
  for (DefinitionIndex i = 1; i < file.model().definitions.size(); ++i) {
    const ModelDefinition& definition = file.model().definitions[i];
    const SymbolRef symbol{index, i};
    const auto add = [&](Space space) {
      if (space.exists()) members.push_back({{space, definition.name}, symbol});
    };
    if (const Space owner = program.OwnerSpaceOf(symbol); owner.exists()) {
      add(owner);
    } else if (definition.owner != kNoIndex) {
      const std::optional<SymbolRef> type = program.OwnerOf(symbol);
      if (!type.has_value()) continue;
      members.push_back({{SpaceOfOwner(program, *type), definition.name}, symbol});
    } else {
      add(SpaceOfPart(program, index, definition));
      if (!OpensNamespace(file.model(), definition)) add(SpaceAround(file, definition));
    }
  }
}

void CollectNamespacesOf(const Program& program, FileIndex index,
                         graph::SpillVector<MemberPair>& namespaces) {
  const ProgramFile& file = program.files[index];
  if (file.spaces.empty()) return;
  for (DefinitionIndex i = 1; i < file.model().definitions.size(); ++i) {
    const ModelDefinition& definition = file.model().definitions[i];
    if (definition.owner != kNoIndex || !OpensNamespace(file.model(), definition)) continue;
    const Space space = SpaceAround(file, definition);
    if (space.exists()) namespaces.push_back({{space, definition.name}, {index, i}});
  }
}

std::vector<Name> MacroNamespacesOf(const FileModel& model) {
  std::vector<Name> names;
  for (const Scope& scope : model.scopes) {
    if (scope.kind != ScopeKind::kNamespace || scope.parent != 0) continue;
    if (scope.definition == kNoIndex) continue;
    const ModelDefinition& opened = model.definitions[scope.definition];
    if (opened.Has(kSymbolMacro)) names.push_back(opened.name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void CollectMembers(Program& program) {
  graph::SpillVector<MemberPair> members;
  for (FileIndex i = 0; i < program.files.size(); ++i) CollectMembersOf(program, i, members);
  // All files that open a namespace mean the same space: the first represents it.
  program.namespace_definitions.VisitKeys([&](std::span<const MemberPair> partial_definitions) {
    members.push_back(partial_definitions.front());
  });
  MultiTable<SpaceName, SymbolRef> collected(std::move(members));
  collected.ShareWith(program.members);  // keeps the shards that are equal
  program.members = std::move(collected);
}

void LinkSpacesOf(Program& program, ProgramFile& file) {
  const ModuleRule* rule = file.model().rules->modules;
  if (rule->link_spaces != nullptr) rule->link_spaces(program, file);
}

void LinkPackageSpaces(Program&, ProgramFile& file) {
  file.spaces.resize(file.model().scopes.size());
  file.spaces[0] = Space::OfPackage(file.package);
}

void LinkOwnSpaces(Program&, ProgramFile& file) { file.spaces.resize(file.model().scopes.size()); }

void LinkSpaces(Program& program) {
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    for (const Name name : MacroNamespacesOf(std::as_const(program.files)[i].model())) {
      program.macro_namespaces.insert(name);
    }
  }
  for (FileIndex i = 0; i < program.files.size(); ++i) LinkSpacesOf(program, program.files[i]);
  for (const ModuleRule* rule : program.module_rules) {
    if (rule->link_parts != nullptr) rule->link_parts(program);
  }
  graph::SpillVector<MemberPair> namespaces;
  for (FileIndex i = 0; i < program.files.size(); ++i) CollectNamespacesOf(program, i, namespaces);
  program.namespace_definitions = MultiTable<SpaceName, SymbolRef>(std::move(namespaces));
  CollectMembers(program);
}

}  // namespace waymark::indexer
