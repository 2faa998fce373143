#include "text/posting_lists.h"

#include <algorithm>
#include <new>

namespace waymark::graph {
namespace {

constexpr std::uint32_t kFirstChunkBytes =
    24;  // a multiple of 8, so that chunk headers stay aligned
constexpr std::uint32_t kLargestChunkBytes = 4 << 10;
constexpr std::size_t kSlabBytes = 256 << 10;

}  // namespace

void PostingLists::Grow(List& list) {
  const std::uint32_t capacity = list.last == nullptr
                                     ? kFirstChunkBytes
                                     : std::min(2 * list.last->capacity, kLargestChunkBytes);
  if (slab_left_ < sizeof(Chunk) + capacity) {
    slabs_.emplace_back(kSlabBytes);
    slab_at_ = reinterpret_cast<std::uint8_t*>(slabs_.back().data());
    slab_left_ = kSlabBytes;
  }
  Chunk* const chunk = new (slab_at_) Chunk{nullptr, 0, capacity};
  slab_at_ += sizeof(Chunk) + capacity;
  slab_left_ -= sizeof(Chunk) + capacity;
  if (list.last == nullptr) {
    list.first = chunk;
  } else {
    list.last->used = static_cast<std::uint32_t>(list.at - list.last->bytes());
    list.last->next = chunk;
  }
  list.last = chunk;
  list.at = chunk->bytes();
  list.end = list.at + capacity;
}

void PostingLists::Read(std::uint32_t list, std::string& out) const {
  out.clear();
  const List& from = lists_[list];
  for (const Chunk* chunk = from.first; chunk != nullptr; chunk = chunk->next) {
    const std::size_t used =
        chunk == from.last ? static_cast<std::size_t>(from.at - chunk->bytes()) : chunk->used;
    out.append(reinterpret_cast<const char*>(chunk->bytes()), used);
  }
}

}  // namespace waymark::graph
