// C and C++: targets of #include. Without a build there are no include paths. So a header is
// searched beside the includer, in the directories of compile_commands.json, then anywhere in the
// tree by the end of its path.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "languages/c_family/c_family_language.h"
#include "resolve/program/module_rules.h"

namespace waymark::indexer {
namespace {

// Directories whose content is included by its path below them.
constexpr std::array<std::string_view, 3> kIncludeRoots = {"include", "inc", "src"};

void PrepareIncludes(Program&, const ProjectFiles&) {}

// Whether `path` is `include` below the root or below an include root.
bool LiesInIncludeRoot(std::string_view path, std::string_view include) {
  if (path.size() == include.size()) return true;
  const std::string_view above = FileNameOf(path.substr(0, path.size() - include.size() - 1));
  return std::find(kIncludeRoots.begin(), kIncludeRoots.end(), above) != kIncludeRoots.end();
}

// The file that shares most directories with the includer, so that a vendored copy or a file in
// another part of the tree does not win by chance. Among equals, a file below an include root wins:
// include/lib.h, not single_header/lib.h.
Target NearestHeader(const Program& program, FileIndex from, std::string_view include,
                     const std::vector<FileIndex>& files) {
  std::pair<std::size_t, bool> most;
  FileIndex best = kNoIndex;
  bool tie = false;
  for (const FileIndex file : files) {
    const std::string_view path = program.paths.Path(file);
    const std::pair near{SharedDirectories(program.paths.Path(from), path),
                         LiesInIncludeRoot(path, include)};
    if (best == kNoIndex || near > most) {
      best = file;
      most = near;
      tie = false;
    } else if (near == most) {
      tie = true;
    }
  }
  return tie ? Target{} : Target{TargetKind::kFile, best};
}

bool IsCFamily(const Program& program, FileIndex file) {
  return NameGroupOf(program.files[file].model().language) == NameGroup::kC;
}

// Headers of the C++ library have no extension.
bool IsPlatformHeader(std::string_view include) {
  if (include.find('/') != std::string_view::npos) return false;
  if (include.find('.') == std::string_view::npos) return true;
  std::string_view rest = kPlatformHeaders;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, end) == include) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

Target FindBySuffix(const Program& program, FileIndex from, std::string_view include, bool system) {
  std::vector<FileIndex> found;
  program.paths.EndingWith(include, found);
  std::erase_if(found, [&](FileIndex file) {
    // <string.h> is no string.h of the tree; <leveldb/db.h> and <hiredis.h> are headers of this
    // repository.
    return !IsCFamily(program, file) ||
           (system && !LiesInIncludeRoot(program.paths.Path(file), include) &&
            IsPlatformHeader(include));
  });
  if (found.empty()) return {TargetKind::kExternal, kNoIndex};
  if (found.size() == 1) return {TargetKind::kFile, found.front()};
  return NearestHeader(program, from, include, found);
}

Target FindInclude(const Program& program, const ProjectFiles& project, FileIndex from,
                   std::string_view include, bool system) {
  if (!system) {
    const auto beside = JoinPath(DirectoryOf(program.paths.Path(from)), include);
    if (beside.has_value()) {
      if (const auto file = program.paths.File(*beside)) return {TargetKind::kFile, *file};
    }
  }
  for (const std::string& directory : project.include_directories) {
    const auto joined = JoinPath(directory, include);
    if (!joined.has_value()) continue;
    if (const auto file = program.paths.File(*joined)) return {TargetKind::kFile, *file};
  }
  // "../x/y.h" relative to an include path: the end of the path still identifies the file.
  while (include.substr(0, 3) == "../" || include.substr(0, 2) == "./") {
    include.remove_prefix(include.find('/') + 1);
  }
  return FindBySuffix(program, from, include, system);
}

ImportLink LinkInclude(const Program& program, const ProjectFiles& project, FileIndex from,
                       const ModelImport& import) {
  const Target target = FindInclude(program, project, from, program.names.Text(import.module),
                                    import.Has(kImportSystem));
  return {target, target};
}

}  // namespace

const ModuleRule kIncludeRule = {.prepare = PrepareIncludes,
                                 .link = LinkInclude,
                                 .link_spaces = LinkNamespaces,
                                 .found_by_path = true};

}  // namespace waymark::indexer
