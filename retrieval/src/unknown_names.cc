#include "retrieval/unknown_names.h"

#include "graph/tokenize.h"
#include "mentions.h"
#include "question.h"

namespace waymark::retrieval {
namespace {

bool HasSeveralWords(const std::string& identifier) {
  std::vector<std::string_view> words;
  graph::SplitIdentifier(identifier, words);
  return words.size() > 1;
}

}  // namespace

std::vector<std::string> UnknownNames(const graph::ReadView& view, std::string_view task) {
  std::vector<std::string> unknown;
  std::vector<SymbolId> symbols;
  for (std::string& identifier : FindMentions(TextOfTask(view, task)).identifiers) {
    const std::vector<std::string_view> components = NameComponents(identifier);
    if (components.empty() || !HasSeveralWords(identifier)) continue;
    view.WithName(components.back(), symbols);
    if (symbols.empty()) unknown.push_back(std::move(identifier));
  }
  return unknown;
}

}  // namespace waymark::retrieval
