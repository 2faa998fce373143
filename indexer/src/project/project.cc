#include "project/project.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <optional>
#include <tuple>
#include <unordered_set>

#include <nlohmann/json.hpp>

#include "text/paths.h"

namespace waymark::indexer {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

// Nesting of objects and lists. Configuration needs a handful of levels, and CollectStrings
// recurses once per level.
constexpr std::size_t kMaxJsonDepth = 64;

// Converts the JSON of configuration files to plain JSON, without comments and trailing commas.
// nullopt if it nests deeper than kMaxJsonDepth.
std::optional<std::string> PlainJson(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool in_string = false;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      out += c;
      if (c == '\\' && i + 1 < text.size()) out += text[++i];
      if (c == '"') in_string = false;
      continue;
    }
    if (c == '"') in_string = true;
    if (c == '/' && text.substr(i, 2) == "//") {
      i = std::min(text.find('\n', i), text.size()) - 1;
      continue;
    }
    if (c == '/' && text.substr(i, 2) == "/*") {
      const std::size_t end = text.find("*/", i + 2);
      i = end == std::string_view::npos ? text.size() : end + 1;
      continue;
    }
    if ((c == '{' || c == '[') && ++depth > kMaxJsonDepth) return std::nullopt;
    if (c == '}' || c == ']') {
      depth -= depth > 0 ? 1 : 0;
      const std::size_t last = out.find_last_not_of(" \t\r\n");
      if (last != std::string::npos && out[last] == ',') out.erase(last, 1);
    }
    out += c;
  }
  return out;
}

// A discarded value if the text is no JSON or nests too deep.
Json ParseJson(std::string_view text) {
  const std::optional<std::string> plain = PlainJson(text);
  if (!plain.has_value()) return Json(Json::value_t::discarded);
  return Json::parse(*plain, nullptr, /*allow_exceptions=*/false);
}

// Every string in a value, in order of the file.
void CollectStrings(const Json& value, std::vector<std::string>& out) {
  if (const std::string* text = value.get_ptr<const std::string*>()) out.push_back(*text);
  if (value.is_object() || value.is_array()) {
    for (const Json& item : value) CollectStrings(item, out);
  }
}

const std::string* StringAt(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : found->get_ptr<const std::string*>();
}

void AddGoModule(std::string_view directory, std::string_view text, ProjectFiles& project) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    constexpr std::string_view kDirective = "module";
    if (line.substr(0, kDirective.size()) != kDirective) continue;
    line = line.substr(kDirective.size());
    line = line.substr(0, line.find("//"));
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '"'; };
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    if (!line.empty()) project.go_modules.push_back({std::string(directory), std::string(line)});
    return;
  }
}

// Whether the file configures the TypeScript compiler, by itself or as a base of others.
bool IsScriptConfig(std::string_view name) {
  if (!name.ends_with(".json")) return false;
  const std::string_view stem = name.substr(0, name.find_first_of(".-"));
  return stem == "tsconfig" || stem == "jsconfig";
}

bool IsMainConfig(std::string_view name) {
  return name == "tsconfig.json" || name == "jsconfig.json";
}

// The directory that contains all included paths of a configuration, from their parts before `*`.
std::optional<std::string> IncludedRoot(std::string_view directory, const Json& config) {
  std::vector<std::string> included;
  if (const auto include = config.find("include"); include != config.end()) {
    CollectStrings(*include, included);
  }
  std::optional<std::string> root;
  for (const std::string& path : included) {
    const std::size_t star = path.find('*');
    std::string_view fixed = std::string_view(path).substr(0, star);
    const bool is_file = star == std::string::npos && FileNameOf(fixed).find('.') != fixed.npos;
    if (star != std::string::npos || is_file) fixed = DirectoryOf(fixed);
    const std::optional<std::string> joined = JoinPath(directory, fixed);
    if (!joined.has_value() || (root.has_value() && *root != *joined)) return std::nullopt;
    root = joined;
  }
  return root;
}

void ReadDirectories(const Json& options, ScriptConfig& config) {
  const auto read = [&](const char* key, std::string& directory) {
    const std::string* const written = StringAt(options, key);
    const auto joined = written == nullptr ? std::nullopt : JoinPath(config.directory, *written);
    if (joined.has_value()) directory = *joined;
    return joined.has_value();
  };
  config.has_output = read("outDir", config.output);
  config.has_source = read("rootDir", config.source);
}

void AddScriptConfig(std::string_view directory, std::string_view name, std::string_view text,
                     ProjectFiles& project) {
  const Json json = ParseJson(text);
  if (!json.is_object()) return;
  ScriptConfig config;
  config.directory = directory;
  config.name = name;
  if (const auto extends = json.find("extends"); extends != json.end()) {
    CollectStrings(*extends, config.extends);
  }
  config.source = IncludedRoot(directory, json).value_or(config.directory);
  const auto options = json.find("compilerOptions");
  if (options == json.end() || !options->is_object()) {
    if (!config.extends.empty()) project.script_configs.push_back(std::move(config));
    return;
  }
  std::string paths_base(directory);
  if (const std::string* base = StringAt(*options, "baseUrl")) {
    const std::optional<std::string> joined = JoinPath(directory, *base);
    if (!joined.has_value()) return;
    config.has_base_url = true;
    config.base_url = *joined;
    paths_base = *joined;
  }
  const auto paths = options->find("paths");
  if (paths != options->end() && paths->is_object()) {
    for (const auto& [pattern, targets] : paths->items()) {
      std::vector<std::string> joined;
      if (!targets.is_array()) continue;
      for (const Json& target : targets) {
        const std::string* target_text = target.get_ptr<const std::string*>();
        if (target_text == nullptr) continue;
        if (auto path = JoinPath(paths_base, *target_text)) joined.push_back(*path);
      }
      config.paths.emplace_back(pattern, std::move(joined));
    }
  }
  ReadDirectories(*options, config);
  project.script_configs.push_back(std::move(config));
}

// The configuration that another one names: by a relative path, or in a package of the tree.
const ScriptConfig* ExtendedBy(const ProjectFiles& project, const ScriptConfig& from,
                               std::string_view written) {
  std::optional<std::string> path;
  if (written.starts_with('.')) {
    path = JoinPath(from.directory, written);
  } else {
    for (const ScriptPackage& package : project.script_packages) {
      if (written == package.name) path = JoinPath(package.directory, "tsconfig.json");
      if (!written.starts_with(package.name + "/")) continue;
      path = JoinPath(package.directory, written.substr(package.name.size() + 1));
    }
  }
  if (!path.has_value()) return nullptr;
  if (!path->ends_with(".json")) *path += ".json";
  const auto found = std::find_if(
      project.script_configs.begin(), project.script_configs.end(), [&](const ScriptConfig& at) {
        return at.directory == DirectoryOf(*path) && at.name == FileNameOf(*path);
      });
  return found == project.script_configs.end() ? nullptr : &*found;
}

// Adds the settings that the configuration extends; its own take precedence.
void Extend(const ProjectFiles& project, const ScriptConfig& from, int depth,
            ScriptConfig& config) {
  constexpr int kMaxExtends = 8;  // length of a chain of configurations
  if (depth > kMaxExtends) return;
  for (auto written = from.extends.rbegin(); written != from.extends.rend(); ++written) {
    const ScriptConfig* base = ExtendedBy(project, from, *written);
    if (base == nullptr) continue;
    if (config.paths.empty()) config.paths = base->paths;
    if (!config.has_base_url && base->has_base_url) {
      config.has_base_url = true;
      config.base_url = base->base_url;
    }
    if (!config.has_output && base->has_output) {
      config.has_output = true;
      config.output = base->output;
    }
    if (!config.has_source && base->has_source) {
      config.has_source = true;
      config.source = base->source;
    }
    Extend(project, *base, depth + 1, config);
  }
}

void FinishScriptConfigs(ProjectFiles& project) {
  std::vector<ScriptConfig> finished;
  for (const ScriptConfig& written : project.script_configs) {
    ScriptConfig config = written;
    Extend(project, written, 0, config);
    const bool maps = config.has_output && config.output != config.source;
    if (config.has_base_url || !config.paths.empty() || maps) finished.push_back(std::move(config));
  }
  // The main configuration of a directory comes first.
  std::sort(finished.begin(), finished.end(), [](const ScriptConfig& a, const ScriptConfig& b) {
    return std::tuple(std::string_view(a.directory), IsMainConfig(a.name),
                      std::string_view(a.name)) < std::tuple(std::string_view(b.directory),
                                                             IsMainConfig(b.name),
                                                             std::string_view(b.name));
  });
  project.script_configs = std::move(finished);
}

// The keys with the mark in an object of package.json, with all strings below each.
PathPatterns PatternsIn(const Json& package, const char* key, std::string_view mark) {
  PathPatterns patterns;
  const auto object = package.find(key);
  if (object == package.end() || !object->is_object()) return patterns;
  for (const auto& [pattern, value] : object->items()) {
    if (!std::string_view(pattern).starts_with(mark)) continue;
    CollectStrings(value, patterns.emplace_back(pattern, std::vector<std::string>()).second);
  }
  return patterns;
}

void AddScriptPackage(std::string_view directory, std::string_view text, ProjectFiles& project) {
  const Json json = ParseJson(text);
  if (!json.is_object()) return;
  const std::string* name = StringAt(json, "name");
  ScriptPackage package{std::string(directory),
                        name == nullptr ? std::string() : *name,
                        {},
                        PatternsIn(json, "exports", "./"),
                        PatternsIn(json, "imports", "#")};
  if (package.name.empty() && package.imports.empty()) return;
  for (const char* key : {"source", "types", "typings", "module", "main"}) {
    if (const std::string* entry = StringAt(json, key)) package.entries.push_back(*entry);
  }
  const auto exports = json.find("exports");
  if (exports != json.end()) {
    const bool has_root = exports->is_object() && exports->contains(".");
    CollectStrings(has_root ? exports->at(".") : *exports, package.entries);
  }
  project.script_packages.push_back(std::move(package));
}

// The value of `key = "value"` in a line of TOML; empty for another key.
std::string_view TomlString(std::string_view line, std::string_view key) {
  if (line.substr(0, key.size()) != key) return {};
  line.remove_prefix(key.size());
  const std::size_t equals = line.find_first_not_of(" \t");
  if (equals == std::string_view::npos || line[equals] != '=') return {};
  const std::size_t open = line.find_first_of("\"'", equals);
  if (open == std::string_view::npos) return {};
  const std::size_t close = line.find(line[open], open + 1);
  return close == std::string_view::npos ? std::string_view()
                                         : line.substr(open + 1, close - open - 1);
}

// Reads keys that are on lines of their own in the tables [package] and [lib].
void AddCargoPackage(std::string_view directory, std::string_view text, ProjectFiles& project) {
  CargoPackage package;
  package.directory = directory;
  std::string_view table;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.empty() && line.front() == '[') table = line.substr(0, line.find(']') + 1);
    if (table == "[package]" && package.name.empty()) package.name = TomlString(line, "name");
    if (table != "[lib]") continue;
    if (package.library_name.empty()) package.library_name = TomlString(line, "name");
    const std::string_view path = TomlString(line, "path");
    if (const auto joined = JoinPath(directory, path); !path.empty() && joined.has_value()) {
      package.library = *joined;
    }
  }
  if (!package.name.empty()) project.cargo_packages.push_back(std::move(package));
}

// The include directories so far, for fast lookup.
using KnownDirectories = std::unordered_set<std::string>;

void AddIncludeDirectory(const fs::path& root, const fs::path& working, std::string_view argument,
                         KnownDirectories& known, ProjectFiles& project) {
  if (known.size() == kMaxIncludeDirectories) return;
  const fs::path full = (working / argument).lexically_normal();
  const fs::path inside = full.lexically_relative(root);
  std::string directory = inside.generic_string();
  if (directory.empty() || directory.rfind("..", 0) == 0) return;
  if (directory.back() == '/') directory.pop_back();
  if (directory == ".") directory.clear();
  if (known.insert(directory).second) project.include_directories.push_back(directory);
}

// Splits a command line at blanks and removes quotes, which is enough for paths.
std::vector<std::string> SplitCommand(std::string_view command) {
  std::vector<std::string> words(1);
  char quote = 0;
  for (const char c : command) {
    if (quote != 0 ? c == quote : (c == '"' || c == '\'')) {
      quote = quote != 0 ? char{0} : c;
    } else if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (!words.back().empty()) words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

void AddCompileCommands(const fs::path& root, std::string_view text, ProjectFiles& project) {
  constexpr std::array<std::string_view, 3> kFlags = {"-I", "-isystem", "-iquote"};
  const Json json = ParseJson(text);
  if (!json.is_array()) return;
  KnownDirectories known(project.include_directories.begin(), project.include_directories.end());
  for (const Json& entry : json) {
    if (!entry.is_object()) continue;
    const std::string* working = StringAt(entry, "directory");
    if (working == nullptr) continue;
    std::vector<std::string> words;
    if (const std::string* command = StringAt(entry, "command")) words = SplitCommand(*command);
    const auto arguments = entry.find("arguments");
    if (arguments != entry.end()) CollectStrings(*arguments, words);
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (const std::string_view flag : kFlags) {
        if (words[i].compare(0, flag.size(), flag) != 0) continue;
        const std::string_view joined = std::string_view(words[i]).substr(flag.size());
        if (!joined.empty()) {
          AddIncludeDirectory(root, *working, joined, known, project);
        } else if (i + 1 < words.size()) {
          AddIncludeDirectory(root, *working, words[i + 1], known, project);
        }
      }
    }
  }
}

void AddOwners(std::string_view path, std::string_view text, ProjectFiles& project) {
  const auto& known = project.owners;
  if (known != nullptr && CodeOwnersPlace(known->path) < CodeOwnersPlace(path)) return;
  project.owners =
      std::make_shared<const OwnersFile>(OwnersFile{std::string(path), CodeOwners(text)});
}

constexpr std::string_view kCSharpProject = ".csproj";

bool IsCSharpProject(std::string_view path) {
  return path.size() > kCSharpProject.size() &&
         path.substr(path.size() - kCSharpProject.size()) == kCSharpProject;
}

void AddCSharpFile(std::string_view directory, std::string_view text,
                   std::vector<CSharpProject>& projects) {
  CSharpProject& project = projects.emplace_back();
  project.directory = directory;
  AddCSharpProject(text, project);
}

bool HasCSharpDefaults(std::string_view name) {
  return std::find(std::begin(kCSharpDefaults), std::end(kCSharpDefaults), name) !=
         std::end(kCSharpDefaults);
}

}  // namespace

bool IsProjectFile(std::string_view path) {
  if (IsCSharpProject(path)) return true;
  if (CodeOwnersPlace(path) != 0) return true;
  constexpr std::array<std::string_view, 4> kNames = {"go.mod", "package.json", "Cargo.toml",
                                                      "compile_commands.json"};
  const std::string_view name = FileNameOf(path);
  return IsScriptConfig(name) || HasCSharpDefaults(name) ||
         std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

void AddProjectFile(const fs::path& root, std::string_view path, std::string_view text,
                    ProjectFiles& project) {
  const std::string_view directory = DirectoryOf(path);
  const std::string_view name = FileNameOf(path);
  if (IsCSharpProject(path)) AddCSharpFile(directory, text, project.csharp_projects);
  if (HasCSharpDefaults(name)) AddCSharpFile(directory, text, project.csharp_defaults);
  if (name == "go.mod") AddGoModule(directory, text, project);
  if (IsScriptConfig(name)) AddScriptConfig(directory, name, text, project);
  if (name == "package.json") AddScriptPackage(directory, text, project);
  if (name == "Cargo.toml") AddCargoPackage(directory, text, project);
  if (name == "compile_commands.json") AddCompileCommands(root, text, project);
  if (CodeOwnersPlace(path) != 0) AddOwners(path, text, project);
}

ProjectFiles ReadProjectFiles(const SourceReader& sources, const fs::path& root,
                              const std::vector<std::string>& paths) {
  ProjectFiles project;
  for (const std::string& path : paths) {
    if (!IsProjectFile(path)) continue;
    const absl::StatusOr<std::string> text = sources.Read(path, kMaxProjectFileBytes);
    if (text.ok()) AddProjectFile(root, path, *text, project);
  }
  const auto by_directory = [](const auto& a, const auto& b) { return a.directory < b.directory; };
  std::sort(project.go_modules.begin(), project.go_modules.end(), by_directory);
  std::sort(project.script_packages.begin(), project.script_packages.end(), by_directory);
  FinishScriptConfigs(project);
  std::sort(project.cargo_packages.begin(), project.cargo_packages.end(), by_directory);
  JoinByDirectory(project.csharp_projects);
  JoinByDirectory(project.csharp_defaults);
  return project;
}

}  // namespace waymark::indexer
