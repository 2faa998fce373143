// The module rule of a language: how it finds modules, and what its files share. The language's
// folder defines it (ResolutionRules::modules).
#pragma once

#include <string_view>

#include "project/project.h"
#include "resolve/program/program.h"

namespace waymark::indexer {

// Global names: some files declare them for all others, without an import.
struct GlobalNames {
  // Whether the top-level names of the file are global.
  bool (*declares)(const FileModel& model) = nullptr;
  // Adds the global names of a file, as members of Space::Globals().
  void (*collect)(const Program& program, FileIndex file,
                  graph::SpillVector<MemberPair>& members) = nullptr;
  // Whether code in `from` sees the global; whether code that does not see it may still use it.
  bool (*sees)(const Program& program, FileIndex from, SymbolRef global) = nullptr;
  bool (*may_see)(const Program& program, SymbolRef global) = nullptr;
};

struct ModuleRule {
  // Sets prefixes, packages and module tables from the paths of all files. Runs once.
  void (*prepare)(Program& program, const ProjectFiles& project) = nullptr;
  // The target of one import of a file. Thread-safe.
  ImportLink (*link)(const Program& program, const ProjectFiles& project, FileIndex from,
                     const ModelImport& import) = nullptr;
  // Adds entries for imports whose local name comes from the imported package. May be null.
  void (*bind_unnamed)(Program& program, ProgramFile& file) = nullptr;
  // Sets the space of each scope of a file, which has none yet. Null: nothing is shared.
  void (*link_spaces)(Program& program, ProgramFile& file) = nullptr;
  // Runs after link_spaces of all files: chooses the head of types that several places define
  // (SetCanonical in link.h). Null: a type is defined in one place.
  void (*link_parts)(Program& program) = nullptr;
  // Runs after the imports of all files: finds project-wide imports. May be null.
  void (*share_imports)(Program& program, const ProjectFiles& project) = nullptr;
  // The submodule of a module by the name of its file or directory, and whether a directory is a
  // module without a file that says so. Null if only files are modules.
  Target (*find_submodule)(const Program& program, Target parent, std::string_view name) = nullptr;
  bool (*is_module)(const Program& program, DirectoryIndex directory) = nullptr;
  const GlobalNames* globals = nullptr;
  // Whether imports are determined by paths, languages, package clauses and project files alone,
  // and nothing outside a file adds bases or partial definitions to its types.
  bool found_by_path = false;
};

// The rule of documents, which documents.cc links.
extern const ModuleRule kProseModuleRule;

}  // namespace waymark::indexer
