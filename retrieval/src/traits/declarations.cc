#include "retrieval/declarations.h"

#include <algorithm>

namespace waymark::retrieval {

SymbolId DefinitionOf(const graph::ReadView& view, SymbolId symbol,
                      std::vector<Neighbor>& scratch) {
  if ((view.Flags(symbol) & kSymbolDeclaration) == 0) return symbol;
  view.Out(symbol, scratch);
  for (const Neighbor& neighbor : scratch) {
    if (neighbor.type == EdgeType::kDeclares) return neighbor.symbol;
  }
  return symbol;
}

SymbolId SingleDefinitionOf(const graph::ReadView& view, SymbolId symbol,
                            std::vector<Neighbor>& scratch) {
  const SymbolId definition = DefinitionOf(view, symbol, scratch);
  if (definition == symbol) return symbol;
  const auto declares = [](const Neighbor& edge) { return edge.type == EdgeType::kDeclares; };
  return std::count_if(scratch.begin(), scratch.end(), declares) == 1 ? definition : symbol;
}

std::vector<SymbolId> DeclarationsOf(const graph::ReadView& view, SymbolId definition) {
  std::vector<Neighbor> in;
  view.In(definition, in);
  std::vector<SymbolId> declarations;
  for (const Neighbor& edge : in) {
    if (edge.type == EdgeType::kDeclares) declarations.push_back(edge.symbol);
  }
  return declarations;
}

}  // namespace waymark::retrieval
