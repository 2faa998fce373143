// C#: any file can add to a namespace, wherever it lies. A using directive names a namespace or a
// type, looked up from the enclosing namespaces outwards. A project is everything below a .csproj.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "languages/csharp/csharp_language.h"
#include "resolve/program/module_rules.h"
#include "resolve/program/open_namespaces.h"

namespace waymark::indexer {
namespace {

// The nearest project directory above the file.
Name ProjectOf(const std::vector<CSharpProject>& projects, std::string_view path,
               NameTable& names) {
  for (std::string_view directory = DirectoryOf(path);; directory = DirectoryOf(directory)) {
    const auto at = std::lower_bound(
        projects.begin(), projects.end(), directory,
        [](const CSharpProject& project, std::string_view is) { return project.directory < is; });
    if (at != projects.end() && at->directory == directory) return names.Intern(directory);
    if (directory.empty()) return Name::kUnknown;
  }
}

void PrepareCSharp(Program& program, const ProjectFiles& project) {
  OpenNamespaces namespaces(program, Program::NamespaceOf, kApartFlags);
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    ProgramFile& file = program.files[i];
    if (file.model().language != Language::kCSharp) continue;
    file.project = ProjectOf(project.csharp_projects, program.paths.Path(i), program.names);
    namespaces.AddFile(i);
  }
  namespaces.Publish();
}

// The type of a name in a namespace; several projects can define it.
SymbolRef TypeInNamespace(const Program& program, FileIndex from, PackageIndex package,
                          std::string_view name) {
  std::vector<SymbolRef> types;
  const SpaceName key{Space::OfPackage(package), program.names.Find(name)};
  for (const auto& pair : program.members.Find(key)) {
    if (program.TypeOf(pair.value).has_value()) types.push_back(program.CanonicalOf(pair.value));
  }
  program.KeepNearest(from, types);
  return types.empty() ? SymbolRef{} : types.front();
}

SymbolRef CSharpTypeInType(const Program& program, SymbolRef type, std::string_view name) {
  for (const SymbolRef part : program.PartialDefinitionsOf(type)) {
    const FileModel& model = program.files[part.file].model();
    const ScopeIndex inside = model.definitions[part.definition].inner_scope;
    if (inside == kNoIndex) continue;
    for (const ScopeEntry& entry : model.Find(inside, program.names.Find(name))) {
      if (entry.kind() != EntryKind::kDefinition) continue;
      const SymbolRef nested{part.file, entry.index()};
      if (program.TypeOf(nested).has_value()) return program.CanonicalOf(nested);
    }
  }
  return {};
}

// `A.B.Outer.Inner`: the longest prefix that is a namespace decides.
Target FindTarget(const Program& program, FileIndex from, const std::string& dotted) {
  if (const auto package = program.NamespaceNamed(dotted)) return {TargetKind::kPackage, *package};
  for (std::size_t dot = dotted.rfind('.');; dot = dotted.rfind('.', dot - 1)) {
    const bool global = dot == std::string::npos;
    const auto package = program.NamespaceNamed(global ? "" : dotted.substr(0, dot));
    SymbolRef type;
    for (std::size_t begin = global ? 0 : dot + 1; package.has_value();) {
      const std::size_t end = std::min(dotted.find('.', begin), dotted.size());
      const std::string_view name = std::string_view(dotted).substr(begin, end - begin);
      type = type.exists() ? CSharpTypeInType(program, type, name)
                           : TypeInNamespace(program, from, *package, name);
      if (!type.exists() || end == dotted.size()) break;
      begin = end + 1;
    }
    if (type.exists()) return {TargetKind::kType, *program.TypeOf(type)};
    if (global || dot == 0) return {TargetKind::kExternal, kNoIndex};
  }
}

ImportLink LinkCSharpImport(const Program& program, const ProjectFiles&, FileIndex from,
                            const ModelImport& import) {
  constexpr std::string_view kGlobal = "global::";
  std::string_view written = program.names.Text(import.module);
  if (written.starts_with(kGlobal)) written.remove_prefix(kGlobal.size());
  const std::string module(written);
  std::string around =
      Program::NamespaceOf(program.files[from].model(), program.names, import.scope);
  for (;;) {
    const Target target =
        FindTarget(program, from, around.empty() ? module : fmt::format("{}.{}", around, module));
    if (target.kind != TargetKind::kExternal || around.empty()) return {target, target};
    around.resize(around.find('.') == std::string::npos ? 0 : around.rfind('.'));
  }
}

void LinkCSharpSpaces(Program& program, ProgramFile& file) {
  LinkOpenNamespaces(program, file, Program::NamespaceOf);
}

}  // namespace

const ModuleRule kCSharpModuleRule = {.prepare = PrepareCSharp,
                                      .link = LinkCSharpImport,
                                      .link_spaces = LinkCSharpSpaces,
                                      .link_parts = LinkPartialTypes,
                                      .share_imports = ShareProjectImports};

}  // namespace waymark::indexer
