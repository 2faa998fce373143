// Global names of TypeScript and JavaScript: declarations of files that are no modules, and of
// `declare global`.
#include <algorithm>

#include "languages/script/script_language.h"
#include "resolve/program/module_rules.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kGlobalBlock = "global";  // declare global { }
constexpr std::string_view kDeclarationSuffix = ".d.ts";

bool IsGlobalBlock(const NameTable& names, const ModelDefinition& definition) {
  return definition.kind == SymbolKind::kPackage && definition.scope == 0 &&
         names.Text(definition.name) == kGlobalBlock;
}

// Whether the definition stands directly in such a block.
bool StandsInGlobalBlock(const Program& program, const FileModel& model,
                         const ModelDefinition& definition) {
  const DefinitionIndex around = model.scopes[definition.scope].definition;
  return around != kNoIndex && around != 0 && definition.scope != 0 &&
         IsGlobalBlock(program.names, model.definitions[around]);
}

// Whether a file neither imports nor exports. Cost: O(definitions and bindings of the file).
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

void CollectScriptGlobals(const Program& program, FileIndex file,
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

// A declaration without a definition is visible everywhere. A definition in a script is visible to
// the scripts beside it, which a page may load together.
bool SeesScriptGlobal(const Program& program, FileIndex from, SymbolRef global) {
  const FileModel& model = program.files[global.file].model();
  const std::string_view path = program.paths.Path(global.file);
  if (path.ends_with(kDeclarationSuffix)) return true;
  if (StandsInGlobalBlock(program, model, program.Definition(global))) return true;
  return DirectoryOf(path) == DirectoryOf(program.paths.Path(from)) &&
         IsPlainScript(program.files[from].model());
}

// In a plain script, which a page can load beside any file.
bool MaySeeScriptGlobal(const Program& program, SymbolRef global) {
  return IsPlainScript(program.files[global.file].model());
}

}  // namespace

const GlobalNames kScriptGlobals = {.declares = IsPlainScript,
                                    .collect = CollectScriptGlobals,
                                    .sees = SeesScriptGlobal,
                                    .may_see = MaySeeScriptGlobal};

}  // namespace waymark::indexer
