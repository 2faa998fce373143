// Shared spaces: the namespaces of C and C++ by qualified name, the packages of Go and Java, the
// macros of a crate, the namespaces of C#.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "resolve/link.h"

namespace waymark::indexer {
namespace {

using MemberPair = MultiTable<SpaceName, SymbolRef>::Pair;

// An unnamed namespace adds to the one around it: what is in it is hidden by not being included.
Space NamespaceInside(Space outer, Name name, NameTable& names) {
  if (name == Name::kEmpty) return outer;
  const auto outer_name = static_cast<Name>(outer.index());
  if (outer_name == Name::kEmpty) return Space::Namespace(name);
  return Space::Namespace(
      names.Intern(fmt::format("{}::{}", names.Text(outer_name), names.Text(name))));
}

void LinkNamespaces(NameTable& names, ProgramFile& file) {
  const FileModel& model = file.model();
  file.spaces.resize(model.scopes.size());
  file.spaces[0] = Space::Namespace(Name::kEmpty);
  for (ScopeIndex i = 1; i < model.scopes.size(); ++i) {
    const Scope& scope = model.scopes[i];
    // Parents come before their children; what is inside a function or type shares nothing.
    if (scope.kind != ScopeKind::kNamespace || scope.parent >= i) continue;
    const Space outer = file.spaces[scope.parent];
    if (!outer.exists()) continue;
    const Name name =
        scope.definition == kNoIndex ? Name::kEmpty : model.definitions[scope.definition].name;
    file.spaces[i] = NamespaceInside(outer, name, names);
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

void CollectFile(const Program& program, FileIndex index, std::vector<MemberPair>& members,
                 std::vector<MemberPair>& namespaces) {
  const ProgramFile& file = program.files[index];
  if (file.spaces.empty()) return;
  for (DefinitionIndex i = 1; i < file.model().definitions.size(); ++i) {
    const ModelDefinition& definition = file.model().definitions[i];
    const SymbolRef symbol{index, i};
    if (const Space owner = program.OwnerSpaceOf(symbol); owner.exists()) {
      members.push_back({{owner, definition.name}, symbol});
      continue;
    }
    if (definition.owner != kNoIndex) {
      const std::optional<SymbolRef> owner = program.OwnerOf(symbol);
      if (!owner.has_value()) continue;
      const std::optional<TypeIndex> type = program.TypeOf(*owner);
      if (type.has_value()) {
        members.push_back({{Space::Type(*type), definition.name}, symbol});
      } else {
        const ProgramFile& home = program.files[owner->file];
        const ScopeIndex inner = home.model().definitions[owner->definition].inner_scope;
        members.push_back({{home.spaces[inner], definition.name}, symbol});
      }
      continue;
    }
    // A part of a type that lies in another file, or further up in this one.
    const DefinitionIndex around = file.model().scopes[definition.scope].definition;
    if (around != kNoIndex && !program.heads.empty()) {
      const SymbolRef part{index, around};
      const SymbolRef head = program.HeadOf(part);
      const bool apart = program.Definition(part).Has(kSymbolPartial) && head != part;
      const auto type = program.TypeOf(head);
      if (apart && type.has_value()) {
        members.push_back({{Space::Type(*type), definition.name}, symbol});
      }
    }
    const bool macro = file.macros.exists() && definition.Has(kSymbolMacro);
    const Space space = macro ? file.macros : file.spaces[definition.scope];
    if (!space.exists()) continue;
    auto& out = OpensNamespace(file.model(), definition) ? namespaces : members;
    out.push_back({{space, definition.name}, symbol});
  }
}

}  // namespace

void CollectMembers(Program& program) {
  std::vector<MemberPair> members;
  std::vector<MemberPair> namespaces;
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    CollectFile(program, i, members, namespaces);
  }
  // Files that reopen a namespace all mean the same space: the first stands for it.
  std::sort(namespaces.begin(), namespaces.end());
  const auto same_key = [](const MemberPair& a, const MemberPair& b) { return a.key == b.key; };
  namespaces.erase(std::unique(namespaces.begin(), namespaces.end(), same_key), namespaces.end());
  members.insert(members.end(), namespaces.begin(), namespaces.end());
  program.members = MultiTable<SpaceName, SymbolRef>(std::move(members));
}

void LinkSpacesOf(Program& program, ProgramFile& file) {
  switch (FamilyOf(file.model().language)) {
    case Family::kC:
      LinkNamespaces(program.names, file);
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
    case Family::kRust:  // only what stands outside its type is shared, and macros
      file.spaces.resize(file.model().scopes.size());
      break;
    default:
      break;
  }
}

void LinkSpaces(Program& program) {
  for (ProgramFile& file : program.files) LinkSpacesOf(program, file);
  LinkOpenTypes(program);
  LinkParts(program);
  CollectMembers(program);
}

}  // namespace waymark::indexer
