#include "services/catalogue_of_view.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "graph/tokenize.h"

namespace waymark::services {
namespace {

CataloguedNames Listed(NameRole role, std::vector<NameHash> names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return {.role = role, .names = std::move(names)};
}

}  // namespace

std::vector<CataloguedNames> NamesOf(const graph::ReadView& view) {
  std::vector<NameHash> declared;
  std::vector<NameHash> words;
  graph::Tokenizer tokenizer;
  view.VisitNames("", [&](std::string_view name) {
    declared.push_back(HashOfName(name));
    tokenizer.Visit(name, [&words](std::string_view word) { words.push_back(HashOfName(word)); });
    return true;
  });
  std::vector<NameHash> unresolved;
  std::string last;  // references of one name lie together in places
  view.VisitUnresolved([&](std::string_view name, const UnresolvedRow&) {
    if (name == last) return true;
    last = name;
    unresolved.push_back(HashOfName(name));
    return true;
  });
  std::vector<CataloguedNames> lists;
  lists.push_back(Listed(NameRole::kDeclared, std::move(declared)));
  lists.push_back(Listed(NameRole::kUnresolved, std::move(unresolved)));
  lists.push_back(Listed(NameRole::kWord, std::move(words)));
  return lists;
}

}  // namespace waymark::services
