// Shared spaces: the namespaces of C and C++ by qualified name, the packages of Go and Java, the
// macros of a crate, the namespaces of C#.
#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "resolve/evaluate/script_globals.h"
#include "resolve/link/link.h"

namespace waymark::indexer {
namespace {

// An unnamed namespace adds to the one around it: what is in it is hidden by not being included.
Space NamespaceInside(Space outer, Name name, NameTable& names) {
  if (name == Name::kEmpty) return outer;
  const auto outer_name = static_cast<Name>(outer.index());
  if (outer_name == Name::kEmpty) return Space::Namespace(name);
  return Space::Namespace(
      names.Intern(fmt::format("{}::{}", names.Text(outer_name), names.Text(name))));
}

// What a macro opens encloses what stands around it, and so does its namesake that is written out.
bool IsTransparent(const Program& program, const FileModel& model, const Scope& scope) {
  if (scope.definition == kNoIndex) return false;
  const ModelDefinition& opened = model.definitions[scope.definition];
  return opened.Has(kSymbolMacro) ||
         (scope.parent == 0 && program.macro_namespaces.count(opened.name) != 0);
}

void LinkNamespaces(Program& program, ProgramFile& file) {
  const FileModel& model = file.model();
  file.spaces.resize(model.scopes.size());
  file.spaces[0] = Space::Namespace(Name::kEmpty);
  for (ScopeIndex i = 1; i < model.scopes.size(); ++i) {
    const Scope& scope = model.scopes[i];
    // Parents come before their children; what is inside a function or type shares nothing.
    if (scope.kind != ScopeKind::kNamespace || scope.parent >= i) continue;
    const Space outer = file.spaces[scope.parent];
    if (!outer.exists()) continue;
    if (IsTransparent(program, model, scope)) {
      file.spaces[i] = outer;
      continue;
    }
    const Name name =
        scope.definition == kNoIndex ? Name::kEmpty : model.definitions[scope.definition].name;
    file.spaces[i] = NamespaceInside(outer, name, program.names);
  }
}

// Of C#, of which a file can open any number.
void LinkOpenNamespaces(const Program& program, ProgramFile& file) {
  const FileModel& model = file.model();
  file.spaces.assign(model.scopes.size(), Space());
  for (ScopeIndex i = 0; i < model.scopes.size(); ++i) {
    if (i != 0 && model.scopes[i].kind != ScopeKind::kNamespace) continue;
    const auto package = program.NamespaceNamed(Program::NamespaceOf(model, program.names, i));
    if (package.has_value()) file.spaces[i] = Space::OfPackage(*package);
  }
}

bool OpensNamespace(const FileModel& model, const ModelDefinition& definition) {
  return definition.inner_scope != kNoIndex &&
         model.scopes[definition.inner_scope].kind == ScopeKind::kNamespace;
}

// What a definition with a written owner adds to.
Space SpaceOfOwner(const Program& program, SymbolRef owner) {
  const std::optional<TypeIndex> type = program.TypeOf(owner);
  if (type.has_value()) return Space::Type(*type);
  return program.InnerSpaceOf(owner);
}

// What a part of a type adds to that lies in another file than the head, or further up in this one.
Space SpaceOfPart(const Program& program, FileIndex file, const ModelDefinition& definition) {
  const DefinitionIndex around = program.files[file].model().scopes[definition.scope].definition;
  if (around == kNoIndex || !program.has_heads) return {};
  const SymbolRef part{file, around};
  const SymbolRef head = program.HeadOf(part);
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
  if (FamilyOf(file.model().language) == Family::kScript) {
    CollectGlobalsOf(program, index, members);
  }
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
  // Files that reopen a namespace all mean the same space: the first stands for it.
  program.namespace_openings.VisitKeys(
      [&](std::span<const MemberPair> openings) { members.push_back(openings.front()); });
  MultiTable<SpaceName, SymbolRef> collected(std::move(members));
  collected.ShareWith(program.members);  // copies of which are kept
  program.members = std::move(collected);
}

void LinkSpacesOf(Program& program, ProgramFile& file) {
  switch (FamilyOf(file.model().language)) {
    case Family::kC:
      LinkNamespaces(program, file);
      break;
    case Family::kRuby:
      LinkOpenTypesOf(program, file);
      break;
    case Family::kCSharp:
      LinkOpenNamespaces(program, file);
      break;
    case Family::kGo:
    case Family::kJava:
      file.spaces.resize(file.model().scopes.size());
      file.spaces[0] = Space::OfPackage(file.package);
      break;
    case Family::kScript:
    case Family::kRust:  // only what stands outside its type is shared, and macros
      file.spaces.resize(file.model().scopes.size());
      break;
    default:
      break;
  }
}

void LinkSpaces(Program& program) {
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    for (const Name name : MacroNamespacesOf(std::as_const(program.files)[i].model())) {
      program.macro_namespaces.insert(name);
    }
  }
  for (FileIndex i = 0; i < program.files.size(); ++i) LinkSpacesOf(program, program.files[i]);
  LinkOpenTypes(program);
  LinkParts(program);
  graph::SpillVector<MemberPair> namespaces;
  for (FileIndex i = 0; i < program.files.size(); ++i) CollectNamespacesOf(program, i, namespaces);
  program.namespace_openings = MultiTable<SpaceName, SymbolRef>(std::move(namespaces));
  CollectMembers(program);
}

}  // namespace waymark::indexer
