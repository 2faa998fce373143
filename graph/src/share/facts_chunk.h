// Facts on their way: the records of consecutive files with their keys, without compression.
//
// A chunk ends at a record that its content chooses, on average every sixteenth, so that a changed
// file changes one chunk. A blob is the number of records as a varint, their keys (35 bytes each),
// the lengths of headers and then of bodies as varints, the headers, the bodies.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/facts_pack.h"

namespace waymark::graph {

// Collects records until they make a chunk.
class FactsChunkBuilder {
 public:
  void Add(const FactsKey& key, std::string_view header, std::string_view body);

  std::uint32_t count() const { return count_; }

  // Whether the chunk ends with the last record.
  bool IsFull() const;
  // The blob; the builder is empty afterwards.
  std::string Take();

 private:
  std::uint32_t count_ = 0;
  bool is_chosen_ = false;
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

}  // namespace waymark::graph
