// The classes of characters that the pre-tokenisers of the published encodings tell apart, and the
// layout of the table that compile_character_table writes at build time: one byte per 256 code
// points that selects a block, then the blocks of 256 class bytes.
#pragma once

#include <cstdint>

namespace waymark::wire {

// One bit each, so that a set of classes is a mask.
enum CharacterClass : std::uint8_t {
  kUpperLetter = 1 << 0,     // Lu, Lt
  kLowerLetter = 1 << 1,     // Ll
  kCaselessLetter = 1 << 2,  // Lm, Lo
  kMark = 1 << 3,            // M
  kNumber = 1 << 4,          // N
  kBlank = 1 << 5,           // White_Space but for \r and \n
  kNewline = 1 << 6,         // \r, \n
  kSymbol = 1 << 7,          // anything else, bytes that are not UTF-8 included
};

inline constexpr std::uint32_t kCodePointCount = 0x110000;
inline constexpr std::uint32_t kCharacterBlock = 256;
inline constexpr std::uint32_t kCharacterBlockCount = kCodePointCount / kCharacterBlock;

}  // namespace waymark::wire
