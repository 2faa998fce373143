// Facts of a Python file that no syntax marks: constants by their names, and imports that importers
// of the file see.
#include <algorithm>

#include "indexer/facts.h"
#include "languages/python/python_language.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

bool IsConstantName(std::string_view name) {
  return std::none_of(name.begin(), name.end(), IsLower) &&
         std::any_of(name.begin(), name.end(), IsUpper);
}

}  // namespace

void FinishPythonFacts(std::string_view, FileFacts& facts) {
  for (Definition& definition : facts.definitions) {
    const bool is_variable =
        definition.kind == SymbolKind::kVar || definition.kind == SymbolKind::kField;
    if (is_variable && IsConstantName(facts.strings.at(definition.name))) {
      definition.kind = SymbolKind::kConst;
    }
  }
  for (Import& import : facts.imports) {
    if (facts.scopes[import.scope].kind == ScopeKind::kFile) import.flags |= kImportReexport;
  }
}

}  // namespace waymark::indexer
