// Caches token counts of short pieces. The words of code recur within an answer and between
// answers, and merging one costs several look-ups in a vocabulary of megabytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace waymark::wire {

// The memo of one vocabulary. A new piece replaces an older one. Not thread-safe.
class PieceMemo {
 public:
  // The result of `count` for `piece`; it must always be the same.
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
  // A cell: the bytes, zeros after them, the number of bytes, and the token count, which is not
  // larger.
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
