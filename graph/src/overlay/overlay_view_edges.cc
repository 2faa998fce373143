// The edges of OverlayView.
#include <algorithm>

#include "overlay/overlay_view.h"

namespace waymark::graph {

void OverlayView::SortNeighbors(std::vector<Neighbor>& out) const {
  std::sort(out.begin(), out.end(), [this](const Neighbor& a, const Neighbor& b) {
    return a.type != b.type ? a.type < b.type : ComesBefore(a.symbol, b.symbol);
  });
}

// The base lists unchanged children under the symbol that was their parent there.
template <typename Visitor>
void OverlayView::ForEachForeignChild(SymbolId symbol, Visitor&& visitor) const {
  const auto visit = [&](const GraphPart& part, std::uint32_t row, auto&& is_listed) {
    const Range foreign = part.ForeignOf(row);
    for (std::uint32_t i = foreign.begin; i < foreign.end; ++i) {
      const SymbolId child = part.ForeignChild(i);
      if (is_listed(child)) visitor(child);
    }
  };
  const SymbolId counterpart = overlay_->Counterpart(symbol);
  if (counterpart != SymbolId::kNone) {
    visit(*base_, ToIndex(counterpart),
          [this](SymbolId child) { return !IsOwn(child) && !overlay_->IsMasked(ToIndex(child)); });
  }
  if (!IsTouched(symbol)) return;
  visit(own_, overlay_->InRow(symbol), [this](SymbolId child) { return IsLive(child); });
}

void OverlayView::Out(SymbolId symbol, std::vector<Neighbor>& out) const {
  out.clear();
  const bool has_own_row = HasOwnRow(symbol);
  if (has_own_row) {
    own_.AppendOut(overlay_->OutRow(symbol), symbol, out);
  } else {
    base_->AppendOut(ToIndex(symbol), symbol, out);
  }
  // Ids of the base alone are already in order.
  bool in_order = true;
  bool some_are_gone = false;
  for (Neighbor& neighbor : out) {
    neighbor.symbol = overlay_->Live(neighbor.symbol);
    some_are_gone |= neighbor.symbol == SymbolId::kNone;
    in_order &= !IsOwn(neighbor.symbol);
  }
  if (some_are_gone) {
    std::erase_if(out, [](const Neighbor& gone) { return gone.symbol == SymbolId::kNone; });
  }
  ForEachForeignChild(symbol, [&](SymbolId child) {
    out.push_back(Neighbor{child, EdgeType::kContains, EdgeRule::kStructure, 0, ToIndex(symbol)});
    in_order = false;
  });
  if (!in_order) SortNeighbors(out);
}

void OverlayView::In(SymbolId symbol, std::vector<Neighbor>& out) const {
  out.clear();
  const std::uint32_t edge = ToIndex(symbol) | kIncomingEdge;
  const SymbolId counterpart = overlay_->Counterpart(symbol);
  if (counterpart != SymbolId::kNone) {
    base_->AppendIn(ToIndex(counterpart), counterpart, out);
  }
  if (IsTouched(symbol)) {
    std::erase_if(out, [this](const Neighbor& neighbor) {
      return overlay_->IsChanged(ToIndex(neighbor.symbol));
    });
    for (Neighbor& neighbor : out) neighbor.edge = edge;
    const std::size_t from_base = out.size();
    own_.AppendIn(overlay_->InRow(symbol), symbol, out);
    out.erase(std::remove_if(out.begin() + static_cast<std::ptrdiff_t>(from_base), out.end(),
                             [this](const Neighbor& neighbor) { return !IsLive(neighbor.symbol); }),
              out.end());
  }
  const SymbolId parent = Parent(symbol);
  if (parent != SymbolId::kNone) {
    out.push_back(Neighbor{parent, EdgeType::kContains, EdgeRule::kStructure, 0, edge});
  }
  if (IsTouched(symbol)) {
    SortNeighbors(out);
  } else if (parent != SymbolId::kNone) {
    // The rest is in order; only the parent is inserted.
    const auto place = std::upper_bound(
        out.begin(), out.end() - 1, out.back(), [this](const Neighbor& a, const Neighbor& b) {
          return a.type != b.type ? a.type < b.type : ComesBefore(a.symbol, b.symbol);
        });
    std::rotate(place, out.end() - 1, out.end());
  }
}

std::uint32_t OverlayView::OutDegree(SymbolId symbol) const {
  const bool has_own_row = HasOwnRow(symbol);
  if (overlay_->dangling_edges() > 0) {
    std::vector<Neighbor> neighbors;
    Out(symbol, neighbors);
    return static_cast<std::uint32_t>(neighbors.size());
  }
  std::uint32_t count =
      has_own_row ? own_.OutCount(overlay_->OutRow(symbol)) : base_->OutCount(ToIndex(symbol));
  ForEachForeignChild(symbol, [&count](SymbolId) { ++count; });
  return count;
}

std::uint32_t OverlayView::InDegree(SymbolId symbol) const {
  const std::uint32_t nesting = Parent(symbol) != SymbolId::kNone ? 1 : 0;
  if (!IsTouched(symbol)) return base_->InCount(ToIndex(symbol)) + nesting;
  return overlay_->IncomingCount(overlay_->InRow(symbol)) + nesting;
}

void OverlayView::Sites(const Neighbor& neighbor, std::vector<Position>& out) const {
  out.clear();
  if (neighbor.type == EdgeType::kContains) return;
  const auto [source, target] = EndsOf(neighbor);
  if (!IsLive(source) || !IsLive(target)) return;
  const std::uint32_t line =
      IsOwn(source) ? own_.FirstLine(Local(source)) : base_->FirstLine(source);
  if (HasOwnRow(source)) {
    own_.Sites(overlay_->OutRow(source), source, line, target, neighbor.type, out);
  } else {
    // The row names the target by its id in the base.
    base_->Sites(ToIndex(source), source, line, overlay_->Counterpart(target), neighbor.type, out);
  }
}

}  // namespace waymark::graph
