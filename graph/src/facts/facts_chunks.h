// The chunks of one stream of a facts pack, wherever they lie.
#pragma once

#include <cstdint>
#include <string>

#include <absl/status/statusor.h>

#include "facts/facts_format.h"
#include "segment/segment_reader.h"

namespace waymark::graph {

// Thread-safe.
class FactsChunks {
 public:
  virtual ~FactsChunks() = default;

  // A chunk as facts_format.h describes it, decompressed. DataLoss if there is none of this number.
  virtual absl::StatusOr<std::string> Read(std::uint32_t chunk) const = 0;
};

// Chunks in the segment itself. Valid as long as its reader.
class StoredChunks final : public FactsChunks {
 public:
  StoredChunks(Column<ChunkEntry> entries, Records frames) : entries_(entries), frames_(frames) {}

  absl::StatusOr<std::string> Read(std::uint32_t chunk) const override;

 private:
  Column<ChunkEntry> entries_;
  Records frames_;
};

}  // namespace waymark::graph
