#include "resolve/evaluate/script_globals.h"

#include <algorithm>

namespace waymark::indexer {
namespace {

constexpr std::string_view kGlobalBlock = "global";  // declare global { }
constexpr std::string_view kDeclarationSuffix = ".d.ts";

bool IsGlobalBlock(const NameTable& names, const ModelDefinition& definition) {
  return definition.kind == SymbolKind::kPackage && definition.scope == 0 &&
         names.Text(definition.name) == kGlobalBlock;
}

// The block that a definition stands in directly.
bool StandsInGlobalBlock(const Program& program, const FileModel& model,
                         const ModelDefinition& definition) {
  const DefinitionIndex around = model.scopes[definition.scope].definition;
  return around != kNoIndex && around != 0 && definition.scope != 0 &&
         IsGlobalBlock(program.names, model.definitions[around]);
}

}  // namespace

bool IsPlainScript(const FileModel& model) {
  if (!model.imports.empty()) return false;
  const auto& definitions = model.definitions;
  for (DefinitionIndex i = 1; i < definitions.size(); ++i) {
    if (definitions[i].scope == 0 && definitions[i].Has(kSymbolExported)) return false;
  }
  return std::none_of(
      model.bindings.begin(), model.bindings.end(),
      [](const ModelBinding& binding) { return binding.kind == BindingKind::kExportedAs; });
}

void CollectGlobalsOf(const Program& program, FileIndex file,
                      graph::SpillVector<MemberPair>& members) {
  const FileModel& model = program.files[file].model();
  const bool is_script = IsPlainScript(model);
  for (DefinitionIndex i = 1; i < model.definitions.size(); ++i) {
    const ModelDefinition& definition = model.definitions[i];
    if (definition.owner != kNoIndex || definition.Has(kSymbolLocal)) continue;
    const bool of_script =
        is_script && definition.scope == 0 && !IsGlobalBlock(program.names, definition);
    if (!of_script && !StandsInGlobalBlock(program, model, definition)) continue;
    members.push_back({{Space::Globals(), definition.name}, {file, i}});
  }
}

bool SeesGlobal(const Program& program, FileIndex from, SymbolRef global) {
  const FileModel& model = program.files[global.file].model();
  const std::string_view path = program.paths.Path(global.file);
  if (path.ends_with(kDeclarationSuffix)) return true;
  if (StandsInGlobalBlock(program, model, program.Definition(global))) return true;
  return DirectoryOf(path) == DirectoryOf(program.paths.Path(from)) &&
         IsPlainScript(program.files[from].model());
}

bool MaySeeGlobal(const Program& program, SymbolRef global) {
  return IsPlainScript(program.files[global.file].model());
}

}  // namespace waymark::indexer
