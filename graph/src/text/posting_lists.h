// Many growing lists of numbers in one arena, as varints: appended to in any order, read once.
//
// A list is a chain of chunks. The first has 24 bytes; each further one is twice as large, up to 4
// KiB. So short lists waste little, long ones need few chunks, and no entry allocates. Not
// thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "graph/spill.h"
#include "model/bytes.h"

namespace waymark::graph {

class PostingLists {
 public:
  // Numbers are below 2^42, so each takes at most this many bytes.
  static constexpr std::ptrdiff_t kMaxNumberBytes = 6;

  std::uint32_t size() const { return static_cast<std::uint32_t>(lists_.size()); }

  // Returns the number of the new, empty list.
  std::uint32_t AddList() {
    lists_.emplace_back();
    return size() - 1;
  }

  void Append(std::uint32_t list, std::uint64_t number) {
    List& to = lists_[list];
    if (to.end - to.at < kMaxNumberBytes) Grow(to);
    to.at = WriteVarint(to.at, number);
  }

  // Replaces `out` by the bytes of a list.
  void Read(std::uint32_t list, std::string& out) const;

 private:
  // Header of each chunk. `used` is set when the next chunk is added.
  struct Chunk {
    Chunk* next = nullptr;
    std::uint32_t used = 0;
    std::uint32_t capacity = 0;

    std::uint8_t* bytes() { return reinterpret_cast<std::uint8_t*>(this + 1); }

    const std::uint8_t* bytes() const { return reinterpret_cast<const std::uint8_t*>(this + 1); }
  };

  struct List {
    Chunk* first = nullptr;
    Chunk* last = nullptr;
    std::uint8_t* at = nullptr;
    std::uint8_t* end = nullptr;
  };

  void Grow(List& list);

  SpillVector<List> lists_;
  std::vector<SpillBlock> slabs_;
  std::uint8_t* slab_at_ = nullptr;
  std::size_t slab_left_ = 0;
};

}  // namespace waymark::graph
