// Brings an overlay back into the form it was written from, for the next one over the same base.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "overlay/overlay_content.h"
#include "overlay/overlay_part.h"

namespace waymark::graph {

// The symbol of the new view for one of the old; kNone when it is gone.
using MapSymbol = std::function<SymbolId(SymbolId)>;

class OverlayCarrier {
 public:
  // `old` lives as long as what is read from it.
  OverlayCarrier(const GraphPart& base, const OverlayPart& old) : base_(base), old_(old) {}

  // A file without its references: attributes, symbols, postings, mentions. Parents are not mapped
  // yet.
  std::unique_ptr<OverlayFile> ReadFile(FileId own_file, TextKeeper& texts);

  // Edges and references of a row's owner, a file of the overlay or a rebound one. What leads to a
  // symbol that is gone is left out; edges left out are counted in `dangling`.
  void ReadBindings(SymbolId first_symbol, std::uint32_t symbol_count, const MapSymbol& map,
                    FileBindings& bindings, std::uint64_t& dangling);

 private:
  // The overlay's inverted lists, turned around once.
  void Invert();

  const GraphPart& base_;
  const OverlayPart& old_;
  bool is_inverted_ = false;
  std::vector<BaseTerms::Stemmed> postings_;           // by symbol of the overlay
  std::vector<std::size_t> posting_begin_;             // by symbol, and one more
  std::vector<std::vector<std::uint32_t>> mentions_;   // by file
  std::vector<GraphPart::NamedReference> references_;  // by (source, site, name)
  RowReader reader_;
};

}  // namespace waymark::graph
