// Layout of the token tables that compile_token_table writes at build time and TokenTable reads in
// place.
//
//   TokenTableHeader
//   u32 slots[1 << slot_bits]        open addressing, linear probing, at most 77 % full; 0 is
//   empty, else rank + 1 in the low
//                                    kRankBits and a tag of the hash above
//   u32 offsets[token_count + 1]     of each token's bytes, by rank
//   u8  bytes[offsets[token_count]]
//
// All integers are in the byte order of the machine, which is the one that built the table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace waymark::wire {

struct TokenTableHeader {
  std::uint32_t magic = 0;
  std::uint32_t slot_bits = 0;
  std::uint32_t token_count = 0;
  std::uint32_t max_token_bytes = 0;
};

static_assert(sizeof(TokenTableHeader) == 16);

inline constexpr std::uint32_t kTokenTableMagic = 0x314B5457;  // "WTK1"
inline constexpr int kRankBits = 18;
inline constexpr std::uint32_t kRankMask = (1U << kRankBits) - 1;

template <typename Integer>
Integer LoadUnaligned(const char* data) {
  Integer value;
  std::memcpy(&value, data, sizeof value);
  return value;
}

// Mixes the bytes of a token. Quality matters only for the length of probe runs: equality is
// decided by the bytes.
inline std::uint64_t HashToken(std::string_view token) {
  constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15;
  const char* data = token.data();
  const std::size_t size = token.size();
  std::uint64_t hash = size * kMultiplier;
  const auto mix = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * kMultiplier;
    hash ^= hash >> 29;
  };
  if (size >= 8) {
    for (std::size_t at = 0; at + 8 < size; at += 8) mix(LoadUnaligned<std::uint64_t>(data + at));
    mix(LoadUnaligned<std::uint64_t>(data + size - 8));
  } else if (size >= 4) {
    mix(LoadUnaligned<std::uint32_t>(data) |
        std::uint64_t{LoadUnaligned<std::uint32_t>(data + size - 4)} << 32);
  } else if (size > 0) {
    mix(LoadUnaligned<std::uint8_t>(data) |
        std::uint64_t{LoadUnaligned<std::uint8_t>(data + size / 2)} << 8 |
        std::uint64_t{LoadUnaligned<std::uint8_t>(data + size - 1)} << 16);
  }
  hash *= kMultiplier;
  return hash ^ hash >> 32;
}

// The first slot that is probed for a token, and the tag in its slot (already shifted above the
// rank).
inline std::uint32_t FirstSlot(std::uint64_t hash, std::uint32_t slot_bits) {
  return static_cast<std::uint32_t>(hash) & ((1U << slot_bits) - 1);
}

inline std::uint32_t SlotTag(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash >> 32) & ~kRankMask;
}

}  // namespace waymark::wire
