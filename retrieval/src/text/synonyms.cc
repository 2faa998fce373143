#include "text/synonyms.h"

#include <map>
#include <set>

#include "graph/tokenize.h"

namespace waymark::retrieval {
namespace {

constexpr std::string_view kGroups[] = {
#define WM_SYNONYMS(words) words,
#include "text/synonyms.def"
#undef WM_SYNONYMS
};

using SynonymTable = std::map<std::string, std::vector<std::string>, std::less<>>;

SynonymTable ReadGroups() {
  std::map<std::string, std::set<std::string>> found;
  graph::Tokenizer tokenizer;
  std::vector<std::string_view> stems;
  for (const std::string_view group : kGroups) {
    stems.clear();
    tokenizer.Append(group, stems);
    for (const std::string_view stem : stems) {
      for (const std::string_view other : stems) {
        if (other != stem) found[std::string(stem)].emplace(other);
      }
    }
  }
  SynonymTable table;
  for (const auto& [stem, others] : found) table[stem].assign(others.begin(), others.end());
  return table;
}

}  // namespace

const std::vector<std::string>& SynonymsOf(std::string_view stem) {
  static const SynonymTable table = ReadGroups();
  static const std::vector<std::string> none;
  const auto at = table.find(stem);
  return at == table.end() ? none : at->second;
}

}  // namespace waymark::retrieval
