// The edges of GraphPart.
#include "view/graph_part.h"

namespace waymark::graph {

void GraphPart::AppendOut(std::uint32_t row, SymbolId own, std::vector<Neighbor>& out) const {
  EdgeDecoder edges(out_rows_.RowOf(row), ToIndex(own), edge_context_);
  out.reserve(out.size() + edges.ReadOutgoingCount());
  while (edges.Next()) {
    out.push_back(Neighbor{SymbolId{edges.symbol()}, TypeOf(edges.label()), RuleOf(edges.label()),
                           0, ToIndex(own)});
  }
}

void GraphPart::AppendIn(std::uint32_t row, SymbolId own, std::vector<Neighbor>& out) const {
  EdgeDecoder edges(in_rows_.RowOf(row), ToIndex(own), edge_context_);
  out.reserve(out.size() + edges.ReadIncomingCount() + 1);
  while (edges.Next()) {
    out.push_back(Neighbor{SymbolId{edges.symbol()}, TypeOf(edges.label()), RuleOf(edges.label()),
                           0, ToIndex(own) | kIncomingEdge});
  }
}

std::uint32_t GraphPart::OutCount(std::uint32_t row) const {
  return out_degrees_.Get(row, [&] {
    return EdgeDecoder(out_rows_.RowOf(row), row, edge_context_).ReadOutgoingCount();
  });
}

std::uint32_t GraphPart::InCount(std::uint32_t row) const {
  return in_degrees_.Get(row, [&] {
    return EdgeDecoder(in_rows_.RowOf(row), row, edge_context_).ReadIncomingCount();
  });
}

Range GraphPart::ForeignOf(std::uint32_t row) const {
  const Range range = foreign_.Get(row).value_or(Range());
  const bool is_valid = range.begin <= range.end && range.end <= foreign_children_.size();
  return is_valid ? range : Range();
}

void GraphPart::Sites(std::uint32_t row, SymbolId own, std::uint32_t first_line, SymbolId target,
                      EdgeType type, std::vector<Position>& out) const {
  EdgeDecoder edges(out_rows_.RowOf(row), ToIndex(own), edge_context_);
  const std::uint32_t count = edges.ReadOutgoingCount();
  // Number of edges with sites before the requested one.
  std::uint32_t before = 0;
  bool found = false;
  for (std::uint32_t i = 0; i < count && edges.Next(); ++i) {
    if (TypeOf(edges.label()) == EdgeType::kContains) continue;
    found = found || (edges.symbol() == ToIndex(target) && TypeOf(edges.label()) == type);
    if (!found) ++before;
  }
  if (!found) return;
  ByteReader& sites = edges.sites();
  std::int64_t line = first_line;
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
