// Writes the edges of a base: outgoing rows with sites file by file, incoming rows at the end from
// what was written.
//
// Nesting is stored as edges from the parent, of the parent's row when the child is in the same
// file; the few children in other files (definitions outside of their class) are listed apart,
// since the row may be written already. Its other end is the parent column.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <absl/status/status.h>

#include "base_format.h"
#include "edge_rows.h"
#include "graph/base_builder.h"
#include "segment_reader.h"
#include "segment_writer.h"
#include "sparse_column.h"

namespace waymark::graph {

class BaseEdges {
 public:
  explicit BaseEdges(SegmentWriter& segment);

  // Edges and nesting of one file whose symbols begin at `first_symbol`. Appends the canonical form
  // of the edges to `leaf`: all but nesting and the targets.
  void AppendFile(std::uint32_t first_symbol, const FileInput& file, std::string& leaf);

  // Nesting included.
  std::uint64_t size() const { return size_; }

  std::uint32_t max_target() const { return max_target_; }

  void CloseOutgoing();
  // Writes the rest. `outgoing` reads what CloseOutgoing() wrote. REQUIRES: max_target() <
  // symbol_count.
  absl::Status WriteDerived(const SegmentReader& outgoing, std::uint32_t symbol_count);

 private:
  void AddNesting(std::uint32_t first_symbol, std::span<const SymbolInput> symbols);
  void AppendRow(std::uint32_t symbol, std::uint32_t first_line, std::span<const EdgeInput> row,
                 std::string& leaf);
  void WriteForeignChildren(std::uint32_t symbol_count);
  void WriteLabels();

  SegmentWriter& segment_;
  LabelNumbers labels_;
  SparseWriter<std::uint32_t> out_rows_;
  RecordWriter out_edges_;
  std::vector<EdgeInput> sorted_;                                 // of the current file
  std::string row_;                                               // of the current symbol
  std::string sites_;                                             // of its edges
  std::vector<std::pair<std::uint32_t, std::uint32_t>> foreign_;  // (parent, child)
  std::uint64_t size_ = 0;
  std::uint32_t max_target_ = 0;
};

// Binds the outgoing rows of a base and what decoding needs.
absl::Status BindOutgoing(const SegmentReader& segment, std::uint32_t symbol_bound, EdgeRows& rows,
                          EdgeDecoder::Context& context);

}  // namespace waymark::graph
