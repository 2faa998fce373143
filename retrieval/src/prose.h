// Documents among the symbols of a view: sections of prose and the files that hold them. They lend
// their words to the symbols that they name and are no part of a ranking themselves.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

inline bool IsProse(const graph::ReadView& view, FileId file) {
  return view.File(file).language == Language::kProse;
}

// A section or the file of a document. O(1), and for most symbols the look at their kind alone.
inline bool IsProse(const graph::ReadView& view, SymbolId symbol) {
  const SymbolKind kind = view.Kind(symbol);
  if (kind != SymbolKind::kResource && kind != SymbolKind::kFile) return false;
  return IsProse(view, view.FileOf(symbol));
}

// How many sections name each symbol.
class ProseMentions {
 public:
  // Cost: the files of the view, and the edges of the documents among them.
  explicit ProseMentions(const graph::ReadView& view);

  std::uint32_t Of(SymbolId symbol) const {
    if (counts_.empty()) return 0;
    const auto found = counts_.find(symbol);
    return found == counts_.end() ? 0 : found->second;
  }

 private:
  std::unordered_map<SymbolId, std::uint32_t> counts_;
};

}  // namespace waymark::retrieval
