// Converts an overlay back to the form from which it was written, for the next overlay over the
// same base.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "overlay/overlay_content.h"
#include "overlay/overlay_part.h"

namespace waymark::graph {

// Maps a symbol of the old view to the new one; kNone if it is gone.
using MapSymbol = std::function<SymbolId(SymbolId)>;

class OverlayCarrier {
 public:
  // `old` must outlive everything that is read from it.
  OverlayCarrier(const GraphPart& base, const OverlayPart& old) : base_(base), old_(old) {}

  // Reads a file without its references: attributes, symbols, postings, mentions. Parents are not
  // mapped yet.
  std::unique_ptr<OverlayFile> ReadFile(FileId own_file, TextKeeper& texts);

  // Reads the edges and references of a file of the overlay or a rebound file. Entries that lead to
  // a symbol that is gone are dropped; dropped edges are counted in `dangling`.
  void ReadBindings(SymbolId first_symbol, std::uint32_t symbol_count, const MapSymbol& map,
                    FileBindings& bindings, std::uint64_t& dangling);

 private:
  // Inverts the overlay's inverted lists once.
  void Invert();

  const GraphPart& base_;
  const OverlayPart& old_;
  bool is_inverted_ = false;
  std::vector<BaseTerms::Stemmed> postings_;           // by symbol of the overlay
  std::vector<std::size_t> posting_begin_;             // by symbol, with one more element
  std::vector<std::vector<std::uint32_t>> mentions_;   // by file
  std::vector<GraphPart::NamedReference> references_;  // by (source, site, name)
  RowReader reader_;
};

}  // namespace waymark::graph
