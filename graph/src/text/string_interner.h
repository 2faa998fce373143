// Distinct strings numbered in order of first appearance.
//
// Texts lie in chunks that never move, so views stay valid until Clear() or destruction. The table
// uses open addressing: a successful look-up touches one slot and the text, which is preceded by
// its length. In tables larger than the caches each of these is a cache miss, so InternAll() looks
// up many strings at once and lets the misses overlap. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "graph/spill.h"

namespace waymark::graph {

// A fast hash for tables in memory. Never stored, never part of an order.
std::uint64_t HashForTable(std::string_view text);

class StringInterner {
 public:
  struct Interned {
    std::uint32_t id = 0;
    bool is_new = false;
  };

  Interned Intern(std::string_view text);
  // Interns all of `texts` in order; ids[i] becomes the number of texts[i]. Numbers from the
  // previous size() on are new. REQUIRES: as many ids as texts.
  void InternAll(std::span<const std::string_view> texts, std::span<std::uint32_t> ids);
  std::optional<std::uint32_t> Find(std::string_view text) const;

  std::string_view at(std::uint32_t id) const { return texts_[id]; }

  std::uint32_t size() const { return static_cast<std::uint32_t>(texts_.size()); }

  // Bytes of all texts.
  std::size_t text_bytes() const { return text_bytes_; }

  void Clear();

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t id = 0;
    const char* text = nullptr;  // null: free
  };

  Interned InternHashed(std::string_view text, std::uint32_t hash);
  // Slot of the text, or the free slot where it belongs. REQUIRES: a free slot exists.
  std::size_t Probe(std::string_view text, std::uint32_t hash) const;
  const char* Copy(std::string_view text);
  // Makes sure that free slots are left after `count` more strings.
  void Reserve(std::size_t count);

  SpillVector<Slot> slots_;  // power of two, at most half full
  SpillVector<std::string_view> texts_;
  std::vector<SpillBlock> chunks_;
  std::size_t chunk_used_ = 0;
  std::size_t chunk_size_ = 0;
  std::size_t text_bytes_ = 0;
};

}  // namespace waymark::graph
