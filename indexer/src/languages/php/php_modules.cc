// Modules of PHP: any number of files add to a namespace, wherever they lie. `use` imports full
// names. `require` names a file by its path.
#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "languages/php/php_language.h"
#include "resolve/program/module_rules.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kRoot = "\\";  // the global namespace, and what full names begin with

// The full name of a scope's namespace, with the backslash that no other language has.
std::string FullNameOf(const Program& program, const FileModel& model, ScopeIndex scope) {
  const DefinitionIndex opened = model.scopes[scope].definition;
  if (scope == 0 || opened == kNoIndex) return std::string(kRoot);
  return fmt::format("{}{}", kRoot, program.names.Text(model.definitions[opened].name));
}

class PhpNamespaces {
 public:
  explicit PhpNamespaces(Program& program) : program_(program) {}

  void AddFile(FileIndex index) {
    const FileModel& model = program_.files[index].model();
    AddTo(program_.names.Intern(kRoot), index, {});
    for (ScopeIndex scope = 1; scope < model.scopes.size(); ++scope) {
      const Scope& at = model.scopes[scope];
      if (at.kind != ScopeKind::kNamespace || at.definition == kNoIndex) continue;
      AddTo(program_.names.Intern(FullNameOf(program_, model, scope)), index,
            {index, at.definition});
    }
  }

  // Keeps the namespaces of other languages.
  void Finish() {
    program_.namespaces.VisitKeys(
        [&](const auto& pairs) { named_.insert(named_.end(), pairs.begin(), pairs.end()); });
    program_.namespaces = MultiTable<Name, PackageIndex>(std::move(named_));
  }

 private:
  void AddTo(Name name, FileIndex file, SymbolRef opened) {
    const auto next = static_cast<PackageIndex>(program_.packages.size());
    const auto [slot, inserted] = known_.try_emplace(name, next);
    if (inserted) {
      program_.packages.push_back({std::nullopt, name, {}, {}});
      named_.push_back({name, next});
    }
    Package& package = program_.packages[slot->second];
    if (package.files.empty() || package.files.back() != file) package.files.push_back(file);
    if (opened.exists() && !package.head.exists()) package.head = opened;
  }

  Program& program_;
  std::unordered_map<Name, PackageIndex> known_;
  std::vector<MultiTable<Name, PackageIndex>::Pair> named_;
};

void PreparePhp(Program& program, const ProjectFiles&) {
  PhpNamespaces namespaces(program);
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    if (program.files[i].model().language == Language::kPhp) namespaces.AddFile(i);
  }
  namespaces.Finish();
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

// A file can open any number of namespaces.
void LinkPhpSpaces(Program& program, ProgramFile& file) {
  const FileModel& model = file.model();
  file.spaces.assign(model.scopes.size(), Space());
  for (ScopeIndex i = 0; i < model.scopes.size(); ++i) {
    if (i != 0 && model.scopes[i].kind != ScopeKind::kNamespace) continue;
    const auto package = program.NamespaceNamed(FullNameOf(program, model, i));
    if (package.has_value()) file.spaces[i] = Space::OfPackage(*package);
  }
}

}  // namespace

const ModuleRule kPhpModuleRule = {
    .prepare = PreparePhp, .link = LinkPhpImport, .link_spaces = LinkPhpSpaces};

}  // namespace waymark::indexer
