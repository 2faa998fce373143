// Go: a package is a directory and a package clause. Its import path is the module path of the
// nearest go.mod above it plus the directories below that.
#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "languages/go/go_build.h"
#include "languages/go/go_language.h"
#include "resolve/link/link.h"
#include "resolve/program/module_rules.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kMainClause = "main";
constexpr std::string_view kTestClauseSuffix = "_test";

void PrepareGo(Program& program, const ProjectFiles&) {
  std::map<std::pair<DirectoryIndex, std::string_view>, PackageIndex> known;
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    ProgramFile& file = program.files[i];
    if (file.model().language != Language::kGo) continue;
    const DirectoryIndex directory = program.paths.DirectoryOfFile(i);
    const Name clause = file.model().package_clause;
    const auto [slot, inserted] =
        known.try_emplace({directory, program.names.Text(clause)},
                          static_cast<PackageIndex>(program.packages.size()));
    if (inserted) program.packages.push_back({directory, clause, {}});
    program.packages[slot->second].files.push_back(i);
    file.package = slot->second;
    file.prefix = clause;
    file.inactive = IsNamedForOtherPlatform(program.paths.Path(i));
  }
}

bool IsTestClause(std::string_view clause) {
  return clause.size() > kTestClauseSuffix.size() &&
         clause.substr(clause.size() - kTestClauseSuffix.size()) == kTestClauseSuffix;
}

// The package that importers of a directory get: neither its external tests nor programs beside a
// library that generate it.
std::optional<PackageIndex> PackageIn(const Program& program, DirectoryIndex directory) {
  std::optional<PackageIndex> best;
  const auto rank = [&](PackageIndex package) {
    return program.names.Text(program.packages[package].clause) == kMainClause ? 0 : 1;
  };
  for (const FileIndex file : program.paths.FilesIn(directory)) {
    const PackageIndex package = program.files[file].package;
    if (package == kNoIndex || IsTestClause(program.names.Text(program.packages[package].clause))) {
      continue;
    }
    if (!best.has_value() || rank(package) > rank(*best)) best = package;
  }
  return best;
}

// The directory of an import path inside one module.
std::optional<std::string> DirectoryInModule(const GoModule& module, std::string_view import) {
  if (import.substr(0, module.path.size()) != module.path) return std::nullopt;
  std::string_view rest = import.substr(module.path.size());
  if (!rest.empty() && rest.front() != '/') return std::nullopt;
  if (!rest.empty()) rest.remove_prefix(1);
  if (module.directory.empty()) return std::string(rest);
  return rest.empty() ? module.directory : fmt::format("{}/{}", module.directory, rest);
}

Target FindPackage(const Program& program, const std::string& directory) {
  const auto found = program.paths.Directory(directory);
  if (!found.has_value()) return {};
  const auto package = PackageIn(program, *found);
  if (!package.has_value()) return {};
  return {TargetKind::kPackage, *package};
}

Target FindGoImport(const Program& program, const ProjectFiles& project, FileIndex from,
                    std::string_view import) {
  // The longest module path wins, since modules nest.
  const GoModule* best = nullptr;
  for (const GoModule& module : project.go_modules) {
    if (!DirectoryInModule(module, import).has_value()) continue;
    if (best == nullptr || module.path.size() > best->path.size()) best = &module;
  }
  if (best != nullptr) return FindPackage(program, *DirectoryInModule(*best, import));
  // Dependencies that are part of the tree (vendor).
  std::string_view above = DirectoryOf(program.paths.Path(from));
  for (;; above = DirectoryOf(above)) {
    const Target vendored =
        FindPackage(program, above.empty() ? fmt::format("vendor/{}", import)
                                           : fmt::format("{}/vendor/{}", above, import));
    if (vendored.kind == TargetKind::kPackage) return vendored;
    if (above.empty()) break;
  }
  return {TargetKind::kExternal, kNoIndex};
}

ImportLink LinkGoImport(const Program& program, const ProjectFiles& project, FileIndex from,
                        const ModelImport& import) {
  const Target target = FindGoImport(program, project, from, program.names.Text(import.module));
  return {target, target};
}

bool IsVersion(std::string_view part) {
  return part.size() > 1 && part.front() == 'v' &&
         part.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

// The likely name of a package outside the tree, from its import path.
std::string_view GuessPackageName(std::string_view import) {
  std::string_view name = FileNameOf(import);
  if (IsVersion(name)) name = FileNameOf(DirectoryOf(import));
  const std::size_t version = name.rfind(".v");
  if (version != std::string_view::npos && IsVersion(name.substr(version + 1))) {
    name = name.substr(0, version);
  }
  for (const std::string_view prefix : {"go-", "go."}) {
    if (name.size() > prefix.size() && name.substr(0, prefix.size()) == prefix) {
      name.remove_prefix(prefix.size());
    }
  }
  for (const std::string_view suffix : {"-go", ".go"}) {
    if (name.size() > suffix.size() && name.substr(name.size() - suffix.size()) == suffix) {
      name.remove_suffix(suffix.size());
    }
  }
  return name;
}

// An import without an alias binds the name in the package's clause.
void BindUnnamed(Program& program, ProgramFile& file) {
  for (std::uint32_t i = 0; i < file.model().imports.size(); ++i) {
    const ModelImport& import = file.model().imports[i];
    if (import.alias != Name::kEmpty || import.Has(kImportStar) || import.Has(kImportSideEffect)) {
      continue;
    }
    const Target target = file.imports[i].module;
    const Name name =
        target.kind == TargetKind::kPackage
            ? program.packages[target.index].clause
            : program.names.Intern(GuessPackageName(program.names.Text(import.module)));
    const auto packed = static_cast<std::uint32_t>(EntryKind::kImport) << 30 | i;
    file.unnamed_imports.push_back({import.scope, name, packed});
  }
  std::sort(file.unnamed_imports.begin(), file.unnamed_imports.end());
}

}  // namespace

const ModuleRule kGoModuleRule = {.prepare = PrepareGo,
                                  .link = LinkGoImport,
                                  .bind_unnamed = BindUnnamed,
                                  .link_spaces = LinkPackageSpaces,
                                  .found_by_path = true};

}  // namespace waymark::indexer
