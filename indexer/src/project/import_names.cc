#include "indexer/import_names.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "graph/languages.h"
#include "indexer/language.h"
#include "project/project.h"
#include "text/paths.h"

namespace waymark::indexer {
namespace {

// Directories of sources and of build results.
constexpr std::array<std::string_view, 8> kOuterDirectories = {"src/", "lib/", "dist/", "build/",
                                                               "out/", "esm/", "cjs/",  "es/"};

constexpr std::string_view kPackage = "package.json";
constexpr std::string_view kDeclarations = ".d";  // before the extension of TypeScript

// The nearest project files of this name above `path`, if any.
ProjectFiles NearestAbove(const SourceReader& sources, std::string_view path,
                          std::string_view name) {
  ProjectFiles project;
  for (std::string_view directory = DirectoryOf(path);; directory = DirectoryOf(directory)) {
    project = ReadProjectFiles(sources, {}, {*JoinPath(directory, name)});
    const bool is_found = !project.go_modules.empty() || !project.script_packages.empty();
    if (is_found || directory.empty()) return project;
  }
}

std::string_view BelowDirectory(std::string_view directory, std::string_view path) {
  return directory.empty() ? path : path.substr(directory.size() + 1);
}

std::string_view WithoutExtension(std::string_view path) {
  for (const GrammarRow& row : AllGrammars()) {
    if (TraitsOf(row.language).manifest != kPackage) continue;
    for (const std::string_view extension : row.extensions) {
      if (!path.ends_with(extension)) continue;
      path.remove_suffix(extension.size());
      const bool declares = path.ends_with(kDeclarations);
      return path.substr(0, path.size() - (declares ? kDeclarations.size() : 0));
    }
  }
  return path;
}

// A path without the parts that a build changes.
std::string_view BuiltAlike(std::string_view path) {
  if (path.starts_with("./")) path.remove_prefix(2);
  path = WithoutExtension(path);
  for (std::size_t at = 0; at < kOuterDirectories.size();) {
    const bool is_outer = path.starts_with(kOuterDirectories[at]);
    if (is_outer) path.remove_prefix(kOuterDirectories[at].size());
    at = is_outer ? 0 : at + 1;
  }
  return path;
}

// The import name that `pattern` gives the file, if `target` stands for the file.
std::optional<std::string> Exported(std::string_view pattern, std::string_view target,
                                    std::string_view file) {
  const std::size_t star = target.find('*');
  if (star == std::string_view::npos) {
    if (BuiltAlike(target) != file) return std::nullopt;
    return std::string(pattern);
  }
  const std::string_view head = BuiltAlike(target.substr(0, star));
  const std::string_view tail = WithoutExtension(target.substr(star + 1));
  if (file.size() < head.size() + tail.size() || !file.starts_with(head) || !file.ends_with(tail)) {
    return std::nullopt;
  }
  std::string name(pattern);
  const std::size_t at = name.find('*');
  if (at == std::string::npos) return std::nullopt;
  return name.replace(at, 1, file.substr(head.size(), file.size() - head.size() - tail.size()));
}

std::vector<ImportName> OfScript(const ScriptPackage& package, std::string_view path) {
  std::vector<ImportName> names = {{.name = package.name, .is_of_whole = true}};
  const auto add = [&](std::string_view below) {
    ImportName name{.name = fmt::format("{}/{}", package.name, below)};
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(std::move(name));
    }
  };
  const std::string_view file = BelowDirectory(package.directory, path);
  const std::string_view plain = BuiltAlike(file);
  constexpr std::string_view kExportMark = "./";
  for (const auto& [pattern, targets] : package.exports) {
    for (const std::string& target : targets) {
      const std::optional<std::string> exported = Exported(pattern, target, plain);
      if (exported) add(std::string_view(*exported).substr(kExportMark.size()));
    }
  }
  for (std::string_view below : {file, WithoutExtension(file), plain}) {
    add(below);
    constexpr std::string_view kIndexFile = "/index";
    if (below.ends_with(kIndexFile)) add(below.substr(0, below.size() - kIndexFile.size()));
  }
  return names;
}

}  // namespace

std::vector<ImportName> ImportNamesOf(const SourceReader& sources, std::string_view path,
                                      Language language) {
  const std::string_view manifest = TraitsOf(language).manifest;
  if (manifest.empty()) return {};
  const ProjectFiles project = NearestAbove(sources, path, manifest);
  if (!project.go_modules.empty()) {
    const GoModule& module = project.go_modules.front();
    const std::string_view directory = DirectoryOf(BelowDirectory(module.directory, path));
    return {
        {.name = directory.empty() ? module.path : fmt::format("{}/{}", module.path, directory)}};
  }
  const bool is_named =
      !project.script_packages.empty() && !project.script_packages.front().name.empty();
  if (is_named) return OfScript(project.script_packages.front(), path);
  return {};
}

}  // namespace waymark::indexer
