#include "base_edges.h"

#include <algorithm>
#include <array>
#include <tuple>

#include <fmt/format.h>

#include "bytes.h"
#include "graph/status.h"

namespace waymark::graph {
namespace {

// Incoming edges that are sorted in memory at once: 8 bytes each.
constexpr std::uint64_t kEdgesPerPartition = 8 << 20;

// Of two rules for the same edge the surer one; equally sure ones by number.
bool IsSurer(EdgeRule a, EdgeRule b) {
  const int confidence_of_a = ConfidenceThousandths(a);
  const int confidence_of_b = ConfidenceThousandths(b);
  return confidence_of_a != confidence_of_b ? confidence_of_a > confidence_of_b : a < b;
}

bool ComesBefore(const EdgeInput& a, const EdgeInput& b) {
  return std::tie(a.source, a.type, a.target, a.site) <
         std::tie(b.source, b.type, b.target, b.site);
}

bool IsSameEdge(const EdgeInput& a, const EdgeInput& b) {
  return a.source == b.source && a.type == b.type && a.target == b.target;
}

// An incoming edge as one number that sorts by (type, source).
std::uint64_t PackIncoming(std::uint32_t source, EdgeLabel label) {
  return std::uint64_t{static_cast<std::uint8_t>(TypeOf(label))} << 40 |
         std::uint64_t{source} << 8 | static_cast<std::uint8_t>(RuleOf(label));
}

}  // namespace

BaseEdges::BaseEdges(SegmentWriter& segment)
    : segment_(segment),
      offsets_(segment, kOutOffsets),
      target_(segment, kOutTarget),
      label_(segment, kOutLabel),
      site_chunks_(segment, kSiteChunks),
      sites_(segment, kSites) {}

void BaseEdges::AppendFile(std::uint32_t symbol_count, std::span<const EdgeInput> edges,
                           std::string& leaf) {
  sorted_.assign(edges.begin(), edges.end());
  std::sort(sorted_.begin(), sorted_.end(), ComesBefore);
  std::size_t begin = 0;
  for (std::uint32_t symbol = 0; symbol < symbol_count; ++symbol) {
    offsets_.Append(size());
    std::size_t end = begin;
    while (end < sorted_.size() && sorted_[end].source == symbol) ++end;
    AppendRow(std::span(sorted_).subspan(begin, end - begin), leaf);
    begin = end;
  }
}

void BaseEdges::AppendRow(std::span<const EdgeInput> row, std::string& leaf) {
  std::size_t begin = 0;
  while (begin < row.size()) {
    std::size_t end = begin + 1;
    while (end < row.size() && IsSameEdge(row[begin], row[end])) ++end;
    AppendEdge(row.subspan(begin, end - begin), leaf);
    begin = end;
  }
}

void BaseEdges::AppendEdge(std::span<const EdgeInput> same, std::string& leaf) {
  const EdgeInput& edge = same.front();
  EdgeRule rule = edge.rule;
  std::uint32_t site_count = 0;
  Position previous;
  for (const EdgeInput& other : same) {
    if (IsSurer(other.rule, rule)) rule = other.rule;
    if (other.site.line != 0 && other.site != previous) {
      ++site_count;
      previous = other.site;
    }
  }
  const std::uint32_t target = waymark::ToIndex(edge.target);
  max_target_ = std::max(max_target_, target);
  target_.Append(target);
  label_.Append(ToLabel(edge.type, rule));
  AppendVarint(leaf, edge.source);
  AppendLittle(leaf, ToLabel(edge.type, rule));
  AppendVarint(leaf, site_count);
  AppendVarint(chunk_, site_count);
  previous = Position();
  for (const EdgeInput& other : same) {
    if (other.site.line == 0 || other.site == previous) continue;
    previous = other.site;
    AppendVarint(chunk_, ZigZag(std::int64_t{previous.line} - last_line_));
    AppendVarint(chunk_, previous.column);
    last_line_ = previous.line;
    AppendVarint(leaf, previous.line);
    AppendVarint(leaf, previous.column);
  }
  if (++edges_in_chunk_ == kEdgesPerSiteChunk) CloseSiteChunk();
}

void BaseEdges::CloseSiteChunk() {
  site_chunks_.Append(sites_.Append(chunk_));
  chunk_.clear();
  edges_in_chunk_ = 0;
  last_line_ = 0;
}

void BaseEdges::CloseOutgoing() {
  if (edges_in_chunk_ > 0) CloseSiteChunk();
  offsets_.Append(size());
  offsets_.Close();
  target_.Close();
  label_.Close();
  site_chunks_.Close();
  sites_.Close();
}

// Incoming rows are filled by scanning all outgoing edges once for each partition of the targets,
// so that memory is bounded whatever the size; one partition is enough for eight million edges.
absl::Status BaseEdges::WriteIncoming(const SegmentReader& outgoing, std::uint32_t symbol_count) {
  Column<std::uint32_t> offsets;
  Column<std::uint32_t> targets;
  Column<EdgeLabel> labels;
  WM_RETURN_IF_ERROR(outgoing.Bind(kOutOffsets, offsets));
  WM_RETURN_IF_ERROR(outgoing.Bind(kOutTarget, targets));
  WM_RETURN_IF_ERROR(outgoing.Bind(kOutLabel, labels));
  std::vector<std::uint32_t> begin(std::size_t{symbol_count} + 1, 0);
  for (std::uint64_t edge = 0; edge < targets.size(); ++edge) ++begin[targets[edge] + 1];
  ColumnWriter<std::uint32_t> in_offsets(segment_, kInOffsets);
  for (std::size_t i = 0; i < begin.size(); ++i) {
    if (i > 0) begin[i] += begin[i - 1];
    in_offsets.Append(begin[i]);
  }
  in_offsets.Close();

  ColumnWriter<std::uint32_t> in_source(segment_, kInSource);
  ColumnWriter<EdgeLabel> in_label(segment_, kInLabel);
  std::vector<std::uint64_t> rows;
  std::vector<std::uint32_t> next;
  for (std::uint32_t low = 0; low < symbol_count;) {
    std::uint32_t high = low + 1;
    while (high < symbol_count && begin[high + 1] - begin[low] <= kEdgesPerPartition) ++high;
    rows.resize(begin[high] - begin[low]);
    next.assign(begin.begin() + low, begin.begin() + high);
    for (std::uint32_t source = 0; source < symbol_count; ++source) {
      for (std::uint32_t edge = offsets[source]; edge < offsets[source + 1]; ++edge) {
        const std::uint32_t target = targets[edge];
        if (target < low || target >= high) continue;
        rows[next[target - low]++ - begin[low]] = PackIncoming(source, labels[edge]);
      }
    }
    for (std::uint32_t target = low; target < high; ++target) {
      std::uint64_t* const first = rows.data() + (begin[target] - begin[low]);
      std::uint64_t* const last = rows.data() + (begin[target + 1] - begin[low]);
      if (!std::is_sorted(first, last)) std::sort(first, last);
      for (const std::uint64_t* row = first; row != last; ++row) {
        in_source.Append(static_cast<std::uint32_t>(*row >> 8));
        in_label.Append(
            ToLabel(static_cast<EdgeType>(*row >> 40), static_cast<EdgeRule>(*row & 0xFF)));
      }
    }
    low = high;
  }
  in_source.Close();
  in_label.Close();
  return absl::OkStatus();
}

}  // namespace waymark::graph
