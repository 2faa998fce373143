#include "share/facts_chunk.h"

#include <algorithm>

#include "facts/facts_format.h"
#include "graph/status.h"
#include "model/bytes.h"

namespace waymark::graph {
namespace {

// A chunk ends at a file whose content hash begins with a smaller byte.
constexpr std::uint8_t kLastFirstByte = 256 / 16;

std::string BlobOf(std::uint32_t count, std::string_view lengths, std::string_view texts) {
  std::string blob;
  AppendVarint(blob, count);
  blob += lengths;
  blob += texts;
  return blob;
}

}  // namespace

void FactsChunkBuilder::Add(const FactsKey& key, std::string_view header, std::string_view body) {
  ++count_;
  is_chosen_ = key.content.bytes.front() < kLastFirstByte;
  AppendVarint(header_lengths_, header.size());
  AppendVarint(body_lengths_, body.size());
  headers_ += header;
  bodies_ += body;
}

bool FactsChunkBuilder::IsFull() const {
  return is_chosen_ || count_ == kRecordsPerChunk ||
         std::max(headers_.size(), bodies_.size()) >= kChunkRawBytes;
}

FactsChunk FactsChunkBuilder::Take() {
  FactsChunk chunk{BlobOf(count_, header_lengths_, headers_),
                   BlobOf(count_, body_lengths_, bodies_)};
  *this = FactsChunkBuilder();
  return chunk;
}

absl::StatusOr<std::vector<std::string_view>> TextsOfBlob(std::string_view blob,
                                                          std::uint32_t records) {
  ByteReader reader(blob);
  if (records > kRecordsPerChunk || reader.Varint() != records || !reader.ok()) {
    return absl::DataLossError("read facts: a chunk has another number of records");
  }
  std::vector<std::uint64_t> lengths(records);
  for (std::uint64_t& length : lengths) length = reader.Varint();
  std::vector<std::string_view> texts;
  texts.reserve(records);
  for (const std::uint64_t length : lengths) texts.push_back(reader.Bytes(length));
  if (!reader.AtEnd()) return absl::DataLossError("read facts: a chunk's lengths do not add up");
  return texts;
}

}  // namespace waymark::graph
