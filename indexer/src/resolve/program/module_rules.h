// From the text of an import to a file or package: one module rule a language family.
#pragma once

#include <string_view>

#include "project/project.h"
#include "resolve/program/program.h"

namespace waymark::indexer {

// How a family names and finds its modules.
struct ModuleRule {
  Family family = Family::kNone;
  // Sets prefixes, packages and module tables from the paths of all files. Runs once.
  void (*prepare)(Program& program, const ProjectFiles& project) = nullptr;
  // What one import of a file leads to. Thread-safe.
  ImportLink (*link)(const Program& program, const ProjectFiles& project, FileIndex from,
                     const ModelImport& import) = nullptr;
  // Adds entries for imports whose local name only the imported package tells; may be null.
  void (*bind_unnamed)(Program& program, ProgramFile& file) = nullptr;
  // Imports lead where they do by paths, languages, package clauses and project files alone, and
  // nothing outside a file gives its types bases or openings.
  bool found_by_path = false;
};

// The rules, in python_modules.cc, includes.cc, go_modules.cc, script_modules.cc,
// java_modules.cc, ruby_modules.cc, rust_modules.cc and, for documents, documents.cc.
extern const ModuleRule kPythonModuleRule;
extern const ModuleRule kIncludeRule;
extern const ModuleRule kGoModuleRule;
extern const ModuleRule kScriptModuleRule;
extern const ModuleRule kJavaModuleRule;
extern const ModuleRule kCSharpModuleRule;
extern const ModuleRule kRubyModuleRule;
extern const ModuleRule kRustModuleRule;
extern const ModuleRule kProseModuleRule;

const ModuleRule* ModuleRuleOf(Family family);

// `import module` or `from <level dots>module import`, seen from a file. Used again when names are
// looked up, since a dotted name can step through packages.
Target FindPythonModule(const Program& program, FileIndex from, std::string_view module, int level);
// Whether a directory counts as a package without __init__.py: looked up by name, so that what
// changes it changes the name.
bool HoldsPython(const Program& program, DirectoryIndex directory);
// A submodule of what a Python target stands for.
Target FindPythonSubmodule(const Program& program, Target parent, std::string_view name);

}  // namespace waymark::indexer
