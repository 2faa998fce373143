// Collects which files mention which identifiers, and writes an index by hash.
//
// The pairs (hash, file) come with ascending files and are distributed over buckets by the top byte
// of the hash. Each bucket is sorted at the end, so that sorting stays in the caches.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "graph/ids.h"
#include "graph/spill.h"
#include "segment/segment_writer.h"

namespace waymark::graph {

class BaseMentions {
 public:
  // REQUIRES: files come in ascending order.
  void AppendFile(FileId file, std::span<const std::uint32_t> hashes);

  void Finish(SegmentWriter& segment);

 private:
  struct Mention {
    std::uint32_t hash;
    std::uint32_t file;
  };

  class Chunks;

  static constexpr unsigned kBucketShift = 24;

  static void SortByHash(SpillVector<Mention>& mentions, SpillVector<Mention>& scratch);

  std::array<SpillVector<Mention>, std::size_t{1} << (32 - kBucketShift)> buckets_;
};

}  // namespace waymark::graph
