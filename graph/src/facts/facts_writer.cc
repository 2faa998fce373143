#include "facts/facts_writer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"

namespace waymark::graph {

FactsWriter::FactsWriter(std::shared_ptr<SegmentQueue> space, Finished finished)
    : space_(std::move(space)),
      finished_(std::move(finished)),
      segment_(*space_, SegmentKind::kFactsPack),
      index_column_(segment_, kFactsIndex),
      headers_(segment_, kFactsHeaderChunks, kFactsHeaders),
      bodies_(segment_, kFactsBodyChunks, kFactsBodies) {}

absl::Status FactsWriter::Append(const FactsKey& key, std::string_view header,
                                 std::string_view body) {
  if (std::max(header.size(), body.size()) > kMaxFactsBytes) {
    return absl::InvalidArgumentError(
        fmt::format("append facts of {}: header of {} bytes, body of {}; at most {} each",
                    key.content.ToHex(), header.size(), body.size(), kMaxFactsBytes));
  }
  const FactsKeyBytes bytes = ToBytes(key);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!keys_.Intern(text).is_new) return absl::OkStatus();
  index_.push_back(FactsIndexEntry{bytes, slot_, chunk_});
  AppendVarint(headers_.lengths, header.size());
  headers_.texts.append(header);
  AppendVarint(bodies_.lengths, body.size());
  bodies_.texts.append(body);
  ++slot_;
  const std::size_t largest = std::max(headers_.texts.size(), bodies_.texts.size());
  if (slot_ == kRecordsPerChunk || largest >= kChunkRawBytes) CloseChunk();
  return segment_.status();
}

void FactsWriter::CloseChunk() {
  if (slot_ == 0) return;
  CloseStream(headers_);
  CloseStream(bodies_);
  ++chunk_;
  slot_ = 0;
}

void FactsWriter::CloseStream(Stream& stream) {
  raw_.clear();
  AppendVarint(raw_, slot_);
  raw_.append(stream.lengths).append(stream.texts);
  stream.lengths.clear();
  stream.texts.clear();
  const std::string_view compressed = compressor_.Compress(raw_);
  if (compressed.empty()) {
    segment_.Fail(absl::ResourceExhaustedError("compress facts: no memory"));
    return;
  }
  const std::uint32_t address = stream.data.Append(compressed);
  stream.chunks.Append(ChunkEntry{address, static_cast<std::uint32_t>(raw_.size())});
}

absl::StatusOr<SegmentId> FactsWriter::Finish() {
  CloseChunk();
  std::sort(index_.begin(), index_.end(), IsBefore);
  for (const FactsIndexEntry& entry : index_) index_column_.Append(entry);
  index_column_.Close();
  for (Stream* const stream : {&headers_, &bodies_}) {
    stream->chunks.Close();
    stream->data.Close();
  }
  WM_RETURN_IF_ERROR(segment_.Finish());
  WM_RETURN_IF_ERROR(finished_(segment_.id()));
  return segment_.id();
}

}  // namespace waymark::graph
