// The edge side of BaseView.
#include <algorithm>

#include "base_view.h"
#include "bytes.h"

namespace waymark::graph {
namespace {

bool ComesBefore(const Neighbor& a, const Neighbor& b) {
  return a.type != b.type ? a.type < b.type : a.symbol < b.symbol;
}

}  // namespace

void BaseView::Out(SymbolId symbol, std::vector<Neighbor>& out) const {
  out.clear();
  const std::uint32_t source = ToIndex(symbol);
  EdgeDecoder edges(out_rows_.RowOf(source), source, edge_context_);
  out.reserve(edges.ReadOutgoingCount());
  while (edges.Next()) {
    out.push_back(Neighbor{SymbolId{edges.symbol()}, TypeOf(edges.label()), RuleOf(edges.label()),
                           0, source});
  }
  const Range foreign = ForeignOf(symbol);
  for (std::uint32_t i = foreign.begin; i < foreign.end; ++i) {
    const SymbolId child{foreign_children_[i]};
    if (!IsLive(child)) continue;
    const Neighbor nested{child, EdgeType::kContains, EdgeRule::kStructure, 0, source};
    out.insert(std::upper_bound(out.begin(), out.end(), nested, ComesBefore), nested);
  }
}

void BaseView::In(SymbolId symbol, std::vector<Neighbor>& out) const {
  out.clear();
  const std::uint32_t target = ToIndex(symbol);
  EdgeDecoder edges(in_rows_.RowOf(target), target, edge_context_);
  out.reserve(edges.ReadIncomingCount() + 1);
  while (edges.Next()) {
    out.push_back(Neighbor{SymbolId{edges.symbol()}, TypeOf(edges.label()), RuleOf(edges.label()),
                           0, target | kIncomingEdge});
  }
  const SymbolId parent = Parent(symbol);
  if (parent == SymbolId::kNone) return;
  const Neighbor nested{parent, EdgeType::kContains, EdgeRule::kStructure, 0,
                        target | kIncomingEdge};
  out.insert(std::upper_bound(out.begin(), out.end(), nested, ComesBefore), nested);
}

std::uint32_t BaseView::OutDegree(SymbolId symbol) const {
  const std::uint32_t source = ToIndex(symbol);
  EdgeDecoder edges(out_rows_.RowOf(source), source, edge_context_);
  const Range foreign = ForeignOf(symbol);
  return edges.ReadOutgoingCount() + foreign.end - foreign.begin;
}

std::uint32_t BaseView::InDegree(SymbolId symbol) const {
  const std::uint32_t target = ToIndex(symbol);
  EdgeDecoder edges(in_rows_.RowOf(target), target, edge_context_);
  return edges.ReadIncomingCount() + (Parent(symbol) != SymbolId::kNone ? 1 : 0);
}

Range BaseView::ForeignOf(SymbolId symbol) const {
  const Range range = foreign_.Get(ToIndex(symbol)).value_or(Range());
  const bool is_valid = range.begin <= range.end && range.end <= foreign_children_.size();
  return is_valid ? range : Range();
}

void BaseView::Sites(const Neighbor& neighbor, std::vector<Position>& out) const {
  out.clear();
  if (neighbor.type == EdgeType::kContains) return;
  const bool is_incoming = (neighbor.edge & kIncomingEdge) != 0;
  const std::uint32_t asked = neighbor.edge & ~kIncomingEdge;
  const std::uint32_t source = is_incoming ? ToIndex(neighbor.symbol) : asked;
  const std::uint32_t target = is_incoming ? asked : ToIndex(neighbor.symbol);
  if (source >= symbol_count_) return;
  EdgeDecoder edges(out_rows_.RowOf(source), source, edge_context_);
  const std::uint32_t count = edges.ReadOutgoingCount();
  // Edges with sites that come before the one asked for.
  std::uint32_t before = 0;
  bool found = false;
  for (std::uint32_t i = 0; i < count && edges.Next(); ++i) {
    if (TypeOf(edges.label()) == EdgeType::kContains) continue;
    found = found || (edges.symbol() == target && TypeOf(edges.label()) == neighbor.type);
    if (!found) ++before;
  }
  if (!found) return;
  ByteReader& sites = edges.sites();
  std::int64_t line = place_[source].begin_line;
  for (std::uint32_t i = 0; i <= before && sites.ok(); ++i) {
    const std::uint32_t site_count = edges.is_irregular() ? sites.Varint32() : 1;
    for (std::uint32_t s = 0; s < site_count && sites.ok(); ++s) {
      line += UnZigZag(sites.Varint());
      const std::uint32_t column = sites.Varint32();
      if (i == before && sites.ok()) {
        out.push_back(Position{static_cast<std::uint32_t>(line), column});
      }
    }
  }
}

}  // namespace waymark::graph
