// Writes the edges of a base: outgoing rows with sites file by file; at the end incoming rows, from
// the outgoing rows written before.
//
// Nesting is stored as edges in the parent's row if the child is in the same file. The few children
// in other files (definitions outside their class) are listed separately, because the parent's row
// may be written already. The opposite direction is the parent column.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <absl/status/status.h>

#include "base/base_format.h"
#include "base/edge_rows.h"
#include "base/sparse_column.h"
#include "graph/base_builder.h"
#include "segment/segment_reader.h"
#include "segment/segment_writer.h"

namespace waymark::graph {

class BaseEdges {
 public:
  // Called for each edge except nesting, in order of sources.
  using Observer = std::function<void(std::uint32_t source, std::uint32_t target, EdgeLabel label,
                                      std::span<const Position> sites)>;

  explicit BaseEdges(SegmentWriter& segment, Observer observer = nullptr);

  // The data of a symbol that its edges need.
  struct Owner {
    SymbolId parent = SymbolId::kNone;
    std::uint32_t first_line = 0;
  };

  // Appends one row for each symbol of a file, with its edges and nesting. The file's symbols begin
  // at `first_symbol`.
  void AppendFile(std::uint32_t first_symbol, std::span<const Owner> symbols,
                  std::span<const EdgeInput> edges);

  // Number of edges, including nesting.
  std::uint64_t size() const { return size_; }

  std::uint32_t max_target() const { return max_target_; }

  void CloseOutgoing();

  // An incoming edge; `row` is that of its target.
  struct Incoming {
    std::uint32_t row = 0;
    std::uint32_t target = 0;
    std::uint32_t source = 0;
    EdgeLabel label = 0;
  };

  // Children in other files than their parent, as sorted pairs (parent, child).
  std::vector<std::pair<std::uint32_t, std::uint32_t>> TakeForeign();
  // Writes incoming rows and lists of children that the caller computed, both sorted by row.
  void WriteGiven(std::uint32_t row_count, std::span<const Incoming> incoming,
                  std::span<const std::pair<std::uint32_t, std::uint32_t>> foreign);
  // Writes the remaining sections. `outgoing` reads the sections that CloseOutgoing() wrote.
  // REQUIRES: max_target() < symbol_count.
  absl::Status WriteDerived(const SegmentReader& outgoing, std::uint32_t symbol_count);

 private:
  void AddNesting(std::uint32_t first_symbol, std::span<const Owner> symbols);
  void AppendRow(std::uint32_t symbol, std::uint32_t first_line, std::span<const EdgeInput> row);
  void WriteForeignChildren(std::uint32_t row_count,
                            std::span<const std::pair<std::uint32_t, std::uint32_t>> foreign);
  void Observe(std::uint32_t source, std::uint32_t target, EdgeLabel label,
               std::span<const EdgeInput> same);
  void WriteLabels();

  SegmentWriter& segment_;
  Observer observer_;
  LabelNumbers labels_;
  SparseWriter<std::uint32_t> out_rows_;
  RecordWriter out_edges_;
  std::vector<EdgeInput> sorted_;                                 // of the current file
  std::string row_;                                               // of the current symbol
  std::string sites_;                                             // of its edges
  std::vector<Position> observed_;                                // sites of one edge
  std::vector<std::pair<std::uint32_t, std::uint32_t>> foreign_;  // (parent, child)
  std::uint64_t size_ = 0;
  std::uint32_t max_target_ = 0;
};

// Binds the outgoing rows of a base and the context for decoding them.
absl::Status BindOutgoing(const SegmentReader& segment, std::uint32_t symbol_bound, EdgeRows& rows,
                          EdgeDecoder::Context& context);

}  // namespace waymark::graph
