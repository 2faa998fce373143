#include "traits/syntax_names.h"

#include "graph/ascii.h"
#include "graph/languages.h"
#include "text/name_bytes.h"

namespace waymark::retrieval {
namespace {

bool IsWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool IsBetween(std::string_view affix, std::string_view name) {
  return !affix.empty() && name.size() > 2 * affix.size() && name.starts_with(affix) &&
         name.ends_with(affix);
}

bool BeginsWithWord(std::string_view name, std::string_view word) {
  return !word.empty() && name.starts_with(word) && name.size() > word.size() &&
         !IsWord(name[word.size()]);
}

}  // namespace

bool IsOperator(std::string_view name) { return BeginsWithWord(name, kOperator); }

bool RunBySyntax(Language language, std::string_view name) {
  if (name.empty()) return false;
  const LanguageTraits& traits = TraitsOf(language);
  if (ListsWord(traits.constructors, name)) return false;
  return traits.implicit_marks.find(name.front()) != std::string_view::npos ||
         BeginsWithWord(name, traits.operator_word) || IsBetween(traits.special_affix, name) ||
         ListsWord(traits.implicit_names, name);
}

}  // namespace waymark::retrieval
