// Imports of whole C# projects: `global using`, and those of project files.
#include <map>

#include "languages/csharp/csharp_language.h"
#include "resolve/program/module_rules.h"

namespace waymark::indexer {
namespace {

// Imports of project files count as if the first file of the project had them.
void AddUsingsOfProjects(const ProjectFiles& project, Program& program) {
  std::map<Name, FileIndex> first_files;
  for (FileIndex f = 0; f < program.files.size(); ++f) {
    const ProgramFile& file = program.files[f];
    if (file.model().language == Language::kCSharp) first_files.emplace(file.project, f);
  }
  for (const CSharpProject& one : project.csharp_projects) {
    const auto first = first_files.find(program.names.Find(one.directory));
    if (first == first_files.end() || first->first == Name::kUnknown) continue;
    for (const CSharpUsing& used : UsingsOf(one, project.csharp_defaults)) {
      ModelImport import;
      import.module = program.names.Intern(used.name);
      const Target target = kCSharpModuleRule.link(program, project, first->second, import).module;
      program.shared_imports.push_back(
          {first->first, used.alias.empty() ? Name::kEmpty : program.names.Intern(used.alias),
           target});
    }
  }
}

}  // namespace

void ShareProjectImports(Program& program, const ProjectFiles& project) {
  for (FileIndex f = 0; f < program.files.size(); ++f) {
    const ProgramFile& file = program.files[f];
    if (file.model().language != Language::kCSharp) continue;
    for (std::size_t i = 0; i < file.imports.size(); ++i) {
      const ModelImport& import = file.model().imports[i];
      if (!import.Has(kImportReexport)) continue;
      program.shared_imports.push_back({file.project,
                                        import.Has(kImportStar) ? Name::kEmpty : import.alias,
                                        file.imports[i].module});
    }
  }
  AddUsingsOfProjects(project, program);
}

}  // namespace waymark::indexer
