#include "indexer/known_names.h"

#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

// Whether the blank-separated list contains the name.
bool Lists(std::string_view words, std::string_view name) {
  for (std::size_t at = words.find(name); at != words.npos; at = words.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || words[at - 1] == ' ';
    if (begins && (end == words.size() || words[end] == ' ')) return true;
  }
  return false;
}

}  // namespace

bool IsKnownName(Language language, std::string_view name) {
  const ResolutionRules& rules = RulesOf(language);
  return !name.empty() && (Lists(rules.predeclared, name) || Lists(rules.foreign_members, name));
}

}  // namespace waymark::indexer
