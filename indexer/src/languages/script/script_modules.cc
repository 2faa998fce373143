// TypeScript and JavaScript: relative paths with guessed extensions and index files, the path
// mappings of tsconfig.json, and workspace packages by name.
#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "languages/script/script_language.h"
#include "resolve/link/link.h"
#include "resolve/program/module_rules.h"

namespace waymark::indexer {
namespace {

constexpr std::array<std::string_view, 9> kScriptExtensions = {
    ".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"};

// Imports name the compiled file; the tree holds its source.
struct CompiledForm {
  std::string_view written;
  std::string_view source;
};

constexpr std::array<CompiledForm, 7> kCompiledForms = {{{".js", ".ts"},
                                                         {".js", ".tsx"},
                                                         {".jsx", ".tsx"},
                                                         {".mjs", ".mts"},
                                                         {".cjs", ".cts"},
                                                         {".d.ts", ".ts"},
                                                         {".d.ts", ".tsx"}}};

// Places of the source behind a package's entry point.
constexpr std::array<std::string_view, 4> kEntrySources = {"src/index", "index", "lib/index",
                                                           "src/main"};

bool EndsWith(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

bool IsScriptFile(const Program& program, FileIndex file) {
  return program.files[file].model().rules == &kScriptResolution;
}

std::optional<FileIndex> FindScript(const Program& program, std::string_view path) {
  const auto file = program.paths.File(path);
  if (file.has_value() && IsScriptFile(program, *file)) return file;
  return std::nullopt;
}

// A file at the path: as written, by its source, with an extension, or as a directory's index.
Target FindScriptAtPath(const Program& program, std::string_view path) {
  if (const auto file = FindScript(program, path)) return {TargetKind::kFile, *file};
  for (const CompiledForm& form : kCompiledForms) {
    if (!EndsWith(path, form.written)) continue;
    const std::string_view stem = path.substr(0, path.size() - form.written.size());
    if (const auto file = FindScript(program, fmt::format("{}{}", stem, form.source))) {
      return {TargetKind::kFile, *file};
    }
  }
  for (const std::string_view middle : {"", path.empty() ? "index" : "/index"}) {
    for (const std::string_view extension : kScriptExtensions) {
      if (const auto file = FindScript(program, fmt::format("{}{}{}", path, middle, extension))) {
        return {TargetKind::kFile, *file};
      }
    }
  }
  return {};
}

bool HoldsPath(std::string_view directory, std::string_view path) {
  return directory.empty() ||
         (path.size() > directory.size() && path.substr(0, directory.size()) == directory &&
          path[directory.size()] == '/');
}

// The source of a compiled file that the tree does not hold.
Target FindBuilt(const Program& program, const ProjectFiles& project, std::string_view path) {
  for (auto config = project.script_configs.rbegin(); config != project.script_configs.rend();
       ++config) {
    const bool maps = config->has_output && config->output != config->source;
    if (!maps || (path != config->output && !HoldsPath(config->output, path))) continue;
    const std::size_t skipped = config->output.size() + (config->output.empty() ? 0 : 1);
    const std::string_view rest = path.substr(std::min(path.size(), skipped));
    const auto source = JoinPath(config->source, rest);
    const Target found = source.has_value() ? FindScriptAtPath(program, *source) : Target{};
    if (found.kind != TargetKind::kUnknown) return found;
  }
  return {};
}

Target FindBelow(const Program& program, const ProjectFiles& project, std::string_view directory,
                 std::string_view relative) {
  const auto joined = JoinPath(directory, relative);
  if (!joined.has_value()) return {};
  const Target found = FindScriptAtPath(program, *joined);
  return found.kind == TargetKind::kUnknown ? FindBuilt(program, project, *joined) : found;
}

// The text for '*' if `import` matches the pattern.
std::optional<std::string_view> MatchPattern(std::string_view pattern, std::string_view import) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) {
    return pattern == import ? std::optional<std::string_view>("") : std::nullopt;
  }
  const std::string_view head = pattern.substr(0, star);
  const std::string_view tail = pattern.substr(star + 1);
  if (import.size() < head.size() + tail.size() || import.substr(0, head.size()) != head ||
      !EndsWith(import, tail)) {
    return std::nullopt;
  }
  return import.substr(head.size(), import.size() - head.size() - tail.size());
}

Target FindByPatterns(const Program& program, const ProjectFiles& project,
                      const PathPatterns& patterns, std::string_view directory,
                      std::string_view import) {
  // The most specific pattern: the longest text before its star.
  const PathPatterns::value_type* best = nullptr;
  for (const auto& mapping : patterns) {
    if (!MatchPattern(mapping.first, import).has_value()) continue;
    if (best == nullptr || mapping.first.find('*') > best->first.find('*')) best = &mapping;
  }
  if (best == nullptr) return {};
  const std::string_view star = *MatchPattern(best->first, import);
  for (const std::string& target : best->second) {
    std::string path = target;
    if (const std::size_t at = path.find('*'); at != std::string::npos) path.replace(at, 1, star);
    const Target found = FindBelow(program, project, directory, path);
    if (found.kind != TargetKind::kUnknown) return found;
  }
  return {};
}

Target FindByConfig(const Program& program, const ProjectFiles& project, const ScriptConfig& config,
                    std::string_view import) {
  const Target found = FindByPatterns(program, project, config.paths, "", import);
  if (found.kind != TargetKind::kUnknown || !config.has_base_url) return found;
  return FindBelow(program, project, config.base_url, import);
}

// Entry points name compiled files; the source is in one of a few places.
Target FindPackageRoot(const Program& program, const ProjectFiles& project,
                       const ScriptPackage& package) {
  for (const std::string& entry : package.entries) {
    const Target found = FindBelow(program, project, package.directory, entry);
    if (found.kind != TargetKind::kUnknown) return found;
  }
  for (const std::string_view root : kEntrySources) {
    const Target found = FindBelow(program, project, package.directory, root);
    if (found.kind != TargetKind::kUnknown) return found;
  }
  return {};
}

Target FindInPackages(const Program& program, const ProjectFiles& project,
                      std::string_view import) {
  for (const ScriptPackage& package : project.script_packages) {
    if (package.name.empty()) continue;
    if (import == package.name) return FindPackageRoot(program, project, package);
    if (!HoldsPath(package.name, import)) continue;
    const std::string_view rest = import.substr(package.name.size() + 1);
    Target found = FindByPatterns(program, project, package.exports, package.directory,
                                  fmt::format("./{}", rest));
    // The entry point may name a compiled file that the tree does not hold.
    if (found.kind == TargetKind::kUnknown)
      found = FindBelow(program, project, package.directory, rest);
    if (found.kind == TargetKind::kUnknown) {
      found = FindBelow(program, project, package.directory, fmt::format("src/{}", rest));
    }
    return found;
  }
  return {TargetKind::kExternal, kNoIndex};
}

// `#name`, by the imports of the nearest package.
Target FindOwnImport(const Program& program, const ProjectFiles& project, std::string_view path,
                     std::string_view import) {
  for (auto package = project.script_packages.rbegin(); package != project.script_packages.rend();
       ++package) {
    if (!HoldsPath(package->directory, path) || package->imports.empty()) continue;
    return FindByPatterns(program, project, package->imports, package->directory, import);
  }
  return {TargetKind::kExternal, kNoIndex};
}

Target FindScriptImport(const Program& program, const ProjectFiles& project, FileIndex from,
                        std::string_view import) {
  const std::string_view path = program.paths.Path(from);
  // Resource queries of bundlers are no part of the path.
  import = import.substr(0, import.find('?'));
  if (import.substr(0, 2) == "./" || import.substr(0, 3) == "../" || import == "." ||
      import == "..") {
    return FindBelow(program, project, DirectoryOf(path), import);
  }
  if (import.starts_with('#')) return FindOwnImport(program, project, path, import);
  // The nearest configuration decides; those above it may add mappings.
  for (auto config = project.script_configs.rbegin(); config != project.script_configs.rend();
       ++config) {
    if (!HoldsPath(config->directory, path)) continue;
    const Target found = FindByConfig(program, project, *config, import);
    if (found.kind != TargetKind::kUnknown) return found;
  }
  return FindInPackages(program, project, import);
}

void PrepareScript(Program& program, const ProjectFiles&) {
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    if (!IsScriptFile(program, i)) continue;
    std::string_view path = program.paths.Path(i);
    path = path.substr(0, path.size() - FileNameOf(path).size() + StemOf(path).size());
    if (EndsWith(path, ".d")) path.remove_suffix(2);
    program.files[i].prefix = program.names.Intern(path);
  }
}

ImportLink LinkScriptImport(const Program& program, const ProjectFiles& project, FileIndex from,
                            const ModelImport& import) {
  const Target target = FindScriptImport(program, project, from, program.names.Text(import.module));
  return {target, target};
}

}  // namespace

const ModuleRule kScriptModuleRule = {.prepare = PrepareScript,
                                      .link = LinkScriptImport,
                                      .link_spaces = LinkOwnSpaces,
                                      .globals = &kScriptGlobals,
                                      .found_by_path = true};

}  // namespace waymark::indexer
