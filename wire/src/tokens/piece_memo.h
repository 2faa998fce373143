// Token counts of short pieces that were counted before. The words of code come again within an
// answer and from one answer to the next, and merging one costs several looks into a vocabulary of
// megabytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace waymark::wire {

// Of one vocabulary. A new piece takes the place of an older one. Not thread-safe.
class PieceMemo {
 public:
  // What `count` returns for `piece`, which must always be the same.
  template <typename Count>
  std::size_t Get(std::string_view piece, const Count& count) {
    if (piece.size() > kMaxBytes) return count(piece);
    Entry wanted{};
    std::memcpy(wanted.data(), piece.data(), piece.size());
    wanted[kSizeAt] = static_cast<std::uint8_t>(piece.size());
    Entry& entry = entries_[SlotOf(wanted)];
    if (std::memcmp(entry.data(), wanted.data(), kCountAt) != 0) {
      wanted[kCountAt] = static_cast<std::uint8_t>(count(piece));
      entry = wanted;
    }
    return entry[kCountAt];
  }

 private:
  // The bytes, zeros after them, how many there are, and their count, which is no more.
  static constexpr std::size_t kMaxBytes = 22;
  static constexpr std::size_t kSizeAt = kMaxBytes;
  static constexpr std::size_t kCountAt = kMaxBytes + 1;
  using Entry = std::array<std::uint8_t, kMaxBytes + 2>;

  static constexpr unsigned kSlotBits = 12;

  static std::size_t SlotOf(const Entry& entry) {
    constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15U;
    std::array<std::uint64_t, sizeof(Entry) / sizeof(std::uint64_t)> words;
    std::memcpy(words.data(), entry.data(), sizeof words);
    std::uint64_t hash = 0;
    for (const std::uint64_t word : words) hash = ((hash ^ (hash >> 29)) + word) * kMix;
    return static_cast<std::size_t>(hash >> (64 - kSlotBits));
  }

  std::array<Entry, std::size_t{1} << kSlotBits> entries_{};
};

}  // namespace waymark::wire
