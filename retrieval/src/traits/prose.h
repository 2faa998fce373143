// Documents among the symbols of a view: sections of prose and the files that contain them. They
// lend their words to the symbols that they name and are never part of a ranking themselves.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/languages.h"
#include "graph/read_view.h"
#include "traits/view_mark.h"

namespace waymark::retrieval {

inline bool IsProse(const graph::ReadView& view, FileId file) {
  return !IsCode(view.File(file).language);
}

// A section or the file of a document. O(1), and for most symbols only one look at their kind.
inline bool IsProse(const graph::ReadView& view, SymbolId symbol) {
  const SymbolKind kind = view.Kind(symbol);
  if (kind != SymbolKind::kResource && kind != SymbolKind::kFile) return false;
  return IsProse(view, view.FileOf(symbol));
}

// The documents of a view, and the number of sections that name each symbol; at most 65,535.
class ProseMentions {
 public:
  // Reads the view if it is another one. Cost: the files of the view, and the edges of the
  // documents among them.
  void Follow(const graph::ReadView& view);

  // Whether the followed view, which is `view`, has the symbol in a document. O(1), without a look
  // at the row of the file.
  bool IsProse(const graph::ReadView& view, SymbolId symbol) const {
    const SymbolKind kind = view.Kind(symbol);
    if (kind != SymbolKind::kResource && kind != SymbolKind::kFile) return false;
    return is_document_[ToIndex(view.FileOf(symbol))];
  }

  // REQUIRES: an id of the followed view.
  std::uint32_t Of(SymbolId symbol) const { return named_.empty() ? 0 : counts_[ToIndex(symbol)]; }

 private:
  void Count(const graph::ReadView& view, SymbolId symbol);

  ViewMark followed_;
  std::vector<bool> is_document_;      // by file
  std::vector<std::uint16_t> counts_;  // of the symbols of the view, where documents name any
  std::vector<SymbolId> named_;
};

}  // namespace waymark::retrieval
