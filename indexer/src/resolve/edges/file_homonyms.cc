// Homonyms: references of which nothing is known but the name, bound to the definitions of that
// name.
#include <algorithm>
#include <vector>

#include "graph/languages.h"
#include "graph/open_names.h"
#include "resolve/edges/file_resolver.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxHomonymsRead = 4096;  // definitions of one name that are examined

}  // namespace

// Only in languages of the same name group. A name that other files cannot see means the file's
// own. The first graph::kMaxCandidates of each group: no more are stored.
std::vector<FileResolver::Meant> FileResolver::HomonymsOf(
    Name name, const std::function<bool(SymbolRef)>& fits) const {
  std::vector<Meant> homonyms;
  if (name == Name::kUnknown) return homonyms;
  const NameGroup own = program_.NamesOf(file_);
  // A macro in a header may use names that are local to the unit that includes it.
  const bool is_unit =
      IsTranslationUnit(program_.files[file_].model().language, program_.paths.Path(file_));
  for (const NameGroup group : {kDocumentedNames, kOtherNames}) {
    const auto named = program_.methods.Find({group, name});
    std::size_t count = 0;
    for (const auto& pair : named.first(std::min(named.size(), kMaxHomonymsRead))) {
      if (count == graph::kMaxCandidates) break;
      const FileModel& model = program_.files[pair.value.file].model();
      const ModelDefinition& definition = DefinitionAt(pair.value);
      const bool is_hidden =
          is_unit && !definition.Has(kSymbolExported) &&
          model.scopes[definition.scope].kind != ScopeKind::kType && pair.value.file != file_ &&
          IsTranslationUnit(model.language, program_.paths.Path(pair.value.file));
      if (NameGroupOf(model.language) != own || is_hidden || !fits(pair.value)) continue;
      homonyms.push_back({pair.value});
      ++count;
    }
  }
  return homonyms;
}

void FileResolver::AddUnconsumedIdentifier(const Reference& reference) {
  if (IsPasted(NameOf(reference.expression))) return AddAnyMember(reference);
  const std::vector<Meant> meant =
      HomonymsOf(program_.names.Find(NameOf(reference.expression)), [](SymbolRef) { return true; });
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
  const auto fits = [&](SymbolRef homonym) {
    const ModelDefinition& definition = DefinitionAt(homonym);
    if (type == EdgeType::kReferences) return true;
    if (program_.IsType(program_.ParentOf(homonym))) return false;
    if (type == EdgeType::kTypeHintOf) return IsTypeLike(homonym);
    return type != EdgeType::kCalls || definition.IsCallable() || definition.Has(kSymbolMacro);
  };
  const std::vector<Meant> meant = HomonymsOf(program_.names.Find(NameOf(expression)), fits);
  if (meant.empty()) return false;
  AddAmbiguous(reference.owner, NameOf(expression), type, reference.site, meant);
  return true;
}

}  // namespace waymark::indexer
