// Files in languages that are not indexed but can use indexed ones: Kotlin beside Java, a template
// beside Python. Only their words are known. Minified files are read in the same way.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "facts/facts_draft.h"
#include "graph/languages.h"
#include "indexer/language.h"

namespace waymark::indexer {

// How such a language spells a use of an indexed definition.
enum class Spelling : std::uint8_t {
  kPlain,
  kBean,  // `x.name` runs getName, setName or isName
  kRuby,  // `x.name = y` runs name=
};

struct UnindexedSource {
  std::string_view extension;                   // with the dot
  Grammar grammar = Grammar::kUnindexedSource;  // or kTemplate
  std::uint32_t reaches = 0;                    // one bit per NameGroup
  Spelling spelling = Spelling::kPlain;

  bool Reaches(Language language) const {
    return (reaches >> static_cast<unsigned>(NameGroupOf(language)) & 1) != 0;
  }
};

// nullptr if the path is not of such a file. Static storage.
const UnindexedSource* FindUnindexedSource(std::string_view path);

// A minified file of an indexed language, whose words may mean what its language can name.
UnindexedSource MinifiedSource(Language language);

// Fills a draft that was begun with the file's bytes: one symbol, the file's, and a reference of
// role kValue for each distinct word at its first occurrence. Templates contribute the words
// between their code marks, words in attribute values, and capitalised tags. Other files contribute
// all words, those in comments and strings as well, since any may be a use. `my-part` also counts
// as `MyPart` and `myPart`. Cost: linear in the bytes.
void CollectUnindexedWords(Grammar grammar, FactsDraft& draft);

// Visits every name that a word may stand for, the word itself first.
void VisitSpellings(std::string_view word, Spelling spelling,
                    const std::function<void(std::string_view name)>& visit);

}  // namespace waymark::indexer
