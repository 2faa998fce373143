// Writes the edges of a base: outgoing rows and sites file by file, incoming rows at the end from
// what was written.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <absl/status/status.h>

#include "base_format.h"
#include "graph/base_builder.h"
#include "segment_reader.h"
#include "segment_writer.h"

namespace waymark::graph {

class BaseEdges {
 public:
  explicit BaseEdges(SegmentWriter& segment);

  // Edges of one file whose symbols begin at `first_symbol`. Appends their canonical form to
  // `leaf`: all but the targets.
  void AppendFile(std::uint32_t symbol_count, std::span<const EdgeInput> edges, std::string& leaf);

  std::uint32_t size() const { return static_cast<std::uint32_t>(target_.size()); }

  std::uint32_t max_target() const { return max_target_; }

  void CloseOutgoing();
  // Writes the incoming rows. `outgoing` reads what CloseOutgoing() wrote. REQUIRES: max_target() <
  // symbol_count.
  absl::Status WriteIncoming(const SegmentReader& outgoing, std::uint32_t symbol_count);

 private:
  void AppendRow(std::span<const EdgeInput> row, std::string& leaf);
  void AppendEdge(std::span<const EdgeInput> same, std::string& leaf);
  void CloseSiteChunk();

  SegmentWriter& segment_;
  ColumnWriter<std::uint32_t> offsets_;
  ColumnWriter<std::uint32_t> target_;
  ColumnWriter<EdgeLabel> label_;
  ColumnWriter<std::uint32_t> site_chunks_;
  RecordWriter sites_;
  std::vector<EdgeInput> sorted_;  // of the current file
  std::string chunk_;
  std::uint32_t edges_in_chunk_ = 0;
  std::uint32_t last_line_ = 0;
  std::uint32_t max_target_ = 0;
};

}  // namespace waymark::graph
