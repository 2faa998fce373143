// Modules of PHP: any number of files add to a namespace, wherever they lie. `use` imports full
// names. `require` names a file by its path.
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "languages/php/php_language.h"
#include "resolve/program/module_rules.h"
#include "resolve/program/open_namespaces.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kRoot = "\\";  // the global namespace, and what full names begin with

// The full name of a scope's namespace, with the backslash that no other language has.
std::string FullNameOf(const FileModel& model, const NameTable& names, ScopeIndex scope) {
  const DefinitionIndex opened = model.scopes[scope].definition;
  if (scope == 0 || opened == kNoIndex) return std::string(kRoot);
  return fmt::format("{}{}", kRoot, names.Text(model.definitions[opened].name));
}

void PreparePhp(Program& program, const ProjectFiles&) {
  OpenNamespaces namespaces(program, FullNameOf, /*apart_flags=*/0);
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    if (program.files[i].model().language == Language::kPhp) namespaces.AddFile(i);
  }
  namespaces.Publish();
}

std::optional<PackageIndex> NamespaceOfName(const Program& program, std::string_view space) {
  return program.NamespaceNamed(fmt::format("{}{}", kRoot, space));
}

// The definitions of a name in a namespace. There may be several: tests replace types.
std::vector<SymbolRef> FoundIn(const Program& program, FileIndex from, std::string_view space,
                               std::string_view name, bool is_type) {
  std::vector<SymbolRef> found;
  const std::optional<PackageIndex> package = NamespaceOfName(program, space);
  if (!package.has_value()) return found;
  for (const auto& pair :
       program.members.Find({Space::OfPackage(*package), program.names.Find(name)})) {
    if (program.TypeOf(pair.value).has_value() == is_type) found.push_back(pair.value);
  }
  program.KeepNearest(from, found);
  return found;
}

// The file at this path from here or from the root, or the only file whose path ends with it.
Target IncludedFile(const Program& program, FileIndex from, const ModelImport& import) {
  const std::string path(program.names.Text(import.module));
  const auto beside = JoinPath(DirectoryOf(program.paths.Path(from)), path);
  auto file = beside.has_value() ? program.paths.File(*beside) : std::nullopt;
  if (!file.has_value() && import.level == 0) file = program.paths.File(path);
  if (file.has_value()) return {TargetKind::kFile, *file};
  std::vector<FileIndex> ending;
  if (import.level == 0 && !path.starts_with('.')) program.paths.EndingWith(path, ending);
  if (ending.size() == 1) return {TargetKind::kFile, ending.front()};
  return {TargetKind::kExternal, kNoIndex};
}

ImportLink LinkPhpImport(const Program& program, const ProjectFiles&, FileIndex from,
                         const ModelImport& import) {
  const Target outside{TargetKind::kExternal, kNoIndex};
  if (import.Has(kImportSideEffect)) {
    const Target file = IncludedFile(program, from, import);
    return {file, file};
  }
  const std::string_view module = program.names.Text(import.module);
  if (import.name != Name::kEmpty) {  // a function or a constant
    const std::string_view space = module == kRoot ? std::string_view() : module;
    const bool exists =
        !FoundIn(program, from, space, program.names.Text(import.name), false).empty();
    if (!exists) return {outside, outside};
    const Target target{TargetKind::kPackage, *NamespaceOfName(program, space)};
    return {target, target};
  }
  const std::size_t last = module.rfind('\\');
  const bool is_global = last == std::string_view::npos;
  const std::vector<SymbolRef> types =
      FoundIn(program, from, is_global ? std::string_view() : module.substr(0, last),
              is_global ? module : module.substr(last + 1), true);
  if (!types.empty()) {
    const Target target{TargetKind::kType, *program.TypeOf(types.front())};
    return {target, target};
  }
  if (const auto package = NamespaceOfName(program, module)) {
    const Target target{TargetKind::kPackage, *package};
    return {target, target};
  }
  return {outside, outside};
}

void LinkPhpSpaces(Program& program, ProgramFile& file) {
  LinkOpenNamespaces(program, file, FullNameOf);
}

}  // namespace

const ModuleRule kPhpModuleRule = {
    .prepare = PreparePhp, .link = LinkPhpImport, .link_spaces = LinkPhpSpaces};

}  // namespace waymark::indexer
