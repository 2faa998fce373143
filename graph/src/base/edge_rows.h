// The encoded edges of one symbol: its row. docs/STORAGE_FORMAT.md gives the bytes.
//
//   outgoing   varint count << 1 | irregular; edges; sites
//   incoming   varint count; edges
//   edge       varint zigzag(symbol - symbol of the previous edge) << 1 | new label, where the
//              first edge counts from the row's own symbol; and if the label is new, varint its
//              number in kLabels
//   sites      of every edge except nesting, which has none: in an irregular row a varint number
//              of sites, otherwise exactly one; per site varint zigzag(line - line of the previous
//              site), where the first counts from the symbol's first line, and varint column
//
// Edges are ordered by (type, other symbol).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/base_format.h"
#include "base/sparse_column.h"
#include "graph/records.h"
#include "model/bytes.h"
#include "segment/segment_reader.h"

namespace waymark::graph {

// Numbers labels in order of first appearance.
class LabelNumbers {
 public:
  LabelNumbers() : numbers_(kLabelBound, kNone) {}

  std::uint16_t Of(EdgeLabel label) {
    if (numbers_[label] == kNone) {
      numbers_[label] = static_cast<std::uint16_t>(labels_.size());
      labels_.push_back(label);
    }
    return numbers_[label];
  }

  const std::vector<EdgeLabel>& labels() const { return labels_; }

 private:
  static constexpr std::size_t kLabelBound = 1 << 16;
  static constexpr std::uint16_t kNone = 0xFFFF;

  std::vector<std::uint16_t> numbers_;
  std::vector<EdgeLabel> labels_;
};

// Appends the edges of one row.
class EdgeEncoder {
 public:
  EdgeEncoder(std::uint32_t own_symbol, LabelNumbers& labels, std::string& out)
      : labels_(labels), out_(out), previous_(own_symbol) {}

  void Append(std::uint32_t symbol, EdgeLabel label) {
    const bool is_new = label != label_ || is_first_;
    AppendVarint(out_, ZigZag(std::int64_t{symbol} - previous_) << 1 | (is_new ? 1u : 0u));
    if (is_new) AppendVarint(out_, labels_.Of(label));
    previous_ = symbol;
    label_ = label;
    is_first_ = false;
  }

 private:
  LabelNumbers& labels_;
  std::string& out_;
  std::uint32_t previous_;
  EdgeLabel label_ = 0;
  bool is_first_ = true;
};

// Reads a row edge by edge. A damaged row ends early and never yields a symbol beyond the bound.
class EdgeDecoder {
 public:
  // Data that all rows of a base share. Thread-safe.
  struct Context {
    std::vector<EdgeLabel> labels;
    std::uint32_t symbol_bound = 0;
  };

  EdgeDecoder(std::string_view row, std::uint32_t own_symbol, const Context& context)
      : reader_(row), context_(context), symbol_(own_symbol) {}

  // Reads the numbers before the edges. Call one of them first. An edge takes at least a byte,
  // which bounds the count in a damaged row.
  std::uint32_t ReadIncomingCount() { return SetCount(reader_.Varint()); }

  std::uint32_t ReadOutgoingCount() {
    const std::uint64_t count = reader_.Varint();
    is_irregular_ = (count & 1) != 0;
    return SetCount(count >> 1);
  }

  // Moves to the next edge; false after the last.
  bool Next() {
    if (left_ == 0) return false;
    --left_;
    const std::uint64_t move = reader_.Varint();
    symbol_ += UnZigZag(move >> 1);
    if ((move & 1) != 0) {
      const std::uint64_t number = reader_.Varint();
      if (number >= context_.labels.size()) return Stop();
      label_ = context_.labels[number];
    }
    const bool is_symbol = symbol_ >= 0 && symbol_ < std::int64_t{context_.symbol_bound};
    return reader_.ok() && is_symbol ? true : Stop();
  }

  std::uint32_t symbol() const { return static_cast<std::uint32_t>(symbol_); }

  EdgeLabel label() const { return label_; }

  // After the last edge of an outgoing row: the bytes of its sites.
  ByteReader& sites() { return reader_; }

  bool is_irregular() const { return is_irregular_; }

 private:
  std::uint32_t SetCount(std::uint64_t count) {
    left_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, reader_.left()));
    return left_;
  }

  bool Stop() {
    left_ = 0;
    return false;
  }

  ByteReader reader_;
  const Context& context_;
  std::int64_t symbol_;
  std::uint32_t left_ = 0;
  EdgeLabel label_ = 0;
  bool is_irregular_ = false;
};

// A sparse column of rows, and the records that it refers to.
struct EdgeRows {
  SparseColumn<std::uint32_t> addresses;
  Records records;

  // Empty when the symbol has no edges.
  std::string_view RowOf(std::uint32_t symbol) const {
    const std::optional<std::uint32_t> address = addresses.Get(symbol);
    return address ? records.at(*address) : std::string_view();
  }
};

// Reads an outgoing row with its sites.
class RowReader {
 public:
  struct Edge {
    std::uint32_t target = 0;
    EdgeLabel label = 0;
    std::span<const Position> sites;  // valid until the next row is read
  };

  // Calls visitor(const Edge&) for each edge, in order. A damaged row ends early.
  template <typename Visitor>
  void ForEach(std::string_view row, std::uint32_t symbol, std::uint32_t first_line,
               const EdgeDecoder::Context& context, Visitor&& visitor) {
    EdgeDecoder decoder(row, symbol, context);
    decoder.ReadOutgoingCount();
    edges_.clear();
    while (decoder.Next()) edges_.push_back(Edge{decoder.symbol(), decoder.label(), {}});
    ByteReader& reader = decoder.sites();
    std::int64_t line = first_line;
    for (Edge& edge : edges_) {
      sites_.clear();
      const bool is_nesting = TypeOf(edge.label) == EdgeType::kContains;
      std::uint32_t count = is_nesting ? 0 : 1;
      if (!is_nesting && decoder.is_irregular()) count = reader.Varint32();
      for (; count > 0; --count) {
        line += UnZigZag(reader.Varint());
        const Position site{static_cast<std::uint32_t>(line), reader.Varint32()};
        if (!reader.ok()) break;
        sites_.push_back(site);
      }
      edge.sites = sites_;
      visitor(std::as_const(edge));
    }
  }

 private:
  std::vector<Edge> edges_;
  std::vector<Position> sites_;
};

}  // namespace waymark::graph
