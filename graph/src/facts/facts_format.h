// Shape of a facts pack (segment kind 1). docs/STORAGE_FORMAT.md gives the bytes.
//
// Consecutive records are compressed together, headers and bodies separately: a chunk is a varint
// count, that many varint lengths, and the texts one after another, as one zstd frame. A record has
// the same chunk and slot in both streams.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "graph/facts_pack.h"
#include "segment/segment_format.h"

namespace waymark::graph {

inline constexpr std::size_t kRecordsPerChunk = 64;
// A chunk is closed early when either stream exceeds this many bytes, so that reading one record
// stays cheap.
inline constexpr std::size_t kChunkRawBytes = 1 << 20;
inline constexpr std::size_t kMaxFactsBytes = 64 << 20;  // of one header or body

enum FactsSection : SectionNumber {
  kFactsIndex = 1,         // FactsIndexEntry, ordered by key
  kFactsHeaderChunks = 2,  // ChunkEntry, by chunk
  kFactsBodyChunks = 3,
  kFactsHeaders = 4,  // records: compressed chunks
  kFactsBodies = 5,
};

// Grammar, extractor version (big-endian), content hash: sorts bytewise as FactsKey does.
using FactsKeyBytes = std::array<std::uint8_t, 35>;
FactsKeyBytes ToBytes(const FactsKey& key);

struct [[gnu::packed]] FactsIndexEntry {
  FactsKeyBytes key;
  std::uint8_t slot;  // inside the chunk
  std::uint32_t chunk;
};

static_assert(sizeof(FactsIndexEntry) == 40);

// The order of an index.
inline bool IsBefore(const FactsIndexEntry& a, const FactsIndexEntry& b) {
  const FactsKeyBytes key_of_a = a.key;
  const FactsKeyBytes key_of_b = b.key;
  return key_of_a < key_of_b;
}

struct [[gnu::packed]] ChunkEntry {
  std::uint32_t address;    // of the compressed record
  std::uint32_t raw_bytes;  // decompressed
};

static_assert(sizeof(ChunkEntry) == 8);

// Both return DataLoss for bytes that were not written in this format, and never allocate more than
// the given sizes allow.
absl::StatusOr<std::string> DecompressChunk(std::string_view compressed, std::uint32_t raw_bytes);
// One record of a decompressed chunk.
absl::StatusOr<std::string_view> RecordOfChunk(std::string_view chunk, std::uint8_t slot);

}  // namespace waymark::graph
