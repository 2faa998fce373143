// Rust: a crate is its root file with the files that `mod name;` loads from there on.
//
// `mod x;` loads x.rs or x/mod.rs from the directory of the file's modules: the file's own
// directory for a root or a mod.rs, else the directory beside it that has its name. Cargo.toml
// names packages and their libraries; without it, files are roots of crates of their name.
// `include!("x.rs")` includes all names of a file, by a path relative to the including one.
#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "languages/rust/rust_language.h"
#include "resolve/link/link.h"
#include "resolve/program/module_rules.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kSuffix = ".rs";
constexpr std::string_view kLibrary = "lib";
constexpr std::string_view kProgram = "main";
constexpr std::string_view kDirectoryModule = "mod";
constexpr std::string_view kRustSources = "src";
constexpr int kMaxRustModuleDepth = 64;

bool IsRust(const Program& program, FileIndex file) {
  return program.files[file].model().language == Language::kRust;
}

// "a/b" for a scope inside `mod a { mod b { } }`.
std::string InlinePath(const Program& program, const FileModel& model, ScopeIndex scope,
                       char separator) {
  std::string path;
  for (; scope != kNoIndex; scope = model.scopes[scope].parent) {
    const Scope& at = model.scopes[scope];
    if (at.kind != ScopeKind::kNamespace || at.definition == kNoIndex) continue;
    const std::string_view name = program.names.Text(model.definitions[at.definition].name);
    path = path.empty() ? std::string(name) : fmt::format("{}{}{}", name, separator, path);
  }
  return path;
}

std::optional<FileIndex> FindIn(const Program& program, const std::string& directory,
                                std::string_view name) {
  if (const auto file =
          program.paths.File(EntryPath(directory, fmt::format("{}{}", name, kSuffix)))) {
    return file;
  }
  return program.paths.File(EntryPath(directory, fmt::format("{}/mod.rs", name)));
}

// The file that a `mod` without a body, or an include, loads.
FileIndex FindLoaded(const Program& program, FileIndex from, const ModelImport& import) {
  const std::string_view path = program.paths.Path(from);
  const std::string directory(DirectoryOf(path));
  const std::string_view stem = StemOf(path);
  const std::string_view name = program.names.Text(import.module);
  const bool includes = import.Has(kImportStar);
  const std::string inside =
      includes ? std::string()
               : InlinePath(program, program.files[from].model(), import.scope, '/');
  if (name.size() > kSuffix.size() && name.substr(name.size() - kSuffix.size()) == kSuffix) {
    const auto joined = JoinPath(inside.empty() ? directory : EntryPath(directory, inside), name);
    const auto file = joined.has_value() ? program.paths.File(*joined) : std::nullopt;
    return file.value_or(kNoIndex);
  }
  const bool holds = stem == kDirectoryModule || stem == kLibrary || stem == kProgram;
  std::optional<FileIndex> found;
  for (const bool own : {true, false}) {
    if (found.has_value() || (own && holds)) continue;
    std::string base = own ? EntryPath(directory, stem) : directory;
    if (!inside.empty()) base = EntryPath(base, inside);
    found = FindIn(program, base, name);
  }
  return found.has_value() && *found != from ? *found : kNoIndex;
}

// The order of files that load another one: a library first, a program last.
int RankOf(const Program& program, FileIndex file) {
  const std::string_view stem = StemOf(program.paths.Path(file));
  return stem == kLibrary ? 0 : stem == kProgram ? 2 : 1;
}

void LinkModules(Program& program) {
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    if (!IsRust(program, i)) continue;
    ProgramFile& file = program.files[i];
    const auto& imports = file.model().imports;
    file.loaded.assign(imports.size(), kNoIndex);
    for (std::size_t k = 0; k < imports.size(); ++k) {
      if (!imports[k].Has(kImportModule)) continue;
      const FileIndex child = FindLoaded(program, i, imports[k]);
      file.loaded[k] = child;
      const bool is_module = child != kNoIndex && !imports[k].Has(kImportStar);
      if (!is_module || !IsRust(program, child)) continue;
      ProgramFile& loaded = program.files[child];
      const bool better = loaded.parent_module == kNoIndex ||
                          RankOf(program, i) < RankOf(program, loaded.parent_module);
      if (!better) continue;
      loaded.parent_module = i;
      loaded.parent_scope = imports[k].scope;
    }
  }
}

// The root above a file, and the module path from there. Files that load each other are roots.
FileIndex FindRoot(const Program& program, FileIndex file, std::string& path) {
  FileIndex at = file;
  for (int depth = 0; depth < kMaxRustModuleDepth; ++depth) {
    const ProgramFile& here = program.files[at];
    if (here.parent_module == kNoIndex) return at;
    const FileModel& parent = program.files[here.parent_module].model();
    std::string name(StemOf(program.paths.Path(at)));
    if (name == kDirectoryModule) name = FileNameOf(DirectoryOf(program.paths.Path(at)));
    const auto& loaded = program.files[here.parent_module].loaded;
    for (std::size_t k = 0; k < loaded.size(); ++k) {
      const ModelImport& import = parent.imports[k];
      const bool is_other = loaded[k] != at || import.Has(kImportStar);
      if (is_other || import.scope != here.parent_scope) continue;
      name = program.names.Text(import.alias);
      break;
    }
    std::string around = InlinePath(program, parent, here.parent_scope, ':');
    for (std::size_t k = 0; (k = around.find(':', k)) != std::string::npos; k += 2) {
      around.insert(k, 1, ':');
    }
    path = path.empty() ? name : fmt::format("{}::{}", name, path);
    if (!around.empty()) path = fmt::format("{}::{}", around, path);
    at = here.parent_module;
  }
  path.clear();
  return file;
}

std::string CrateName(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

// The package of the nearest Cargo.toml above a file.
const CargoPackage* PackageOf(const ProjectFiles& project, std::string_view path) {
  const CargoPackage* best = nullptr;
  for (const CargoPackage& package : project.cargo_packages) {
    const std::string& directory = package.directory;
    const bool above = directory.empty() || (path.size() > directory.size() &&
                                             path.substr(0, directory.size()) == directory &&
                                             path[directory.size()] == '/');
    if (above && (best == nullptr || directory.size() > best->directory.size())) best = &package;
  }
  return best;
}

std::string LibraryPath(const CargoPackage& package) {
  return package.library.empty() ? EntryPath(package.directory, "src/lib.rs") : package.library;
}

std::string LibraryName(const CargoPackage& package) {
  return CrateName(package.library_name.empty() ? package.name : package.library_name);
}

std::string NameOfRoot(const ProjectFiles& project, std::string_view path) {
  const CargoPackage* package = PackageOf(project, path);
  if (package != nullptr) {
    if (path == LibraryPath(*package)) return LibraryName(*package);
    if (path == EntryPath(package->directory, "src/main.rs")) return CrateName(package->name);
  }
  const std::string_view stem = StemOf(path);
  const bool unnamed = stem == kLibrary || stem == kProgram || stem == kDirectoryModule;
  std::string_view directory = DirectoryOf(path);
  if (unnamed && FileNameOf(directory) == kRustSources) directory = DirectoryOf(directory);
  const bool named = !unnamed || directory.empty();
  return CrateName(named ? stem : FileNameOf(directory));
}

void PrepareRust(Program& program, const ProjectFiles& project) {
  LinkModules(program);
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    if (!IsRust(program, i)) continue;
    ProgramFile& file = program.files[i];
    std::string path;
    file.crate_root = FindRoot(program, i, path);
    const std::string_view root = program.paths.Path(file.crate_root);
    const std::string name = NameOfRoot(project, root);
    file.prefix = program.names.Intern(path.empty() ? name : fmt::format("{}::{}", name, path));
    // No namespace has the name of a file.
    file.macros = Space::Namespace(program.names.Intern(root));
  }
  for (const CargoPackage& package : project.cargo_packages) {
    const auto root = program.paths.File(LibraryPath(package));
    if (!root.has_value() || !IsRust(program, *root)) continue;
    program.crates.emplace_back(program.names.Intern(LibraryName(package)), *root);
  }
  std::sort(program.crates.begin(), program.crates.end());
}

// The file of a path's first component.
std::optional<FileIndex> BeginPath(const Program& program, FileIndex from,
                                   const ModelImport& import, std::string_view first);

std::optional<FileIndex> ChildNamed(const Program& program, FileIndex file, std::string_view name) {
  const ProgramFile& parent = program.files[file];
  const Name wanted = program.names.Find(name);
  for (std::size_t k = 0; k < parent.loaded.size(); ++k) {
    if (parent.loaded[k] == kNoIndex || parent.model().imports[k].alias != wanted) continue;
    return parent.loaded[k];
  }
  return std::nullopt;
}

std::optional<FileIndex> BeginPath(const Program& program, FileIndex from,
                                   const ModelImport& import, std::string_view first) {
  const ProgramFile& file = program.files[from];
  if (first == "crate") return file.crate_root;
  if (first == "self") return from;
  if (first == "super") {
    const bool inside = !InlinePath(program, file.model(), import.scope, '/').empty();
    if (inside || file.parent_module == kNoIndex) return from;
    return file.parent_module;
  }
  if (const auto child = ChildNamed(program, from, first)) return child;
  const Name name = program.names.Find(first);
  if (name != Name::kUnknown && !file.model().Find(0, name).empty()) {
    const auto& entries = file.model().Find(0, name);
    if (entries.front().kind() == EntryKind::kDefinition) return from;
  }
  const auto found = std::lower_bound(program.crates.begin(), program.crates.end(),
                                      std::pair<Name, FileIndex>(name, 0));
  if (found == program.crates.end() || found->first != name) return std::nullopt;
  return found->second;
}

// The import of a `use` records the file that a path leads through; its name is looked up like any
// path.
ImportLink LinkRustImport(const Program& program, const ProjectFiles&, FileIndex from,
                          const ModelImport& import) {
  const ProgramFile& file = program.files[from];
  if (import.Has(kImportModule)) {
    const auto index = static_cast<std::size_t>(&import - file.model().imports.data());
    const FileIndex child = file.loaded[index];
    const Target target = child == kNoIndex ? Target{} : Target{TargetKind::kFile, child};
    return {target, target};
  }
  std::string_view path = program.names.Text(import.module);
  std::optional<FileIndex> at;
  for (bool first = true; !path.empty(); first = false) {
    const std::size_t end = std::min(path.find("::"), path.size());
    const std::string_view part = path.substr(0, end);
    path.remove_prefix(std::min(end + 2, path.size()));
    if (first) {
      at = BeginPath(program, from, import, part);
      if (!at.has_value())
        return {{TargetKind::kExternal, kNoIndex}, {TargetKind::kExternal, kNoIndex}};
      continue;
    }
    const bool up = part == "super" && program.files[*at].parent_module != kNoIndex;
    const auto next =
        up ? std::optional(program.files[*at].parent_module) : ChildNamed(program, *at, part);
    if (!next.has_value()) break;
    at = next;
  }
  const Target target = at.has_value() ? Target{TargetKind::kFile, *at} : Target{};
  return {target, target};
}

}  // namespace

const ModuleRule kRustModuleRule = {
    .prepare = PrepareRust, .link = LinkRustImport, .link_spaces = LinkOwnSpaces};

}  // namespace waymark::indexer
