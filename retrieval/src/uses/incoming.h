// Edges into a symbol as a traversal follows them: its own, and those of its aliases. Aliases are
// its declarations, methods that it overrides (their callers may run it), and addresses that a
// route answers.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graph/read_view.h"
#include "uses/symbol_notes.h"

namespace waymark::retrieval {

class IncomingEdges {
 public:
  // `edge_types` and `min_confidence` are as in BlastOptions. `notes` follow the view.
  IncomingEdges(const graph::ReadView& view, std::span<const EdgeType> edge_types,
                float min_confidence, SymbolNotes& notes);

  // Edges of the followed types, in the order of ReadView::In. Valid until the next call. Cost: one
  // array access; the edges of a symbol that was not asked about before are read.
  std::span<const Neighbor> Of(SymbolId symbol) {
    const SymbolNotes::Note& note = notes_.Of(symbol);
    const bool is_known = notes_follow_ && (note.facts & SymbolNotes::kUsesKnown) != 0;
    return is_known ? notes_.UsesOf(note) : Read(symbol);
  }

  // The number of the edges that Of returned among the noted uses; see SymbolNotes::NumberOf.
  std::uint32_t NumberOf(std::span<const Neighbor> edges) const { return notes_.NumberOf(edges); }

  // Aliases without the symbol itself; at most kMaxAliases. Override edges below `min_confidence`
  // are ignored. Validity and cost as above.
  std::span<const Alias> AliasesOf(SymbolId symbol) {
    const SymbolNotes::Note& note = notes_.Of(symbol);
    if ((note.facts & SymbolNotes::kAliasesKnown) == 0) FindAliases(symbol);
    return notes_.AliasesOf(note);
  }

 private:
  std::span<const Neighbor> Read(SymbolId symbol);
  void FindAliases(SymbolId symbol);
  void AddOverridden(SymbolId symbol);
  void AddAlias(SymbolId symbol, SymbolId alias, float confidence, bool is_overridden);

  const graph::ReadView& view_;
  const float min_confidence_;
  SymbolNotes& notes_;
  const bool notes_follow_;  // the same types, those that carry dependence
  std::array<bool, 256> followed_{};
  std::vector<Alias> aliases_;
  std::vector<SymbolId> requests_;
  std::vector<Neighbor> edges_;
};

// Appends the methods that the symbol overrides, directly or through others, and their
// declarations; at most kMaxAliases. Cost: the edges of these methods.
void OverriddenBy(const graph::ReadView& view, SymbolId symbol, std::vector<SymbolId>& out);

// Appends the calls and uses of an overridden method that may mean any of its overrides. A call by
// an override is left out: it names the base's own method (`super`).
void DispatchingUses(const graph::ReadView& view, SymbolId overridden, std::vector<Neighbor>& out);

}  // namespace waymark::retrieval
