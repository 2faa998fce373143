// Files in languages that are not indexed, and minified files: what their words may name.
//
// The words yield unresolved references with all their candidates instead of edges, since nothing
// tells whether a word is a use, or of what. So no answer about the candidates claims to be
// complete.
#include <algorithm>
#include <string>

#include "documents/unindexed_source.h"
#include "graph/hash.h"
#include "indexer/language.h"
#include "resolve/edges/file_resolver.h"

namespace waymark::indexer {

// Dispatches files that are not in an indexed language.
void FileResolver::AddWords() {
  const std::string_view path = program_.paths.Path(file_);
  const UnindexedSource* const source = FindUnindexedSource(path);
  if (source != nullptr) return AddUnindexedWords(*source);
  const GrammarRow* const minified = DetectGrammar(path, {});
  if (minified == nullptr || !IsCode(minified->language)) return AddDocuments();
  AddUnindexedWords(MinifiedSource(minified->language));
}

void FileResolver::AddUnindexedWords(const UnindexedSource& source) {
  for (const Reference& reference : out_->facts.references) {
    VisitSpellings(NameOf(reference.expression), source.spelling,
                   [&](std::string_view name) { AddUnindexedWord(source, name, reference.site); });
  }
}

void FileResolver::AddUnindexedWord(const UnindexedSource& source, std::string_view text,
                                    Position site) {
  const Name name = program_.names.Find(text);
  if (name == Name::kUnknown) return;
  std::vector<Meant> meant;
  for (const NameGroup group : {kDocumentedNames, kOtherNames}) {
    for (const auto& pair : program_.methods.Find({group, name})) {
      const FileModel& model = program_.files[pair.value.file].model();
      if (source.Reaches(model.language)) meant.push_back({pair.value, EdgeRule::kCandidate});
    }
  }
  if (meant.empty()) return;
  out_->texts.emplace_back(text);
  AddAmbiguous(0, out_->texts.back(), EdgeType::kCalls, site, meant);
}

// In addition to the words themselves, which the facts contain.
void FileResolver::MentionSpellings(const UnindexedSource& source) {
  if (source.spelling == Spelling::kPlain) return;
  std::vector<std::uint32_t>& mentions = out_->mentions;
  for (const Reference& reference : out_->facts.references) {
    VisitSpellings(NameOf(reference.expression), source.spelling,
                   [&](std::string_view name) { mentions.push_back(MentionHash(name)); });
  }
  std::sort(mentions.begin(), mentions.end());
  mentions.erase(std::unique(mentions.begin(), mentions.end()), mentions.end());
}

}  // namespace waymark::indexer
