#include "facts_format.h"

#include <algorithm>

#include <fmt/format.h>
#include <zstd.h>

#include "bytes.h"

namespace waymark::graph {
namespace {

// A chunk is closed at the first record past kChunkRawBytes; the rest is its table of lengths.
constexpr std::size_t kMaxChunkBytes =
    kChunkRawBytes + kMaxFactsBytes + kMaxVarintBytes * (kRecordsPerChunk + 1);

absl::Status Damaged(std::string_view what) {
  return absl::DataLossError(fmt::format("read facts: {}; delete the store and index again", what));
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
  // The frame's own size first: a wrong table entry must not decide how much is allocated.
  const unsigned long long frame = ZSTD_getFrameContentSize(compressed.data(), compressed.size());
  if (frame != raw_bytes || raw_bytes > kMaxChunkBytes) {
    return Damaged("a chunk's size differs from that of its frame");
  }
  std::string raw(raw_bytes, '\0');
  const std::size_t written =
      ZSTD_decompress(raw.data(), raw.size(), compressed.data(), compressed.size());
  if (ZSTD_isError(written) != 0 || written != raw.size()) {
    return Damaged("a chunk does not decompress");
  }
  return raw;
}

absl::StatusOr<std::string_view> RecordOfChunk(std::string_view chunk, std::uint8_t slot) {
  ByteReader reader(chunk);
  const std::uint64_t count = reader.Varint();
  if (slot >= count || count > kRecordsPerChunk) return Damaged("a record is not in its chunk");
  std::uint64_t skipped = 0;
  std::uint64_t length = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint32_t size = reader.Varint32();
    if (i < slot) skipped += size;
    if (i == slot) length = size;
  }
  reader.Bytes(skipped);
  const std::string_view record = reader.Bytes(length);
  if (!reader.ok()) return Damaged("a chunk is cut off");
  return record;
}

}  // namespace waymark::graph
