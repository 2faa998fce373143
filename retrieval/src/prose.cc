#include "prose.h"

namespace waymark::retrieval {

ProseMentions::ProseMentions(const graph::ReadView& view) {
  std::vector<SymbolId> sections;
  std::vector<Neighbor> neighbors;
  for (std::uint32_t i = 0; i < view.file_bound(); ++i) {
    const FileId file{i};
    if (!view.IsLive(file) || !IsProse(view, file)) continue;
    view.SymbolsOf(file, sections);
    for (const SymbolId section : sections) {
      view.Out(section, neighbors);
      for (const Neighbor& neighbor : neighbors) {
        if (neighbor.type == EdgeType::kDocuments) ++counts_[neighbor.symbol];
      }
    }
  }
}

}  // namespace waymark::retrieval
