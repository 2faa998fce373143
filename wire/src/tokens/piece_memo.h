// Caches token counts of short pieces. The words of code recur within an answer and between
// answers, and merging one costs several look-ups in a vocabulary of megabytes.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace waymark::wire {

// The memo of one vocabulary. A new piece replaces an older one. Not thread-safe.
class PieceMemo {
 public:
  // The result of `count` for `piece`; it must always be the same, and not be larger than the
  // piece. REQUIRES: the piece is not empty.
  template <typename Count>
  std::size_t Get(std::string_view piece, const Count& count) {
    if (piece.size() > kMaxBytes) return count(piece);
    const Key key = KeyOf(piece);
    Entry& entry = entries_[SlotOf(key)];
    if (entry.key != key) entry = {key, static_cast<std::uint8_t>(count(piece))};
    return entry.count;
  }

 private:
  static constexpr std::size_t kWordBytes = sizeof(std::uint64_t);
  // The bytes, zeros after them, and the number of bytes as the last one. Comparing words is
  // faster than comparing bytes, of which the library cannot know that they are so few.
  using Key = std::array<std::uint64_t, 3>;
  static constexpr std::size_t kMaxBytes = sizeof(Key) - 1;
  static_assert(std::endian::native == std::endian::little, "bytes are shifted into words");

  struct Entry {
    Key key{};
    std::uint8_t count = 0;
  };

  static constexpr unsigned kSlotBits = 12;

  template <typename Word>
  static std::uint64_t Load(const char* bytes) {
    Word word;
    std::memcpy(&word, bytes, sizeof word);
    return word;
  }

  // A word of `size` bytes, one to eight: its first and its last ones, which may overlap.
  static std::uint64_t ShortWord(const char* bytes, std::size_t size) {
    constexpr std::size_t kHalf = sizeof(std::uint32_t);
    if (size >= kHalf) {
      return Load<std::uint32_t>(bytes) | Load<std::uint32_t>(bytes + size - kHalf)
                                              << (8 * (size - kHalf));
    }
    return Load<std::uint8_t>(bytes) | Load<std::uint8_t>(bytes + size / 2) << (8 * (size / 2)) |
           Load<std::uint8_t>(bytes + size - 1) << (8 * (size - 1));
  }

  static Key KeyOf(std::string_view piece) {
    Key key{};
    std::size_t word = 0;
    std::size_t at = 0;
    for (; piece.size() - at > kWordBytes; at += kWordBytes) {
      key[word++] = Load<std::uint64_t>(piece.data() + at);
    }
    key[word] = ShortWord(piece.data() + at, piece.size() - at);
    key.back() |= std::uint64_t{piece.size()} << (8 * (kWordBytes - 1));
    return key;
  }

  static std::size_t SlotOf(const Key& key) {
    constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15U;
    std::uint64_t hash = 0;
    for (const std::uint64_t word : key) hash = ((hash ^ (hash >> 29)) + word) * kMix;
    return static_cast<std::size_t>(hash >> (64 - kSlotBits));
  }

  std::array<Entry, std::size_t{1} << kSlotBits> entries_{};
};

}  // namespace waymark::wire
