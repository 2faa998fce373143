#include "base/base_edges.h"

#include <algorithm>
#include <tuple>

#include "graph/status.h"
#include "model/bytes.h"

namespace waymark::graph {
namespace {

// Number of incoming edges that are sorted in memory at once, at 8 bytes each.
constexpr std::uint64_t kEdgesPerPartition = 8 << 20;

// Whether rule `a` wins for the same edge: by higher confidence, then by lower number.
bool IsSurer(EdgeRule a, EdgeRule b) {
  const int confidence_of_a = ConfidenceThousandths(a);
  const int confidence_of_b = ConfidenceThousandths(b);
  return confidence_of_a != confidence_of_b ? confidence_of_a > confidence_of_b : a < b;
}

bool EdgeComesBefore(const EdgeInput& a, const EdgeInput& b) {
  return std::tie(a.source, a.type, a.target, a.site) <
         std::tie(b.source, b.type, b.target, b.site);
}

// The entries of one edge at the beginning of `row`.
std::span<const EdgeInput> FirstEdge(std::span<const EdgeInput> row) {
  std::size_t end = 1;
  while (end < row.size() && row[end].type == row[0].type && row[end].target == row[0].target) {
    ++end;
  }
  return row.first(end);
}

EdgeRule SurestRule(std::span<const EdgeInput> same) {
  EdgeRule rule = same[0].rule;
  for (const EdgeInput& other : same) {
    if (IsSurer(other.rule, rule)) rule = other.rule;
  }
  return rule;
}

// Calls visitor(site) for each distinct site, in order.
template <typename Visitor>
void ForEachSite(std::span<const EdgeInput> same, Visitor&& visitor) {
  Position previous;
  for (const EdgeInput& entry : same) {
    if (entry.site.line == 0 || entry.site == previous) continue;
    previous = entry.site;
    visitor(previous);
  }
}

std::uint32_t CountSites(std::span<const EdgeInput> same) {
  std::uint32_t count = 0;
  ForEachSite(same, [&count](Position) { ++count; });
  return count;
}

// An incoming edge as one number that sorts by (type, source).
std::uint64_t PackIncoming(std::uint32_t source, EdgeLabel label) {
  return std::uint64_t{static_cast<std::uint8_t>(TypeOf(label))} << 40 |
         std::uint64_t{source} << 8 | static_cast<std::uint8_t>(RuleOf(label));
}

EdgeLabel LabelOfPacked(std::uint64_t packed) {
  return ToLabel(static_cast<EdgeType>(packed >> 40), static_cast<EdgeRule>(packed & 0xFF));
}

// Calls visitor(source, target, label) for every outgoing edge except nesting, in order.
template <typename Visitor>
void ForEachOutgoing(const EdgeRows& rows, const EdgeDecoder::Context& context, Visitor&& visitor) {
  for (std::uint32_t source = 0; source < context.symbol_bound; ++source) {
    EdgeDecoder edges(rows.RowOf(source), source, context);
    edges.ReadOutgoingCount();
    while (edges.Next()) {
      if (TypeOf(edges.label()) == EdgeType::kContains) continue;
      visitor(source, edges.symbol(), edges.label());
    }
  }
}

}  // namespace

BaseEdges::BaseEdges(SegmentWriter& segment, Observer observer)
    : segment_(segment),
      observer_(std::move(observer)),
      out_rows_(segment, kOutIndex, kOutRows),
      out_edges_(segment, kOutEdges) {}

void BaseEdges::AppendFile(std::uint32_t first_symbol, std::span<const Owner> symbols,
                           std::span<const EdgeInput> edges) {
  sorted_.assign(edges.begin(), edges.end());
  AddNesting(first_symbol, symbols);
  std::sort(sorted_.begin(), sorted_.end(), EdgeComesBefore);
  std::span<const EdgeInput> rest = sorted_;
  for (std::uint32_t i = 0; i < symbols.size(); ++i) {
    std::size_t end = 0;
    while (end < rest.size() && rest[end].source == i) ++end;
    if (end == 0) {
      out_rows_.Append(nullptr);
      continue;
    }
    AppendRow(first_symbol + i, symbols[i].first_line, rest.first(end));
    rest = rest.subspan(end);
  }
}

void BaseEdges::AddNesting(std::uint32_t first_symbol, std::span<const Owner> symbols) {
  for (std::uint32_t i = 0; i < symbols.size(); ++i) {
    if (symbols[i].parent == SymbolId::kNone) continue;
    const std::uint32_t parent = waymark::ToIndex(symbols[i].parent);
    const std::uint32_t child = first_symbol + i;
    if (parent >= first_symbol && parent - first_symbol < symbols.size()) {
      sorted_.push_back(EdgeInput{parent - first_symbol, SymbolId{child}, EdgeType::kContains,
                                  EdgeRule::kStructure, Position()});
    } else {
      foreign_.emplace_back(parent, child);
      ++size_;
    }
  }
}

void BaseEdges::AppendRow(std::uint32_t symbol, std::uint32_t first_line,
                          std::span<const EdgeInput> row) {
  std::uint32_t count = 0;
  bool is_irregular = false;
  for (auto rest = row; !rest.empty(); rest = rest.subspan(FirstEdge(rest).size())) {
    ++count;
    const bool is_nesting = rest[0].type == EdgeType::kContains;
    is_irregular |= !is_nesting && CountSites(FirstEdge(rest)) != 1;
  }
  size_ += count;
  row_.clear();
  sites_.clear();
  AppendVarint(row_, std::uint64_t{count} << 1 | (is_irregular ? 1u : 0u));
  EdgeEncoder encoder(symbol, labels_, row_);
  std::uint32_t line = first_line;
  for (auto rest = row; !rest.empty(); rest = rest.subspan(FirstEdge(rest).size())) {
    const std::span<const EdgeInput> same = FirstEdge(rest);
    const EdgeLabel label = ToLabel(same[0].type, SurestRule(same));
    const std::uint32_t target = waymark::ToIndex(same[0].target);
    encoder.Append(target, label);
    if (same[0].type == EdgeType::kContains) continue;
    max_target_ = std::max(max_target_, target);
    const std::uint32_t site_count = CountSites(same);
    if (is_irregular) AppendVarint(sites_, site_count);
    ForEachSite(same, [&](Position site) {
      AppendVarint(sites_, ZigZag(std::int64_t{site.line} - line));
      AppendVarint(sites_, site.column);
      line = site.line;
    });
    if (observer_) Observe(symbol, target, label, same);
  }
  row_.append(sites_);
  const std::uint32_t address = out_edges_.Append(row_);
  out_rows_.Append(&address);
}

void BaseEdges::Observe(std::uint32_t source, std::uint32_t target, EdgeLabel label,
                        std::span<const EdgeInput> same) {
  observed_.clear();
  ForEachSite(same, [this](Position site) { observed_.push_back(site); });
  observer_(source, target, label, observed_);
}

void BaseEdges::CloseOutgoing() {
  out_rows_.Close();
  out_edges_.Close();
  WriteLabels();
}

// All labels occur in outgoing rows, so incoming rows add none.
void BaseEdges::WriteLabels() {
  ColumnWriter<EdgeLabel> labels(segment_, kLabels);
  for (const EdgeLabel label : labels_.labels()) labels.Append(label);
  labels.Close();
}

// Incoming rows are filled by reading all outgoing rows once for each partition of the targets, so
// that memory is bounded for any size. One partition is enough for eight million edges.
absl::Status BaseEdges::WriteDerived(const SegmentReader& outgoing, std::uint32_t symbol_count) {
  WriteForeignChildren(symbol_count, TakeForeign());
  EdgeRows rows;
  EdgeDecoder::Context context;
  WM_RETURN_IF_ERROR(BindOutgoing(outgoing, symbol_count, rows, context));
  std::vector<std::uint32_t> begin(std::size_t{symbol_count} + 1, 0);
  ForEachOutgoing(rows, context, [&begin](std::uint32_t, std::uint32_t target, EdgeLabel) {
    ++begin[target + 1];
  });
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];

  SparseWriter<std::uint32_t> in_rows(segment_, kInIndex, kInRows);
  RecordWriter in_edges(segment_, kInEdges);
  std::vector<std::uint64_t> packed;
  std::vector<std::uint32_t> next;
  for (std::uint32_t low = 0; low < symbol_count;) {
    std::uint32_t high = low + 1;
    while (high < symbol_count && begin[high + 1] - begin[low] <= kEdgesPerPartition) ++high;
    packed.resize(begin[high] - begin[low]);
    next.assign(begin.begin() + low, begin.begin() + high);
    ForEachOutgoing(rows, context,
                    [&](std::uint32_t source, std::uint32_t target, EdgeLabel label) {
                      if (target < low || target >= high) return;
                      packed[next[target - low]++ - begin[low]] = PackIncoming(source, label);
                    });
    for (std::uint32_t target = low; target < high; ++target) {
      const std::span<std::uint64_t> row =
          std::span(packed).subspan(begin[target] - begin[low], begin[target + 1] - begin[target]);
      if (row.empty()) {
        in_rows.Append(nullptr);
        continue;
      }
      if (!std::is_sorted(row.begin(), row.end())) std::sort(row.begin(), row.end());
      row_.clear();
      AppendVarint(row_, row.size());
      EdgeEncoder encoder(target, labels_, row_);
      for (const std::uint64_t edge : row) {
        encoder.Append(static_cast<std::uint32_t>(edge >> 8), LabelOfPacked(edge));
      }
      const std::uint32_t address = in_edges.Append(row_);
      in_rows.Append(&address);
    }
    low = high;
  }
  in_rows.Close();
  in_edges.Close();
  return absl::OkStatus();
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> BaseEdges::TakeForeign() {
  std::sort(foreign_.begin(), foreign_.end());
  return std::move(foreign_);
}

void BaseEdges::WriteForeignChildren(
    std::uint32_t row_count, std::span<const std::pair<std::uint32_t, std::uint32_t>> foreign) {
  SparseWriter<Range> ranges(segment_, kForeignIndex, kForeignRange);
  ColumnWriter<std::uint32_t> children(segment_, kForeignChildren);
  std::size_t next = 0;
  for (std::uint32_t parent = 0; parent < row_count; ++parent) {
    Range range{static_cast<std::uint32_t>(next), 0};
    for (; next < foreign.size() && foreign[next].first == parent; ++next) {
      children.Append(foreign[next].second);
    }
    range.end = static_cast<std::uint32_t>(next);
    ranges.Append(range.begin == range.end ? nullptr : &range);
  }
  ranges.Close();
  children.Close();
}

void BaseEdges::WriteGiven(std::uint32_t row_count, std::span<const Incoming> incoming,
                           std::span<const std::pair<std::uint32_t, std::uint32_t>> foreign) {
  WriteForeignChildren(row_count, foreign);
  SparseWriter<std::uint32_t> in_rows(segment_, kInIndex, kInRows);
  RecordWriter in_edges(segment_, kInEdges);
  std::size_t next = 0;
  for (std::uint32_t row = 0; row < row_count; ++row) {
    std::size_t end = next;
    while (end < incoming.size() && incoming[end].row == row) ++end;
    if (end == next) {
      in_rows.Append(nullptr);
      continue;
    }
    row_.clear();
    AppendVarint(row_, end - next);
    EdgeEncoder encoder(incoming[next].target, labels_, row_);
    for (; next < end; ++next) encoder.Append(incoming[next].source, incoming[next].label);
    const std::uint32_t address = in_edges.Append(row_);
    in_rows.Append(&address);
  }
  in_rows.Close();
  in_edges.Close();
}

absl::Status BindOutgoing(const SegmentReader& segment, std::uint32_t symbol_bound, EdgeRows& rows,
                          EdgeDecoder::Context& context) {
  Column<EdgeLabel> labels;
  WM_RETURN_IF_ERROR(rows.addresses.Bind(segment, kOutIndex, kOutRows));
  WM_RETURN_IF_ERROR(segment.Bind(kOutEdges, rows.records));
  WM_RETURN_IF_ERROR(segment.Bind(kLabels, labels));
  for (std::uint64_t i = 0; i < labels.size(); ++i) context.labels.push_back(labels[i]);
  context.symbol_bound = symbol_bound;
  return absl::OkStatus();
}

}  // namespace waymark::graph
