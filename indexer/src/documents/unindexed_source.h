// Files in languages that are not indexed and can use what those that are define: Kotlin beside
// Java, a template beside Python. Nothing is known of them but the words they hold.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "facts/facts_draft.h"
#include "graph/languages.h"
#include "indexer/language.h"

namespace waymark::indexer {

// By what other words such a language reaches what a word is the name of.
enum class Spelling : std::uint8_t {
  kPlain,
  kBean,  // `x.name` runs getName, setName or isName
  kRuby,  // `x.name = y` runs name=
};

struct UnindexedSource {
  std::string_view extension;                   // with the dot
  Grammar grammar = Grammar::kUnindexedSource;  // or kTemplate
  std::uint32_t reaches = 0;                    // a bit for each NameGroup
  Spelling spelling = Spelling::kPlain;

  bool Reaches(Language language) const {
    return (reaches >> static_cast<unsigned>(NameGroupOf(language)) & 1) != 0;
  }
};

// nullptr where the path is that of no such file. Static storage.
const UnindexedSource* FindUnindexedSource(std::string_view path);

// Fills a draft that has begun with the file's bytes: one symbol, the file's, and for each distinct
// word a reference of role kValue where it stands first. Of a template the words between the marks
// of code and in the values of attributes, and tags in capitals, else all, those of comments and
// texts as well: what is not understood may be a use. `my-part` is `MyPart` and `myPart` too. Cost:
// linear in the bytes.
void CollectUnindexedWords(Grammar grammar, FactsDraft& draft);

// Tells every name that a word may stand for, itself first.
void VisitSpellings(std::string_view word, Spelling spelling,
                    const std::function<void(std::string_view name)>& visit);

}  // namespace waymark::indexer
