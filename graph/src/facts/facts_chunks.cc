#include "facts/facts_chunks.h"

#include <fmt/format.h>

namespace waymark::graph {

absl::StatusOr<std::string> StoredChunks::Read(std::uint32_t chunk) const {
  if (chunk >= entries_.size()) {
    return absl::DataLossError(fmt::format("read a facts pack: no chunk {}", chunk));
  }
  const ChunkEntry entry = entries_[chunk];
  return DecompressChunk(frames_.at(entry.address), entry.raw_bytes);
}

}  // namespace waymark::graph
