// Types that are defined in parts, methods that extend types, and what whole projects import.
#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "resolve/link/link.h"
#include "resolve/program/module_rules.h"

namespace waymark::indexer {
namespace {

// Parts of one type agree in this: project, standing, qualified name, number of parameters.
using PartKey = std::tuple<Name, std::uint16_t, std::string, std::uint8_t>;

bool NamesBase(const Program& program, SymbolRef part) {
  return program.Definition(part).bases_count != 0;
}

}  // namespace

void SetHead(SymbolRef type, SymbolRef head, Program& program) {
  ProgramFile& file = program.files[type.file];
  file.heads.resize(file.types.size());
  file.heads[program.Definition(type).type_number] = head;
  program.has_heads = true;
}

// The part that names the bases stands for the type; of several, the first.
void LinkParts(Program& program) {
  std::map<PartKey, std::vector<SymbolRef>> types;
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    const ProgramFile& file = program.files[i];
    if (FamilyOf(file.model().language) != Family::kCSharp) continue;
    for (const DefinitionIndex type : file.types) {
      const SymbolRef part{i, type};
      const ModelDefinition& definition = program.Definition(part);
      if (!definition.Has(kSymbolPartial)) continue;
      const auto apart = static_cast<std::uint16_t>(file.model().file_flags & kApartFlags);
      types[{file.project, apart, program.QualifiedNameOf(part), definition.parameter_count}]
          .push_back(part);
    }
  }
  std::vector<MultiTable<SymbolRef, SymbolRef>::Pair> parts;
  for (const auto& [key, defined] : types) {
    if (defined.size() < 2) continue;
    const auto derived = std::find_if(defined.begin(), defined.end(),
                                      [&](SymbolRef part) { return NamesBase(program, part); });
    const SymbolRef head = derived != defined.end() ? *derived : defined.front();
    for (const SymbolRef part : defined) {
      SetHead(part, head, program);
      parts.push_back({head, part});
    }
  }
  program.parts = MultiTable<SymbolRef, SymbolRef>(std::move(parts));
}

void CollectExtensionsOf(const Program& program, FileIndex file,
                         std::vector<NamePair>& extensions) {
  const FileModel& model = program.files[file].model();
  for (DefinitionIndex d = 1; d < model.definitions.size(); ++d) {
    const ModelDefinition& definition = model.definitions[d];
    if (!definition.Has(kSymbolExtension)) continue;
    extensions.push_back({{FamilyOf(model.language), definition.name}, {file, d}});
  }
}

namespace {

// What project files import, as if the first file of the project said it.
void AddUsingsOfProjects(const ProjectFiles& project, Program& program) {
  std::map<Name, FileIndex> first_files;
  for (FileIndex f = 0; f < program.files.size(); ++f) {
    const ProgramFile& file = program.files[f];
    if (FamilyOf(file.model().language) == Family::kCSharp) first_files.emplace(file.project, f);
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

void LinkSharedImports(const ProjectFiles& project, Program& program) {
  for (FileIndex f = 0; f < program.files.size(); ++f) {
    const ProgramFile& file = program.files[f];
    if (FamilyOf(file.model().language) != Family::kCSharp) continue;
    for (std::size_t i = 0; i < file.imports.size(); ++i) {
      const ModelImport& import = file.model().imports[i];
      if (!import.Has(kImportReexport)) continue;
      program.shared_imports.push_back({file.project,
                                        import.Has(kImportStar) ? Name::kEmpty : import.alias,
                                        file.imports[i].module});
    }
  }
  AddUsingsOfProjects(project, program);
  auto& shared = program.shared_imports;
  std::erase_if(shared, [](const SharedImport& import) {
    return import.target.kind != TargetKind::kPackage && import.target.kind != TargetKind::kType;
  });
  std::sort(shared.begin(), shared.end());
  shared.erase(std::unique(shared.begin(), shared.end()), shared.end());
}

}  // namespace waymark::indexer
