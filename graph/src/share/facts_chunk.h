// Facts on their way: the chunks of a pack whose records are those of consecutive files, without
// compression. A chunk is two blobs, one of headers and one of bodies, in the form of
// facts_format.h.
//
// A chunk ends at a record that its content chooses, on average every sixteenth, so that a changed
// file changes one chunk.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/facts_pack.h"

namespace waymark::graph {

struct FactsChunk {
  std::string headers;
  std::string bodies;
};

// Collects records until they make a chunk.
class FactsChunkBuilder {
 public:
  void Add(const FactsKey& key, std::string_view header, std::string_view body);

  std::uint32_t count() const { return count_; }

  // Whether the chunk ends with the last record.
  bool IsFull() const;
  // The chunk; the builder is empty afterwards.
  FactsChunk Take();

 private:
  std::uint32_t count_ = 0;
  bool is_chosen_ = false;
  std::string header_lengths_;
  std::string body_lengths_;
  std::string headers_;
  std::string bodies_;
};

// The texts of a blob, which outlives them. DataLoss if they are not `records`.
absl::StatusOr<std::vector<std::string_view>> TextsOfBlob(std::string_view blob,
                                                          std::uint32_t records);

}  // namespace waymark::graph
