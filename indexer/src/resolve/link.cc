#include "resolve/link.h"

#include <algorithm>

#include "parallel.h"
#include "resolve/module_rules.h"
#include "resolve/resolution_rules.h"

namespace waymark::indexer {
namespace {

void NumberSymbols(Program& program) {
  for (ProgramFile& file : program.files) {
    file.first_symbol = program.symbol_count;
    file.first_type = program.type_count;
    const auto& definitions = file.model().definitions;
    for (DefinitionIndex i = 1; i < definitions.size(); ++i) {
      if (definitions[i].type_number != kNoIndex) file.types.push_back(i);
    }
    program.symbol_count += static_cast<std::uint32_t>(definitions.size());
    program.type_count += static_cast<std::uint32_t>(file.types.size());
  }
}

std::vector<Name> InternWords(std::string_view words, NameTable& names) {
  std::vector<Name> out;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    out.push_back(names.Intern(words.substr(0, end)));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  std::sort(out.begin(), out.end());
  return out;
}

void PrepareFamilies(const ProjectFiles& project, Program& program) {
  std::array<bool, kFamilyCount> present{};
  for (const ProgramFile& file : program.files) {
    present[static_cast<std::size_t>(FamilyOf(file.model().language))] = true;
  }
  for (std::size_t i = 0; i < kFamilyCount; ++i) {
    const auto family = static_cast<Family>(i);
    const ModuleRule* rule = ModuleRuleOf(family);
    if (!present[i] || rule == nullptr) continue;
    rule->prepare(program, project);
    const ResolutionRules& rules = RulesOf(family);
    program.predeclared[i] = InternWords(rules.predeclared, program.names);
    program.foreign_members[i] = InternWords(rules.foreign_members, program.names);
    program.element_members[i] = InternWords(rules.element_members, program.names);
    program.container_members[i] = InternWords(rules.container_members, program.names);
    program.same_members[i] = InternWords(rules.same_members, program.names);
    for (const GenericName& generic : rules.generics) program.names.Intern(generic.name);
  }
  // Positions in tuples are names, whether or not a header mentions them.
  for (const char& digit : std::string_view("0123456789")) program.names.Intern({&digit, 1});
}

void LinkImports(const ProjectFiles& project, unsigned threads, Program& program) {
  ParallelFor(threads, program.files.size(), [&](unsigned, std::size_t i) {
    ProgramFile& file = program.files[i];
    const ModuleRule* rule = ModuleRuleOf(FamilyOf(file.model().language));
    if (rule == nullptr) return;
    file.imports.reserve(file.model().imports.size());
    for (const ModelImport& import : file.model().imports) {
      file.imports.push_back(rule->link(program, project, static_cast<FileIndex>(i), import));
    }
    if (rule->bind_unnamed != nullptr) rule->bind_unnamed(program, file);
  });
}

// `class Outer::Inner {...};`: members of Inner find their owner only once Inner has its own, at
// each level of nesting.
void LinkTypeOwners(Program& program, unsigned threads) {
  std::size_t owned = 0;
  for (std::size_t now = LinkOwners(program, Owned::kTypes, threads); now > owned;
       now = LinkOwners(program, Owned::kTypes, threads)) {
    owned = now;
    LinkDeclarations(program);
  }
}

// After LinkOwners: a function defined outside its type is a method of it.
void LinkNames(Program& program) {
  std::vector<MultiTable<FamilyName, SymbolRef>::Pair> methods;
  std::vector<MultiTable<FamilyName, SymbolRef>::Pair> types;
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    const FileModel& model = program.files[i].model();
    for (DefinitionIndex d = 1; d < model.definitions.size(); ++d) {
      const ModelDefinition& definition = model.definitions[d];
      if (definition.Has(kSymbolLocal)) continue;
      const bool member = program.TypeOf(program.ParentOf({i, d})).has_value();
      const bool owned = definition.kind == SymbolKind::kFunction && member;
      const FamilyName key{FamilyOf(model.language), definition.name};
      if (member) program.member_names.push_back(key);
      if (definition.kind == SymbolKind::kMethod || owned) methods.push_back({key, {i, d}});
      if (program.TypeOf({i, d}).has_value()) types.push_back({key, {i, d}});
    }
  }
  program.methods = MultiTable<FamilyName, SymbolRef>(std::move(methods));
  program.types = MultiTable<FamilyName, SymbolRef>(std::move(types));
  auto& names = program.member_names;
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

}  // namespace

void LinkProgram(std::vector<std::string> paths,
                 std::vector<std::shared_ptr<const FileModel>> models, const ProjectFiles& project,
                 unsigned threads, Program& program) {
  program.paths = PathIndex(std::move(paths));
  program.files.resize(models.size());
  for (std::size_t i = 0; i < models.size(); ++i) {
    program.files[i].shared_model = std::move(models[i]);
  }
  NumberSymbols(program);
  PrepareFamilies(project, program);
  LinkSpaces(program);
  LinkImports(project, threads, program);  // what they name lies in spaces
  LinkSharedImports(program);
  LinkDeclarations(program);  // owners are types, found through their declarations
  LinkTypeOwners(program, threads);
  LinkOwners(program, Owned::kAll, threads);
  LinkDeclarations(program);
  LinkNames(program);
  LinkExtensions(program);
  LinkTypes(program, threads);
}

void ReplaceModel(Program& program, FileIndex file, std::shared_ptr<const FileModel> model) {
  ProgramFile& changed = program.files[file];
  changed.shared_model = std::move(model);
  changed.spaces.clear();
  LinkSpacesOf(program, changed);
}

}  // namespace waymark::indexer
