// Homonyms: references of which nothing is known but the name, bound to the definitions of that
// name.
#include <utility>
#include <vector>

#include "graph/languages.h"
#include "graph/pasted_name.h"
#include "resolve/edges/file_resolver.h"

namespace waymark::indexer {
// Only in languages of the same name group. A name that other files cannot see means the file's
// own.
std::vector<FileResolver::Meant> FileResolver::HomonymsOf(Name name) const {
  std::vector<Meant> homonyms;
  if (name == Name::kUnknown) return homonyms;
  const NameGroup own = program_.NamesOf(file_);
  // A macro in a header may use names that are local to the unit that includes it.
  const bool is_unit =
      IsTranslationUnit(program_.files[file_].model().language, program_.paths.Path(file_));
  for (const NameGroup group : {kDocumentedNames, kOtherNames}) {
    for (const auto& pair : program_.methods.Find({group, name})) {
      const FileModel& model = program_.files[pair.value.file].model();
      const ModelDefinition& definition = DefinitionAt(pair.value);
      const bool is_hidden =
          is_unit && !definition.Has(kSymbolExported) &&
          model.scopes[definition.scope].kind != ScopeKind::kType && pair.value.file != file_ &&
          IsTranslationUnit(model.language, program_.paths.Path(pair.value.file));
      if (NameGroupOf(model.language) == own && !is_hidden) homonyms.push_back({pair.value});
    }
  }
  return homonyms;
}

void FileResolver::AddUnconsumedIdentifier(const Reference& reference) {
  if (IsPasted(NameOf(reference.expression))) return AddAnyMember(reference);
  const std::vector<Meant> meant = HomonymsOf(program_.names.Find(NameOf(reference.expression)));
  if (meant.empty()) return;
  AddAmbiguous(reference.owner, NameOf(reference.expression), EdgeType::kReferences, reference.site,
               meant);
}

// A name of C or C++ that no include explains. A header may be included after others than its own
// includes, so definitions of that name may be meant anyway.
bool FileResolver::AddHomonyms(const Reference& reference, ExpressionIndex expression,
                               EdgeType type) {
  const bool is_name = expression != kNoIndex && At(expression).kind == ExpressionKind::kName;
  if (!is_name || !evaluator_.RulesOfFile(file_).has_textual_includes) return false;
  std::vector<Meant> meant = HomonymsOf(program_.names.Find(NameOf(expression)));
  std::erase_if(meant, [&](const Meant& homonym) {
    const ModelDefinition& definition = DefinitionAt(homonym.symbol);
    const bool fits = type == EdgeType::kTypeHintOf ? IsTypeLike(homonym.symbol)
                      : type == EdgeType::kCalls
                          ? definition.IsCallable() || definition.Has(kSymbolMacro)
                          : true;
    return !fits ||
           (type != EdgeType::kReferences && program_.IsType(program_.ParentOf(homonym.symbol)));
  });
  if (meant.empty()) return false;
  AddAmbiguous(reference.owner, NameOf(expression), type, reference.site, meant);
  return true;
}

}  // namespace waymark::indexer
