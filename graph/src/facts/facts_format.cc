#include "facts/facts_format.h"

#include <algorithm>

#include <fmt/format.h>

#include "graph/status.h"
#include "model/bytes.h"
#include "text/zstd_frame.h"

namespace waymark::graph {
namespace {

// A chunk is closed at the first record past kChunkRawBytes; the last term is for its table of
// lengths.
constexpr std::size_t kMaxChunkBytes =
    kChunkRawBytes + kMaxFactsBytes + kMaxVarintBytes * (kRecordsPerChunk + 1);

absl::Status DamagedFacts(std::string_view what) {
  return absl::DataLossError(fmt::format("read facts: {}", what));
}

}  // namespace

FactsKeyBytes ToBytes(const FactsKey& key) {
  FactsKeyBytes bytes{};
  bytes[0] = key.grammar;
  bytes[1] = static_cast<std::uint8_t>(key.extractor_version >> 8);
  bytes[2] = static_cast<std::uint8_t>(key.extractor_version);
  std::copy(key.content.bytes.begin(), key.content.bytes.end(), bytes.begin() + 3);
  return bytes;
}

absl::StatusOr<std::string> DecompressChunk(std::string_view compressed, std::uint32_t raw_bytes) {
  WM_ASSIGN_OR_RETURN(std::string raw, Decompress(compressed, kMaxChunkBytes));
  if (raw.size() != raw_bytes) return DamagedFacts("a chunk's size differs from that of its frame");
  return raw;
}

absl::StatusOr<std::string_view> RecordOfChunk(std::string_view chunk, std::uint8_t slot) {
  ByteReader reader(chunk);
  const std::uint64_t count = reader.Varint();
  if (slot >= count || count > kRecordsPerChunk) {
    return DamagedFacts("a record is not in its chunk");
  }
  std::uint64_t skipped = 0;
  std::uint64_t length = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint32_t size = reader.Varint32();
    if (i < slot) skipped += size;
    if (i == slot) length = size;
  }
  reader.Bytes(skipped);
  const std::string_view record = reader.Bytes(length);
  if (!reader.ok()) return DamagedFacts("a chunk is cut off");
  return record;
}

}  // namespace waymark::graph
