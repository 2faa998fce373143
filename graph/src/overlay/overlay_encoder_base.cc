// The changes of an overlay to its base: incoming rows, mask, roots and sums.
#include <algorithm>
#include <tuple>

#include "overlay/overlay_encoder.h"

namespace waymark::graph {

// Collects rows of the base that no longer exist, and rows that exist but lead to a symbol that is
// gone.
void OverlayEncoder::CollectRemoved() {
  for (std::size_t i = 0; i < kBaseNumberCount; ++i) {
    numbers_[i] += base_.Number(static_cast<BaseNumber>(i));
  }
  for (const ReboundContent* const rebound : content_.rebound) {
    SubtractFile(rebound->file, false);
  }
  for (const FileId file : content_.masked) SubtractFile(file, true);
  std::sort(removed_.begin(), removed_.end());
  SubtractMasked();
}

void OverlayEncoder::SubtractFile(FileId file, bool is_masked) {
  const FileRow row = base_.File(file);
  std::vector<Neighbor> neighbors;
  for (std::uint32_t i = 0; i < row.symbol_count; ++i) {
    const SymbolId symbol{ToIndex(row.first_symbol) + i};
    neighbors.clear();
    base_.AppendOut(ToIndex(symbol), symbol, neighbors);
    for (const Neighbor& neighbor : neighbors) {
      if (neighbor.type != EdgeType::kContains) removed_.push_back(ToIndex(neighbor.symbol));
    }
    if (!is_masked) continue;
    numbers_[kNumberEdges] -= base_.Parent(symbol) != SymbolId::kNone ? 1 : 0;
    if (!AddsToSums(row.language)) continue;
    const FieldLengths lengths = base_.FieldLengths(symbol);
    for (std::size_t f = 0; f < kFieldCount; ++f) {
      numbers_[kNumberTotalLength + f] -= lengths[f];
      numbers_[kNumberNonempty + f] -= lengths[f] > 0 ? 1 : 0;
    }
    numbers_[kNumberDocuments] -= IsCounted(row.language, base_.Flags(symbol)) ? 1 : 0;
  }
  numbers_[kNumberUnresolved] -= base_.UnresolvedCount(file);
  if (!is_masked) return;
  numbers_[kNumberFiles] -= 1;
  numbers_[kNumberSymbols] -= row.symbol_count;
}

void OverlayEncoder::SubtractMasked() {
  std::vector<Neighbor> neighbors;
  for (const FileId file : content_.masked) {
    const FileRow row = base_.File(file);
    for (std::uint32_t i = 0; i < row.symbol_count; ++i) {
      const SymbolId symbol{ToIndex(row.first_symbol) + i};
      if (Live(symbol) != SymbolId::kNone) continue;
      neighbors.clear();
      base_.AppendIn(ToIndex(symbol), symbol, neighbors);
      for (const Neighbor& neighbor : neighbors) {
        dangling_ += IsChanged(ToIndex(neighbor.symbol)) ? 0 : 1;
        numbers_[kNumberEdges] -= IsChanged(ToIndex(neighbor.symbol)) ? 0 : 1;
      }
      const Range foreign = base_.ForeignOf(ToIndex(symbol));
      for (std::uint32_t at = foreign.begin; at < foreign.end; ++at) {
        const SymbolId child = base_.ForeignChild(at);
        if (!base_.IsLive(child) || marks_[ToIndex(child)] >= kMaskedMark) continue;
        ++dangling_;
        --numbers_[kNumberEdges];
      }
    }
  }
  const std::uint64_t own_edges = edges_.size() - rebound_nesting_;
  numbers_[kNumberEdges] += own_edges - removed_.size();
  numbers_[kNumberUnresolved] += unresolved_.size();
  numbers_[kNumberFiles] += content_.files.size();
  numbers_[kNumberSymbols] += symbols_.size();
}

std::uint32_t OverlayEncoder::TargetRow(std::uint32_t symbol) const {
  if (symbol >= base_symbols_) {
    return static_cast<std::uint32_t>(touched_.size()) + (symbol - base_symbols_);
  }
  const auto place = std::lower_bound(touched_.begin(), touched_.end(), symbol);
  return static_cast<std::uint32_t>(place - touched_.begin());
}

void OverlayEncoder::WriteIncoming() {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> foreign = edges_.TakeForeign();
  const auto touch = [this](std::uint32_t symbol) {
    if (symbol < base_symbols_ && marks_[symbol] < kMaskedMark) touched_.push_back(symbol);
  };
  for (const std::uint32_t target : removed_) touch(target);
  for (const BaseEdges::Incoming& edge : incoming_) touch(edge.target);
  for (const auto& [parent, child] : foreign) touch(parent);
  std::sort(touched_.begin(), touched_.end());
  touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());

  for (BaseEdges::Incoming& edge : incoming_) edge.row = TargetRow(edge.target);
  for (auto& [parent, child] : foreign) parent = TargetRow(parent);
  std::sort(foreign.begin(), foreign.end());
  std::sort(incoming_.begin(), incoming_.end(),
            [](const BaseEdges::Incoming& a, const BaseEdges::Incoming& b) {
              const EdgeType type_of_a = TypeOf(a.label);
              const EdgeType type_of_b = TypeOf(b.label);
              return std::tie(a.row, type_of_a, a.source) < std::tie(b.row, type_of_b, b.source);
            });
  const auto rows = static_cast<std::uint32_t>(touched_.size() + prefixes_.size());
  edges_.WriteGiven(rows, incoming_, foreign);

  ColumnWriter<std::uint32_t> touched(segment_, kTouchedSymbols);
  for (const std::uint32_t symbol : touched_) touched.Append(symbol);
  touched.Close();
  ColumnWriter<std::uint32_t> counts(segment_, kIncomingCount);
  std::size_t next = 0;
  for (std::uint32_t row = 0; row < rows; ++row) {
    const bool is_own = row >= touched_.size();
    const std::uint32_t in_base = is_own ? counterparts_[row - touched_.size()] : touched_[row];
    std::uint64_t count = 0;
    for (; next < incoming_.size() && incoming_[next].row == row; ++next) ++count;
    if (SymbolId{in_base} != SymbolId::kNone) {
      const auto gone = std::equal_range(removed_.begin(), removed_.end(), in_base);
      count += base_.InCount(in_base);
      count -= static_cast<std::uint64_t>(gone.second - gone.first);
    }
    counts.Append(static_cast<std::uint32_t>(count));
  }
  counts.Close();
}

void OverlayEncoder::WriteMask() {
  ColumnWriter<std::uint32_t> masked(segment_, kMaskedFiles);
  for (const FileId file : content_.masked) masked.Append(waymark::ToIndex(file));
  masked.Close();
  ColumnWriter<std::uint32_t> remap(segment_, kRemap);
  for (const SymbolId symbol : content_.remap) remap.Append(waymark::ToIndex(symbol));
  remap.Close();
  ColumnWriter<std::uint32_t> rebound(segment_, kReboundFiles);
  for (const ReboundContent* const file : content_.rebound) {
    rebound.Append(waymark::ToIndex(file->file));
  }
  rebound.Close();
  ColumnWriter<std::uint32_t> counterparts(segment_, kCounterpart);
  for (const std::uint32_t symbol : counterparts_) counterparts.Append(symbol);
  counterparts.Close();
  ColumnWriter<std::uint32_t> ranks(segment_, kFileRank);
  for (const std::unique_ptr<OverlayFile>& file : content_.files) {
    ranks.Append(waymark::ToIndex(base_.LowerBoundFile(file->input.path)));
  }
  ranks.Close();
}

void OverlayEncoder::WriteRoots() {
  for (const FileId file : content_.masked) {
    const std::string_view path = base_.Path(file);
    const auto is_path = [path](const std::unique_ptr<OverlayFile>& candidate) {
      return candidate->input.path < path;
    };
    const auto place = std::partition_point(content_.files.begin(), content_.files.end(), is_path);
    const bool is_replaced = place != content_.files.end() && (*place)->input.path == path;
    if (!is_replaced) changed_.push_back(ChangedLeaf{path, std::nullopt});
  }
  std::sort(changed_.begin(), changed_.end(),
            [](const ChangedLeaf& a, const ChangedLeaf& b) { return a.path < b.path; });
  const ChangedTree tree = ComputeChangedTree(base_, changed_);
  WriteDirectories(segment_, strings_, tree.directories);
  root_ = content_.skipped == nullptr
              ? ComputeRepositoryRoot(base_.repository(), tree.top, base_.Skipped())
              : ComputeRepositoryRoot(base_.repository(), tree.top, RowsOf(*content_.skipped));
}

void OverlayEncoder::WriteSummary(OverlaySummary& summary) {
  WriteNumbers(segment_, numbers_);
  ColumnWriter<std::uint64_t> overlay_numbers(segment_, kOverlayNumbers);
  overlay_numbers.Append(content_.skipped == nullptr ? 1 : 0);
  overlay_numbers.Append(dangling_);
  overlay_numbers.Close();
  WriteRepositoryName(segment_, strings_, base_.repository());
  WriteSkipped(segment_, strings_,
               content_.skipped == nullptr ? std::span<const SkippedText>() : *content_.skipped);
  summary.root = root_;
  summary.file_count = numbers_[kNumberFiles];
  summary.symbol_count = numbers_[kNumberSymbols];
  summary.edge_count = numbers_[kNumberEdges];
  summary.unresolved_count = numbers_[kNumberUnresolved];
  summary.replaced_files = static_cast<std::uint32_t>(content_.files.size());
  summary.rebound_files = static_cast<std::uint32_t>(content_.rebound.size());
  summary.dangling_edges = dangling_;
}

}  // namespace waymark::graph
