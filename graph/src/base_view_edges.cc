// The edge side of BaseView. Nesting is stored once, as parent and children, and put into its place
// among the other edges here.
#include <algorithm>

#include "base_view.h"
#include "bytes.h"

namespace waymark::graph {
namespace {

// Calls visitor(index, id, label) for elements [begin, end) of two columns that are indexed
// together, block by block.
template <typename Visitor>
void ForEachEdge(const Column<std::uint32_t>& ids, const Column<EdgeLabel>& labels,
                 std::uint32_t begin, std::uint32_t end, Visitor&& visitor) {
  while (begin < end) {
    const Column<std::uint32_t>::Run id_run = ids.RunAt(begin);
    const Column<EdgeLabel>::Run label_run = labels.RunAt(begin);
    const auto count = static_cast<std::uint32_t>(
        std::min({id_run.count, label_run.count, std::uint64_t{end - begin}}));
    for (std::uint32_t i = 0; i < count; ++i) visitor(begin + i, id_run[i], label_run[i]);
    begin += count;
  }
}

Neighbor Nested(SymbolId symbol) {
  return Neighbor{symbol, EdgeType::kContains, EdgeRule::kStructure, 0, kNoEdge};
}

}  // namespace

void BaseView::Out(SymbolId symbol, std::vector<Neighbor>& out) const {
  out.clear();
  const std::uint32_t source = ToIndex(symbol);
  const Span row = RowOf(out_offsets_, source, out_target_.size());
  const Span nested = RowOf(child_offsets_, source, children_.size());
  std::uint32_t next_child = nested.begin;
  const auto append_children = [&] {
    for (; next_child < nested.end; ++next_child) {
      const std::uint32_t child = children_[next_child];
      if (child < symbol_count_) out.push_back(Nested(SymbolId{child}));
    }
  };
  ForEachEdge(out_target_, out_label_, row.begin, row.end,
              [&](std::uint32_t edge, std::uint32_t target, EdgeLabel label) {
                if (TypeOf(label) > EdgeType::kContains && next_child < nested.end) {
                  append_children();
                }
                if (target >= symbol_count_) return;
                out.push_back(Neighbor{SymbolId{target}, TypeOf(label), RuleOf(label), 0, edge});
              });
  append_children();
}

void BaseView::In(SymbolId symbol, std::vector<Neighbor>& out) const {
  out.clear();
  const std::uint32_t target = ToIndex(symbol);
  const Span row = RowOf(in_offsets_, target, in_source_.size());
  SymbolId parent = Parent(symbol);
  const auto append_parent = [&] {
    if (parent != SymbolId::kNone) out.push_back(Nested(parent));
    parent = SymbolId::kNone;
  };
  ForEachEdge(in_source_, in_label_, row.begin, row.end,
              [&](std::uint32_t edge, std::uint32_t source, EdgeLabel label) {
                if (TypeOf(label) > EdgeType::kContains) append_parent();
                if (source >= symbol_count_) return;
                out.push_back(Neighbor{SymbolId{source}, TypeOf(label), RuleOf(label), 0,
                                       edge | kIncomingEdge});
              });
  append_parent();
}

std::uint32_t BaseView::OutDegree(SymbolId symbol) const {
  const Span row = RowOf(out_offsets_, ToIndex(symbol), out_target_.size());
  const Span nested = RowOf(child_offsets_, ToIndex(symbol), children_.size());
  return row.end - row.begin + nested.end - nested.begin;
}

std::uint32_t BaseView::InDegree(SymbolId symbol) const {
  const Span row = RowOf(in_offsets_, ToIndex(symbol), in_source_.size());
  return row.end - row.begin + (Parent(symbol) != SymbolId::kNone ? 1 : 0);
}

std::uint32_t BaseView::OutgoingOf(std::uint32_t incoming) const {
  if (incoming >= in_source_.size()) return kNoEdge;
  // The target is the last symbol whose row begins at or before the edge.
  std::uint32_t low = 0;
  std::uint32_t high = symbol_count_;
  while (high - low > 1) {
    const std::uint32_t middle = low + (high - low) / 2;
    (in_offsets_[middle] <= incoming ? low : high) = middle;
  }
  const std::uint32_t target = low;
  const std::uint32_t source = in_source_[incoming];
  const EdgeType type = TypeOf(in_label_[incoming]);
  if (source >= symbol_count_) return kNoEdge;
  Span row = RowOf(out_offsets_, source, out_target_.size());
  const std::uint32_t end = row.end;
  while (row.begin < row.end) {
    const std::uint32_t middle = row.begin + (row.end - row.begin) / 2;
    const EdgeType type_there = TypeOf(out_label_[middle]);
    if (type_there < type || (type_there == type && out_target_[middle] < target)) {
      row.begin = middle + 1;
    } else {
      row.end = middle;
    }
  }
  return row.begin < end && out_target_[row.begin] == target ? row.begin : kNoEdge;
}

void BaseView::Sites(const Neighbor& neighbor, std::vector<Position>& out) const {
  out.clear();
  std::uint32_t edge = neighbor.edge;
  if (edge == kNoEdge) return;
  if ((edge & kIncomingEdge) != 0) edge = OutgoingOf(edge & ~kIncomingEdge);
  const std::uint32_t chunk = edge / kEdgesPerSiteChunk;
  if (edge == kNoEdge || chunk >= site_chunks_.size()) return;
  ByteReader reader(sites_.at(site_chunks_[chunk]));
  std::int64_t line = 0;
  for (std::uint32_t i = 0; reader.ok() && i <= edge % kEdgesPerSiteChunk; ++i) {
    const std::uint32_t count = reader.Varint32();
    const bool wanted = i == edge % kEdgesPerSiteChunk;
    for (std::uint32_t site = 0; reader.ok() && site < count; ++site) {
      line += UnZigZag(reader.Varint());
      const std::uint32_t column = reader.Varint32();
      if (wanted && reader.ok()) {
        out.push_back(Position{static_cast<std::uint32_t>(line), column});
      }
    }
  }
}

}  // namespace waymark::graph
