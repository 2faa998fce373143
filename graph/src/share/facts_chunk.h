// Facts on their way: the records of one chunk of a pack with their keys, without compression.
//
// A blob is the number of records as a varint, their keys (35 bytes each), the lengths of headers
// and then of bodies as varints, the headers, the bodies.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/facts_pack.h"
#include "segment/segment_reader.h"

namespace waymark::graph {

// Collects records until they make a chunk.
class FactsChunkBuilder {
 public:
  void Add(const FactsKey& key, std::string_view header, std::string_view body);

  bool is_empty() const { return count_ == 0; }

  // Whether a pack would close its chunk here.
  bool IsFull() const;
  // The blob; the builder is empty afterwards.
  std::string Take();

 private:
  std::size_t count_ = 0;
  std::string keys_;
  std::string header_lengths_;
  std::string body_lengths_;
  std::string headers_;
  std::string bodies_;
};

struct FactsRecord {
  FactsKey key;
  std::string_view header;
  std::string_view body;
};

// The records of a blob, which outlives them. DataLoss if it is not one.
absl::StatusOr<std::vector<FactsRecord>> ReadFactsChunk(std::string_view blob);

// The keys of the facts from which a base was made, by file.
absl::StatusOr<std::vector<FactsKey>> FactsKeysOf(const SegmentReader& base);

}  // namespace waymark::graph
