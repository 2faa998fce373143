// Project files, which define where a project finds its parts: go.mod, tsconfig.json, package.json,
// Cargo.toml, compile_commands.json, *.csproj with Directory.Build.props and .targets, and
// CODEOWNERS. They are read in every run and take part in deciding whether a tree has changed.
// Unreadable or unintelligible ones are left out: imports then resolve by their paths alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "indexer/source_reader.h"
#include "project/code_owners.h"
#include "project/csharp_project.h"

namespace waymark::indexer {

inline constexpr std::uint64_t kMaxProjectFileBytes = 16 << 20;
// Every include is searched in each of them; further directories are left out.
inline constexpr std::size_t kMaxIncludeDirectories = 1024;

struct GoModule {
  std::string directory;  // relative to the root, "" for the root
  std::string path;       // "example.com/module/v2"
};

// Patterns with at most one '*', and their targets; the first existing target counts.
using PathPatterns = std::vector<std::pair<std::string, std::vector<std::string>>>;

// tsconfig.json, jsconfig.json, and the files beside them that these extend or refer to
// (tsconfig.base.json, tsconfig-base.json). The settings of the extended ones are included.
struct ScriptConfig {
  std::string directory;
  std::string name;                  // of the file
  std::vector<std::string> extends;  // as written; later ones take precedence
  bool has_base_url = false;
  std::string base_url;  // relative to the root of the tree
  PathPatterns paths;    // to paths relative to the root of the tree
  // Output and source directories of the compiler, relative to the root of the tree; no mapping if
  // both are equal.
  std::string output;
  std::string source;  // as written, or derived from the included paths
  bool has_output = false;
  bool has_source = false;  // `source` is written
};

// package.json.
struct ScriptPackage {
  std::string directory;
  std::string name;                  // empty if missing; then nothing can import the package
  std::vector<std::string> entries;  // relative to `directory`, most specific first
  PathPatterns exports;              // "./sub/*" to paths relative to `directory`
  PathPatterns imports;              // "#name", likewise
};

// A package of Cargo.toml.
struct CargoPackage {
  std::string directory;
  std::string name;     // as written
  std::string library;  // root file of the library relative to the tree, if it is named
  std::string library_name;
};

struct OwnersFile {
  std::string path;
  CodeOwners rules;
};

struct ProjectFiles {
  std::vector<CSharpProject> csharp_projects;  // one per directory, ordered
  std::vector<CSharpProject> csharp_defaults;  // likewise, of kCSharpDefaults
  std::vector<GoModule> go_modules;            // ordered by directory
  std::vector<ScriptConfig> script_configs;    // likewise
  std::vector<ScriptPackage> script_packages;  // likewise
  std::vector<CargoPackage> cargo_packages;    // likewise
  // -I and -isystem directories of compile_commands.json inside the tree, in order of appearance.
  std::vector<std::string> include_directories;
  std::shared_ptr<const OwnersFile> owners;  // null if there is none
};

bool IsProjectFile(std::string_view path);

// `paths` are relative to `root`, the real or virtual place of the tree, and in byte order; only
// project files are read.
ProjectFiles ReadProjectFiles(const SourceReader& sources, const std::filesystem::path& root,
                              const std::vector<std::string>& paths);

// Adds the text of one file; used by ReadProjectFiles and tests.
void AddProjectFile(const std::filesystem::path& root, std::string_view path, std::string_view text,
                    ProjectFiles& project);

}  // namespace waymark::indexer
