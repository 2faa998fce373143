#include "traits/prose.h"

#include <limits>

namespace waymark::retrieval {

void ProseMentions::Follow(const graph::ReadView& view) {
  if (!followed_.MovesTo(view)) return;
  for (const SymbolId symbol : named_) counts_[ToIndex(symbol)] = 0;
  named_.clear();
  is_document_.assign(view.file_bound(), false);
  std::vector<SymbolId> sections;
  std::vector<Neighbor> neighbors;
  for (std::uint32_t i = 0; i < view.file_bound(); ++i) {
    const FileId file{i};
    if (!view.IsLive(file) || !retrieval::IsProse(view, file)) continue;
    is_document_[i] = true;
    view.SymbolsOf(file, sections);
    for (const SymbolId section : sections) {
      view.Out(section, neighbors);
      for (const Neighbor& neighbor : neighbors) {
        if (neighbor.type == EdgeType::kDocuments) Count(view, neighbor.symbol);
      }
    }
  }
}

void ProseMentions::Count(const graph::ReadView& view, SymbolId symbol) {
  if (counts_.size() < view.symbol_bound()) counts_.resize(view.symbol_bound());
  std::uint16_t& count = counts_[ToIndex(symbol)];
  if (count == 0) named_.push_back(symbol);
  if (count < std::numeric_limits<std::uint16_t>::max()) ++count;
}

}  // namespace waymark::retrieval
