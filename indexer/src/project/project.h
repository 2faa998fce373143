// Files that say how a project finds its parts: go.mod, tsconfig.json, package.json, Cargo.toml,
// compile_commands.json, *.csproj and the Directory.Build.props around them; and CODEOWNERS. They
// are read at every run and are part of what decides whether a tree has changed. What cannot be
// read or understood is left out: imports then resolve by their paths alone.
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
// Every include is looked for in every one of them; further ones are left out.
inline constexpr std::size_t kMaxIncludeDirectories = 1024;

struct GoModule {
  std::string directory;  // relative to the root, "" for the root
  std::string path;       // "example.com/module/v2"
};

// Patterns with at most one '*', and what each stands for, the first that is there counts.
using PathPatterns = std::vector<std::pair<std::string, std::vector<std::string>>>;

// tsconfig.json, jsconfig.json, and those beside them that such a file builds on or refers to
// (tsconfig.base.json, tsconfig-base.json). What a configuration `extends` is in it.
struct ScriptConfig {
  std::string directory;
  std::string name;                  // of the file
  std::vector<std::string> extends;  // as written, the later count more
  bool has_base_url = false;
  std::string base_url;  // relative to the root of the tree
  PathPatterns paths;    // to paths relative to the root of the tree
  // Directories that the compiler writes to and reads from, relative to the root of the tree; no
  // mapping where both are one.
  std::string output;
  std::string source;  // as it is written, or as the included paths tell
  bool has_output = false;
  bool has_source = false;  // is written
};

// package.json.
struct ScriptPackage {
  std::string directory;
  std::string name;                  // empty where there is none, which nothing can import
  std::vector<std::string> entries;  // relative to `directory`, the most telling first
  PathPatterns exports;              // "./sub/*" to paths relative to `directory`
  PathPatterns imports;              // "#name", likewise
};

// A package of Cargo.toml.
struct CargoPackage {
  std::string directory;
  std::string name;     // as written
  std::string library;  // root of the library relative to the tree, where one is named
  std::string library_name;
};

struct OwnersFile {
  std::string path;
  CodeOwners rules;
};

struct ProjectFiles {
  std::vector<CSharpProject> csharp_projects;  // by directory, each once
  std::vector<CSharpProject> csharp_defaults;  // likewise, of Directory.Build.props
  std::vector<GoModule> go_modules;            // ordered by directory
  std::vector<ScriptConfig> script_configs;    // likewise
  std::vector<ScriptPackage> script_packages;  // likewise
  std::vector<CargoPackage> cargo_packages;    // likewise
  // -I and -isystem directories of compile_commands.json inside the tree, in order of appearance.
  std::vector<std::string> include_directories;
  std::shared_ptr<const OwnersFile> owners;  // null when there is none
};

bool IsProjectFile(std::string_view path);

// `paths` are relative to `root`, where the tree lies or would lie if it were checked out, and in
// byte order; only project files are read.
ProjectFiles ReadProjectFiles(const SourceReader& sources, const std::filesystem::path& root,
                              const std::vector<std::string>& paths);

// One file's text, for ReadProjectFiles and tests.
void AddProjectFile(const std::filesystem::path& root, std::string_view path, std::string_view text,
                    ProjectFiles& project);

}  // namespace waymark::indexer
