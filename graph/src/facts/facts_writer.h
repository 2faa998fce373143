// Writes a facts pack.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "facts/facts_format.h"
#include "graph/facts_pack.h"
#include "segment/segment_queue.h"
#include "segment/segment_writer.h"
#include "text/string_interner.h"
#include "text/zstd_frame.h"

namespace waymark::graph {

class FactsWriter : public FactsPackBuilder {
 public:
  // `finished` is called with the id of the pack once it is readable.
  using Finished = std::function<absl::Status(SegmentId)>;

  FactsWriter(std::shared_ptr<SegmentQueue> space, Finished finished);

  absl::Status Append(const FactsKey& key, std::string_view header, std::string_view body) override;
  absl::StatusOr<SegmentId> Finish() override;

 private:
  // The records of one stream's open chunk, and the sections for closed chunks.
  struct Stream {
    Stream(SegmentWriter& segment, SectionNumber chunk_section, SectionNumber data_section)
        : chunks(segment, chunk_section), data(segment, data_section) {}

    ColumnWriter<ChunkEntry> chunks;
    RecordWriter data;
    std::string lengths;
    std::string texts;
  };

  void CloseChunk();
  void CloseStream(Stream& stream);

  std::shared_ptr<SegmentQueue> space_;
  Finished finished_;
  SegmentWriter segment_;
  ColumnWriter<FactsIndexEntry> index_column_;
  Stream headers_;
  Stream bodies_;
  Compressor compressor_;
  std::string raw_;
  StringInterner keys_;
  std::vector<FactsIndexEntry> index_;
  std::uint32_t chunk_ = 0;
  std::uint8_t slot_ = 0;
};

}  // namespace waymark::graph
