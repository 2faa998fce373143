#include "extract/extract.h"
#include "graph/languages.h"
#include "indexer/language.h"

namespace waymark::indexer {

std::optional<Position> FirstSyntaxError(std::string_view path, std::string_view bytes) {
  const GrammarRow* const grammar = DetectGrammar(path, bytes);
  if (grammar == nullptr || !IsCode(grammar->language)) return std::nullopt;
  Extractor extractor;
  if (!extractor.Extract(bytes, *grammar, path).ok()) return std::nullopt;
  return extractor.first_syntax_error();
}

}  // namespace waymark::indexer
