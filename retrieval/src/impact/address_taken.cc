#include "impact/address_taken.h"

#include <algorithm>

#include "graph/languages.h"

namespace waymark::retrieval {
namespace {

bool IsFunction(SymbolKind kind) {
  return kind == SymbolKind::kFunction || kind == SymbolKind::kMethod;
}

}  // namespace

bool AddressTaken::Of(SymbolId symbol) {
  if (!IsFunction(view_.Kind(symbol))) return false;
  view_.In(symbol, in_);
  const bool is_given = std::any_of(in_.begin(), in_.end(), [this](const Neighbor& edge) {
    return edge.type == EdgeType::kHandlesRoute ||
           (edge.type == EdgeType::kReferences && IsGiven(edge));
  });
  if (is_given) return true;
  if (!TraitsOf(view_.File(view_.FileOf(symbol)).language).runs_decorators) return false;
  view_.Out(symbol, out_);
  return std::any_of(out_.begin(), out_.end(), [this](const Neighbor& edge) {
    return edge.type == EdgeType::kDecoratedBy && !IsKnownToCall(edge.symbol);
  });
}

// Whether a site of `reference`, an edge of in_, is neither an import, nor a decorator, nor a call
// that gives a variable its value.
bool AddressTaken::IsGiven(const Neighbor& reference) {
  const FileId file = view_.FileOf(reference.symbol);
  const SymbolId whole_file = view_.File(file).first_symbol;
  view_.Sites(reference, sites_);
  return std::any_of(sites_.begin(), sites_.end(), [&](Position site) {
    const bool is_told = std::any_of(in_.begin(), in_.end(), [&](const Neighbor& edge) {
      const bool runs_it =
          (edge.type == EdgeType::kDecoratedBy && edge.symbol == reference.symbol) ||
          (edge.type == EdgeType::kCalls && edge.symbol == whole_file);
      return runs_it && StandsAt(edge, site);
    });
    return !is_told && !(reference.symbol == whole_file && IsImport(file, site));
  });
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
