#include "share/facts_chunk.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "facts/facts_format.h"
#include "graph/status.h"
#include "model/bytes.h"

namespace waymark::graph {
namespace {

// A chunk ends at a file whose content hash begins with a smaller byte.
constexpr std::uint8_t kLastFirstByte = 256 / 16;

FactsKey KeyOf(const FactsKeyBytes& bytes) {
  FactsKey key;
  key.grammar = bytes[0];
  key.extractor_version = static_cast<std::uint16_t>(bytes[1] << 8 | bytes[2]);
  std::copy(bytes.begin() + 3, bytes.end(), key.content.bytes.begin());
  return key;
}

}  // namespace

void FactsChunkBuilder::Add(const FactsKey& key, std::string_view header, std::string_view body) {
  ++count_;
  is_chosen_ = key.content.bytes.front() < kLastFirstByte;
  AppendLittle(keys_, ToBytes(key));
  AppendVarint(header_lengths_, header.size());
  AppendVarint(body_lengths_, body.size());
  headers_ += header;
  bodies_ += body;
}

bool FactsChunkBuilder::IsFull() const {
  return is_chosen_ || count_ == kRecordsPerChunk ||
         std::max(headers_.size(), bodies_.size()) >= kChunkRawBytes;
}

std::string FactsChunkBuilder::Take() {
  std::string blob;
  AppendVarint(blob, count_);
  blob += keys_;
  blob += header_lengths_;
  blob += body_lengths_;
  blob += headers_;
  blob += bodies_;
  *this = FactsChunkBuilder();
  return blob;
}

absl::StatusOr<std::vector<FactsRecord>> ReadFactsChunk(std::string_view blob) {
  ByteReader reader(blob);
  const std::uint64_t count = reader.Varint();
  if (!reader.ok() || count > kRecordsPerChunk) {
    return absl::DataLossError("read facts: a chunk has too many records");
  }
  std::vector<FactsRecord> records(static_cast<std::size_t>(count));
  for (FactsRecord& record : records) record.key = KeyOf(reader.Little<FactsKeyBytes>());
  std::vector<std::uint64_t> lengths;
  for (std::size_t i = 0; i < 2 * records.size(); ++i) lengths.push_back(reader.Varint());
  for (std::size_t i = 0; i < records.size(); ++i) records[i].header = reader.Bytes(lengths[i]);
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i].body = reader.Bytes(lengths[records.size() + i]);
  }
  if (!reader.AtEnd()) return absl::DataLossError("read facts: a chunk's lengths do not add up");
  return records;
}

}  // namespace waymark::graph
