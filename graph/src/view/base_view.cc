#include "view/base_view.h"

#include <algorithm>
#include <tuple>

namespace waymark::graph {
namespace {

bool NeighborComesBefore(const Neighbor& a, const Neighbor& b) {
  return a.type != b.type ? a.type < b.type : a.symbol < b.symbol;
}

void Insert(const Neighbor& neighbor, std::vector<Neighbor>& out) {
  out.insert(std::upper_bound(out.begin(), out.end(), neighbor, NeighborComesBefore), neighbor);
}

}  // namespace

ViewInfo InfoOf(const ViewRecord& record, const GraphPart& counted) {
  ViewInfo info;
  info.repository = counted.repository();
  info.view = record.key.view;
  info.generation = record.generation;
  info.root = record.root;
  info.commit = record.commit;
  info.root_path = record.root_path;
  info.indexed_unix_seconds = record.indexed_unix_seconds;
  info.symbol_count = counted.Number(kNumberSymbols);
  info.file_count = counted.Number(kNumberFiles);
  info.edge_count = counted.Number(kNumberEdges);
  info.unresolved_count = counted.Number(kNumberUnresolved);
  info.unindexed = record.unindexed;
  return info;
}

std::vector<FileId> BaseView::Files() const {
  std::vector<FileId> files;
  files.reserve(part_->file_bound());
  for (std::uint32_t i = 0; i < part_->file_bound(); ++i) files.push_back(FileId{i});
  return files;
}

void BaseView::Out(SymbolId symbol, std::vector<Neighbor>& out) const {
  out.clear();
  part_->AppendOut(ToIndex(symbol), symbol, out);
  const Range foreign = part_->ForeignOf(ToIndex(symbol));
  for (std::uint32_t i = foreign.begin; i < foreign.end; ++i) {
    const SymbolId child = part_->ForeignChild(i);
    if (!IsLive(child)) continue;
    Insert(Neighbor{child, EdgeType::kContains, EdgeRule::kStructure, 0, ToIndex(symbol)}, out);
  }
}

void BaseView::In(SymbolId symbol, std::vector<Neighbor>& out) const {
  out.clear();
  part_->AppendIn(ToIndex(symbol), symbol, out);
  const SymbolId parent = Parent(symbol);
  if (parent == SymbolId::kNone) return;
  Insert(Neighbor{parent, EdgeType::kContains, EdgeRule::kStructure, 0,
                  ToIndex(symbol) | kIncomingEdge},
         out);
}

std::uint32_t BaseView::OutDegree(SymbolId symbol) const {
  const Range foreign = part_->ForeignOf(ToIndex(symbol));
  return part_->OutCount(ToIndex(symbol)) + foreign.end - foreign.begin;
}

std::uint32_t BaseView::InDegree(SymbolId symbol) const {
  return part_->InCount(ToIndex(symbol)) + (Parent(symbol) != SymbolId::kNone ? 1 : 0);
}

void BaseView::Sites(const Neighbor& neighbor, std::vector<Position>& out) const {
  out.clear();
  if (neighbor.type == EdgeType::kContains) return;
  const auto [source, target] = EndsOf(neighbor);
  if (!IsLive(source)) return;
  part_->Sites(ToIndex(source), source, part_->FirstLine(source), target, neighbor.type, out);
}

// References are stored by name, so sorting restores the canonical order.
void BaseView::VisitUnresolved(
    const std::function<bool(std::string_view name, const UnresolvedRow& row)>& visitor) const {
  std::vector<GraphPart::NamedReference> references;
  part_->AppendUnresolved(references);
  const auto key_of = [](const GraphPart::NamedReference& reference) {
    const UnresolvedRow& row = reference.row;
    return std::make_tuple(row.source, row.site, reference.name, row.type, row.reason,
                           row.candidates_begin);
  };
  std::sort(references.begin(), references.end(),
            [&](const auto& a, const auto& b) { return key_of(a) < key_of(b); });
  for (const GraphPart::NamedReference& reference : references) {
    if (!visitor(part_->UnresolvedName(reference.name), reference.row)) return;
  }
}

}  // namespace waymark::graph
