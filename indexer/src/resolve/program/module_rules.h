// How a language finds its modules, and what its files share: one rule a language, which its folder
// defines (ResolutionRules::modules).
#pragma once

#include <string_view>

#include "project/project.h"
#include "resolve/program/program.h"

namespace waymark::indexer {

// Names that some files of a language declare for all others, without an import.
struct GlobalNames {
  // Whether the names at the top of the file are such names.
  bool (*declares)(const FileModel& model) = nullptr;
  // Adds those of a file, as members of Space::Globals().
  void (*collect)(const Program& program, FileIndex file,
                  graph::SpillVector<MemberPair>& members) = nullptr;
  // Whether code in `from` sees the global; whether code that does not may all the same.
  bool (*sees)(const Program& program, FileIndex from, SymbolRef global) = nullptr;
  bool (*may_see)(const Program& program, SymbolRef global) = nullptr;
};

struct ModuleRule {
  // Sets prefixes, packages and module tables from the paths of all files. Runs once.
  void (*prepare)(Program& program, const ProjectFiles& project) = nullptr;
  // What one import of a file leads to. Thread-safe.
  ImportLink (*link)(const Program& program, const ProjectFiles& project, FileIndex from,
                     const ModelImport& import) = nullptr;
  // Adds entries for imports whose local name only the imported package tells; may be null.
  void (*bind_unnamed)(Program& program, ProgramFile& file) = nullptr;
  // The space of each scope of a file, which has none yet; null: nothing is shared.
  void (*link_spaces)(Program& program, ProgramFile& file) = nullptr;
  // Behind that, for all files: of the places that define one type, which one stands for it
  // (SetCanonical in link.h); null: a type is defined in one place.
  void (*link_parts)(Program& program) = nullptr;
  // Behind the imports of all files: what projects import as a whole; may be null.
  void (*share_imports)(Program& program, const ProjectFiles& project) = nullptr;
  // What lies in a module by the name of its own file or directory, and whether a directory is a
  // module without a file that says so; null where modules are files alone.
  Target (*find_submodule)(const Program& program, Target parent, std::string_view name) = nullptr;
  bool (*is_module)(const Program& program, DirectoryIndex directory) = nullptr;
  const GlobalNames* globals = nullptr;
  // Imports lead where they do by paths, languages, package clauses and project files alone, and
  // nothing outside a file gives its types bases or openings.
  bool found_by_path = false;
};

// Of documents, which documents.cc links.
extern const ModuleRule kProseModuleRule;

}  // namespace waymark::indexer
