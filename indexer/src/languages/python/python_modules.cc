// Python: a module is named by its path from its topmost package directory, whatever the
// directories above that are (`src/`, `lib/`, a checkout of several projects).
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "languages/python/python_language.h"
#include "resolve/program/module_rules.h"
#include "resolve/rules/resolution_rules.h"
#include "scan/classify.h"

namespace waymark::indexer {
namespace {

// Directories that are on the search path and no part of module names.
constexpr std::array<std::string_view, 3> kSourceRoots = {"src/", "lib/", "python/"};

// The possible files of a module x, best first.
constexpr std::array<std::string_view, 4> kModuleForms = {".py", "/__init__.py", ".pyi",
                                                          "/__init__.pyi"};

bool IsPackageFile(std::string_view path) { return StemOf(path) == "__init__"; }

bool IsPackageDirectory(const Program& program, std::string_view directory) {
  return !directory.empty() && (program.paths.File(fmt::format("{}/__init__.py", directory)) ||
                                program.paths.File(fmt::format("{}/__init__.pyi", directory)));
}

std::string DottedPath(std::string_view path) {
  std::string dotted(path);
  std::replace(dotted.begin(), dotted.end(), '/', '.');
  return dotted;
}

// The path of a file without its extension; for __init__.py the directory's path.
std::string_view ModulePath(std::string_view path) {
  if (IsPackageFile(path)) return DirectoryOf(path);
  return path.substr(0, path.rfind('.'));
}

std::string_view WithoutSourceRoot(std::string_view path) {
  for (const std::string_view root : kSourceRoots) {
    if (path.size() > root.size() && path.substr(0, root.size()) == root) {
      return path.substr(root.size());
    }
  }
  return path;
}

// Vendored trees, tests and examples are on no search path but their own.
void Confine(std::string_view search_root, FileIndex file, Program& program) {
  const GrammarRow* python = FindGrammar(Grammar::kPython);
  program.files[file].search_root_bytes = static_cast<std::uint32_t>(search_root.size());
  program.files[file].confined =
      !search_root.empty() && FlagsOfPath(fmt::format("{}/", search_root), *python) != 0;
}

bool IsVisible(const Program& program, FileIndex from, FileIndex module) {
  const ProgramFile& file = program.files[module];
  if (!file.confined) return true;
  const std::string_view root = program.paths.Path(module).substr(0, file.search_root_bytes + 1);
  return program.paths.Path(from).substr(0, root.size()) == root;
}

void PreparePython(Program& program, const ProjectFiles&) {
  std::vector<MultiTable<Name, FileIndex>::Pair> by_name;
  std::vector<MultiTable<Name, FileIndex>::Pair> by_path;
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    if (program.files[i].model().language != Language::kPython) continue;
    const std::string_view path = program.paths.Path(i);
    const std::string_view module_path = ModulePath(path);
    std::string_view top = DirectoryOf(path);
    while (IsPackageDirectory(program, top)) top = DirectoryOf(top);
    const bool in_package = top.size() != DirectoryOf(path).size();
    std::string full = DottedPath(WithoutSourceRoot(module_path));
    std::string name =
        in_package ? DottedPath(module_path.substr(top.empty() ? 0 : top.size() + 1)) : full;
    if (name.empty()) name = StemOf(path);
    program.files[i].prefix = program.names.Intern(name);
    Confine(path.substr(0, top.size()), i, program);
    by_name.push_back({program.files[i].prefix, i});
    if (full != name) by_path.push_back({program.names.Intern(full), i});
    // Parts of names: `a.b.c` passes through modules that nothing else may name.
    for (std::string_view part = module_path; !part.empty(); part = DirectoryOf(part)) {
      program.names.Intern(FileNameOf(part));
    }
  }
  program.modules = MultiTable<Name, FileIndex>(std::move(by_name));
  program.module_paths = MultiTable<Name, FileIndex>(std::move(by_path));
}

// Files below a directory that are examined for Python code.
constexpr FileIndex kMaxFilesProbed = 512;

// Whether a directory counts as a package without __init__.py. Found by name, so that every change
// of it changes the name.
bool HoldsPython(const Program& program, DirectoryIndex directory) {
  auto [first, last] = program.paths.FilesBelow(program.paths.Path(directory));
  last = std::min(last, first + kMaxFilesProbed);
  for (FileIndex i = first; i < last; ++i) {
    if (program.files[i].model().language == Language::kPython) return true;
  }
  return false;
}

// `base`/x.py, `base`/x/__init__.py or the directory `base`/x; kUnknown if there is none.
Target FindPythonAtPath(const Program& program, std::string_view path) {
  for (const std::string_view form : kModuleForms) {
    if (const auto file = program.paths.File(fmt::format("{}{}", path, form))) {
      return {TargetKind::kFile, *file};
    }
  }
  const auto directory = program.paths.Directory(path);
  if (directory.has_value() && HoldsPython(program, *directory)) {
    return {TargetKind::kDirectory, static_cast<std::uint32_t>(*directory)};
  }
  return {};
}

std::string SlashedName(std::string_view dotted) {
  std::string path(dotted);
  std::replace(path.begin(), path.end(), '.', '/');
  return path;
}

// The file nearest to the importer among files with one module name; none if two are equally near.
Target NearestPythonModule(const Program& program, FileIndex from,
                           std::span<const MultiTable<Name, FileIndex>::Pair> files, bool& tie) {
  Target best;
  std::size_t best_shared = 0;
  tie = false;
  for (const auto& pair : files) {
    if (!IsVisible(program, from, pair.value)) continue;
    const std::size_t shared =
        SharedDirectories(program.paths.Path(from), program.paths.Path(pair.value));
    if (best.kind == TargetKind::kFile && shared == best_shared) {
      // A stub beside its module is no second module; .py precedes .pyi in path order.
      tie = tie || DirectoryOf(program.paths.Path(best.index)) !=
                       DirectoryOf(program.paths.Path(pair.value));
    } else if (best.kind != TargetKind::kFile || shared > best_shared) {
      best = {TargetKind::kFile, pair.value};
      best_shared = shared;
      tie = false;
    }
  }
  return tie ? Target{} : best;
}

// A test runner adds the directory of each file with fixtures around a test to the search path, the
// nearest first. It does not do so for packages, whose fixture files tests may import by name all
// the same.
Target FindBesideFixtures(const Program& program, FileIndex from, std::string_view module) {
  const bool is_plain = module.find('.') == std::string_view::npos;
  if (!is_plain || !program.files[from].model().IsTest()) return {};
  const std::string_view fixtures = kPythonResolution.fixture_file;
  std::string_view directory = DirectoryOf(program.paths.Path(from));
  for (bool is_last = false; !is_last; directory = DirectoryOf(directory)) {
    is_last = directory.empty();
    const std::string front = is_last ? std::string() : fmt::format("{}/", directory);
    const auto file = program.paths.File(front + std::string(fixtures));
    if (!file.has_value()) continue;
    if (module == StemOf(fixtures)) return {TargetKind::kFile, *file};
    if (IsPackageDirectory(program, directory)) continue;
    const Target target = FindPythonAtPath(program, fmt::format("{}{}", front, module));
    if (target.kind == TargetKind::kFile) return target;
  }
  return {};
}

Target FindAbsolute(const Program& program, FileIndex from, std::string_view module) {
  const Target near = FindBesideFixtures(program, from, module);
  if (near.kind == TargetKind::kFile) return near;
  const Name name = program.names.Find(module);
  if (name != Name::kUnknown) {
    for (const auto* table : {&program.modules, &program.module_paths}) {
      bool tie = false;
      const Target target = NearestPythonModule(program, from, table->Find(name), tie);
      if (target.kind == TargetKind::kFile || tie) return target;
    }
  }
  const std::string path = SlashedName(module);
  // Scripts and tests have their own directory on the search path.
  const std::string_view directory = DirectoryOf(program.paths.Path(from));
  if (!IsPackageDirectory(program, directory)) {
    const std::string beside = directory.empty() ? path : fmt::format("{}/{}", directory, path);
    const Target target = FindPythonAtPath(program, beside);
    if (target.kind == TargetKind::kFile) return target;
  }
  // A package without __init__.py below the root or a source root.
  for (const std::string_view root : {std::string_view(), kSourceRoots[0], kSourceRoots[1]}) {
    const Target target = FindPythonAtPath(program, fmt::format("{}{}", root, path));
    if (target.kind != TargetKind::kUnknown) return target;
  }
  // Some other directory on the search path: only a name of several parts is specific enough.
  if (module.find('.') != std::string_view::npos) {
    std::vector<FileIndex> found;
    program.paths.EndingWith(path + ".py", found);
    if (found.size() == 1) return {TargetKind::kFile, found.front()};
  }
  return {};
}

// `import module` or `from <level dots>module import`, seen from a file.
Target FindPythonModule(const Program& program, FileIndex from, std::string_view module,
                        int level) {
  if (level > 0) {
    std::string base(DirectoryOf(program.paths.Path(from)));
    for (int i = 1; i < level; ++i) base = DirectoryOf(base);
    if (module.empty()) return FindPythonAtPath(program, base);
    const std::string path = SlashedName(module);
    return FindPythonAtPath(program, base.empty() ? path : fmt::format("{}/{}", base, path));
  }
  const Target target = FindAbsolute(program, from, module);
  if (target.kind != TargetKind::kUnknown) return target;
  // A missing part of a package of this repository is missing; anything else is external.
  const std::size_t dot = module.find('.');
  if (dot != std::string_view::npos) {
    const Target root = FindAbsolute(program, from, module.substr(0, dot));
    if (root.kind == TargetKind::kFile) return {};
  }
  return {TargetKind::kExternal, kNoIndex};
}

ImportLink LinkPythonImport(const Program& program, const ProjectFiles&, FileIndex from,
                            const ModelImport& import) {
  ImportLink link;
  const std::string_view module = program.names.Text(import.module);
  link.module = FindPythonModule(program, from, module, import.level);
  link.bound = link.module;
  if (import.Has(kImportRoot)) {
    link.bound = FindPythonModule(program, from, module.substr(0, module.find('.')), import.level);
  }
  return link;
}

// A submodule of a Python target.
Target FindPythonSubmodule(const Program& program, Target parent, std::string_view name) {
  std::string_view directory;
  if (parent.kind == TargetKind::kDirectory) {
    directory = program.paths.Path(DirectoryIndex{parent.index});
  } else if (parent.kind == TargetKind::kFile && IsPackageFile(program.paths.Path(parent.index))) {
    directory = DirectoryOf(program.paths.Path(parent.index));
  } else {
    return {};
  }
  return FindPythonAtPath(
      program, directory.empty() ? std::string(name) : fmt::format("{}/{}", directory, name));
}

}  // namespace

const ModuleRule kPythonModuleRule = {.prepare = PreparePython,
                                      .link = LinkPythonImport,
                                      .find_submodule = FindPythonSubmodule,
                                      .is_module = HoldsPython,
                                      .found_by_path = true};

}  // namespace waymark::indexer
