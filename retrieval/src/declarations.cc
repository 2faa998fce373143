#include "retrieval/declarations.h"

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

std::vector<SymbolId> DeclarationsOf(const graph::ReadView& view, SymbolId definition) {
  std::vector<Neighbor> in;
  std::vector<Neighbor> scratch;
  view.In(definition, in);
  std::vector<SymbolId> declarations;
  for (const Neighbor& edge : in) {
    if (edge.type == EdgeType::kDeclares &&
        DefinitionOf(view, edge.symbol, scratch) == definition) {
      declarations.push_back(edge.symbol);
    }
  }
  return declarations;
}

}  // namespace waymark::retrieval
