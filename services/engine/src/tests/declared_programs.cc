#include "tests/declared_programs.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "graph/languages.h"
#include "indexer/language.h"
#include "tests/build_files.h"
#include "text/trimmed_line.h"

namespace waymark::services {
namespace {

constexpr std::string_view kPythonProject = "pyproject.toml";
constexpr std::string_view kPackage = "package.json";

// Tables of pyproject.toml whose values are functions, by the packaging specification and Poetry.
constexpr std::string_view kScriptTables[] = {"project.scripts", "project.gui-scripts",
                                              "tool.poetry.scripts"};

// Source directories of a Python project, relative to its directory.
constexpr std::string_view kPythonRoots[] = {"", "src", "lib"};
constexpr std::string_view kModuleStems[] = {"", "/__init__"};

// Directories and name endings that a build writes, and those that it reads.
constexpr std::string_view kBuildDirectories[] = {"bin", "build", "dist", "lib", "out"};
constexpr std::string_view kSourceDirectory = "src";

// The extensions of the languages whose manifest this is.
std::vector<std::string_view> ExtensionsBeside(std::string_view manifest) {
  std::vector<std::string_view> extensions;
  for (const indexer::GrammarRow& row : indexer::AllGrammars()) {
    if (TraitsOf(row.language).manifest != manifest) continue;
    extensions.insert(extensions.end(), row.extensions.begin(), row.extensions.end());
  }
  return extensions;
}

bool IsScriptTable(std::string_view name) {
  return std::find(std::begin(kScriptTables), std::end(kScriptTables), name) !=
         std::end(kScriptTables);
}

// The first string of a line, which names an object in a module: "flask.cli:main".
std::string_view ObjectIn(std::string_view line) {
  for (std::size_t at = 0; (at = line.find_first_of("\"'", at)) != std::string_view::npos;) {
    const std::size_t end = line.find(line[at], at + 1);
    if (end == std::string_view::npos) break;
    const std::string_view text = line.substr(at + 1, end - at - 1);
    if (text.find(':') != std::string_view::npos) return text.substr(0, text.find_first_of(" ["));
    at = end + 1;
  }
  return "";
}

// The path without parts that have no meaning.
std::string_view Plain(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return path;
}

class Finder {
 public:
  Finder(const graph::ReadView& view, const indexer::SourceReader& sources)
      : view_(view), files_(sources) {}

  std::vector<SymbolId> Find() {
    for (const std::string& directory : Directories()) {
      if (const std::string* text = files_.Text(PathIn(directory, kPythonProject))) {
        ReadPython(directory, *text);
      }
      if (const std::string* text = files_.Text(PathIn(directory, kPackage))) {
        ReadPackage(directory, *text);
      }
    }
    return std::move(found_);
  }

 private:
  // Directories above code, by depth.
  std::vector<std::string> Directories() const {
    std::set<std::string> all = {""};
    for (const FileId file : view_.Files()) {
      const FileRow row = view_.File(file);
      if (!IsCode(row.language)) continue;
      std::string_view path = row.path;
      for (std::size_t slash = 0; (slash = path.rfind('/')) != std::string_view::npos;) {
        path = path.substr(0, slash);
        if (!all.emplace(path).second) break;
      }
    }
    std::vector<std::string> directories(all.begin(), all.end());
    std::stable_sort(
        directories.begin(), directories.end(), [](const std::string& a, const std::string& b) {
          return std::count(a.begin(), a.end(), '/') < std::count(b.begin(), b.end(), '/');
        });
    directories.resize(std::min(directories.size(), kMaxProjectDirectories));
    return directories;
  }

  void ReadPython(const std::string& directory, std::string_view text) {
    bool is_scripts = false;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = TrimmedLine(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      if (line.starts_with('[')) {
        is_scripts = IsScriptTable(TrimmedLine(line.substr(1, line.find(']') - 1)));
      } else if (is_scripts && !line.starts_with('#')) {
        const std::size_t equals = line.find('=');
        if (equals != std::string_view::npos) AddObject(directory, ObjectIn(line.substr(equals)));
      }
    }
  }

  // Adds the function "flask.cli:main", or the module if it does not define the function itself.
  void AddObject(const std::string& directory, std::string_view object) {
    const std::size_t colon = object.find(':');
    if (colon == std::string_view::npos) return;
    std::string name(object);
    name[colon] = '.';
    const std::string_view last = std::string_view(name).substr(name.rfind('.') + 1);
    view_.WithName(last, named_);
    const std::size_t before = found_.size();
    std::copy_if(named_.begin(), named_.end(), std::back_inserter(found_), [&](SymbolId symbol) {
      const FileRow file = view_.File(view_.FileOf(symbol));
      return TraitsOf(file.language).manifest == kPythonProject &&
             view_.QualifiedName(symbol) == name;
    });
    if (found_.size() == before) AddModule(directory, object.substr(0, colon));
  }

  void AddModule(const std::string& directory, std::string_view module) {
    std::string path(module);
    std::replace(path.begin(), path.end(), '.', '/');
    for (const std::string_view root : kPythonRoots) {
      const std::string below = root.empty() ? path : PathIn(root, path);
      for (const std::string_view stem : kModuleStems) {
        for (const std::string_view extension : python_extensions_) {
          if (AddFile(PathIn(directory, below).append(stem).append(extension))) return;
        }
      }
    }
  }

  // https://docs.npmjs.com/cli/configuring-npm/package-json#bin: one path, or several by name.
  void ReadPackage(const std::string& directory, const std::string& text) {
    const nlohmann::json package = nlohmann::json::parse(text, nullptr, false);
    if (!package.is_object()) return;
    const auto programs = package.find("bin");
    if (programs == package.end()) return;
    const auto add = [&](const nlohmann::json& value) {
      if (const auto* path = value.get_ptr<const std::string*>()) AddScript(directory, *path);
    };
    add(*programs);
    if (programs->is_object()) std::for_each(programs->begin(), programs->end(), add);
  }

  // Adds the script, or the source it is built from.
  void AddScript(const std::string& directory, std::string_view path) {
    path = Plain(path);
    if (AddFile(PathIn(directory, path))) return;
    const std::size_t slash = std::min(path.find('/'), path.size());
    const bool is_built = std::find(std::begin(kBuildDirectories), std::end(kBuildDirectories),
                                    path.substr(0, slash)) != std::end(kBuildDirectories);
    const std::string stem(path.substr(0, path.find('.', path.rfind('/') + 1)));
    for (const std::string_view extension : script_extensions_) {
      if (AddFile(PathIn(directory, stem).append(extension))) return;
      if (!is_built) continue;
      const std::string source = std::string(kSourceDirectory).append(stem.substr(slash));
      if (AddFile(PathIn(directory, source).append(extension))) return;
    }
  }

  bool AddFile(const std::string& path) {
    const std::optional<FileId> file = view_.FindFile(path);
    if (file.has_value()) found_.push_back(view_.File(*file).first_symbol);
    return file.has_value();
  }

  const graph::ReadView& view_;
  BuildFiles files_;
  const std::vector<std::string_view> python_extensions_ = ExtensionsBeside(kPythonProject);
  const std::vector<std::string_view> script_extensions_ = ExtensionsBeside(kPackage);
  std::vector<SymbolId> found_;
  std::vector<SymbolId> named_;
};

}  // namespace

std::vector<SymbolId> FindDeclaredPrograms(const graph::ReadView& view,
                                           const indexer::SourceReader& sources) {
  return Finder(view, sources).Find();
}

}  // namespace waymark::services
