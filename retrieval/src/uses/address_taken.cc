#include "uses/address_taken.h"

#include <algorithm>

#include "graph/languages.h"
#include "traits/kind_traits.h"

namespace waymark::retrieval {

std::span<const UsePlace> AddressTaken::Of(SymbolId symbol) {
  places_.clear();
  if (!IsCallable(view_.Kind(symbol))) return places_;
  view_.In(symbol, in_);
  for (const Neighbor& edge : in_) {
    if (edge.type == EdgeType::kHandlesRoute) AddSites(edge, edge.symbol);
    if (edge.type == EdgeType::kReferences) AddGiven(edge);
  }
  if (!TraitsOf(view_.File(view_.FileOf(symbol)).language).runs_decorators) return places_;
  view_.Out(symbol, out_);
  for (const Neighbor& edge : out_) {
    const bool is_given = edge.type == EdgeType::kDecoratedBy && !IsKnownToCall(edge.symbol);
    if (is_given) AddSites(edge, symbol);
  }
  return places_;
}

void AddressTaken::AddSites(const Neighbor& edge, SymbolId source) {
  view_.Sites(edge, sites_);
  if (sites_.empty()) sites_.push_back({});
  for (const Position site : sites_) places_.push_back({source, site});
}

// Adds the sites of `reference`, an edge of in_, that are neither an import, nor a decorator, nor a
// call that gives a variable its value.
void AddressTaken::AddGiven(const Neighbor& reference) {
  const FileId file = view_.FileOf(reference.symbol);
  const SymbolId whole_file = view_.File(file).first_symbol;
  view_.Sites(reference, sites_);
  for (const Position site : sites_) {
    const bool is_told = std::any_of(in_.begin(), in_.end(), [&](const Neighbor& edge) {
      const bool runs_it =
          (edge.type == EdgeType::kDecoratedBy && edge.symbol == reference.symbol) ||
          (edge.type == EdgeType::kCalls && edge.symbol == whole_file);
      return runs_it && StandsAt(edge, site);
    });
    const bool is_import = !is_told && reference.symbol == whole_file && IsImport(file, site);
    if (!is_told && !is_import) places_.push_back({reference.symbol, site});
  }
}

bool AddressTaken::IsImport(FileId file, Position site) {
  view_.Out(view_.File(file).first_symbol, out_);
  return std::any_of(out_.begin(), out_.end(), [&](const Neighbor& edge) {
    return edge.type == EdgeType::kImports && StandsAt(edge, site);
  });
}

bool AddressTaken::StandsAt(const Neighbor& edge, Position site) {
  view_.Sites(edge, others_);
  return std::binary_search(others_.begin(), others_.end(), site);
}

// Whether the target of the edges in_ is called in the decorator or in a function nested in it.
bool AddressTaken::IsKnownToCall(SymbolId decorator) const {
  return std::any_of(in_.begin(), in_.end(), [&](const Neighbor& edge) {
    if (edge.type != EdgeType::kCalls) return false;
    for (SymbolId at = edge.symbol; at != SymbolId::kNone; at = view_.Symbol(at).parent) {
      if (at == decorator) return true;
    }
    return false;
  });
}

}  // namespace waymark::retrieval
