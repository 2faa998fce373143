// Writes the signatures of a base, compressed in chunks of consecutive symbols.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/base_format.h"
#include "segment/segment_writer.h"
#include "text/zstd_frame.h"

namespace waymark::graph {

class BaseSignatures {
 public:
  explicit BaseSignatures(SegmentWriter& segment)
      : segment_(segment), chunks_(segment, kSignatureChunks), frames_(segment, kSignatures) {}

  // Called once per symbol, in order.
  void Append(std::string_view signature);
  void Close();

 private:
  void CloseChunk();

  SegmentWriter& segment_;
  ColumnWriter<std::uint32_t> chunks_;
  RecordWriter frames_;
  Compressor compressor_;
  std::string texts_;  // of the open chunk
  std::uint32_t in_chunk_ = 0;
  bool is_empty_ = true;
};

}  // namespace waymark::graph
