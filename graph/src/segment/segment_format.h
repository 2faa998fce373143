// The shape of a segment: kinds, sections, block geometry and the catalogue row.
// docs/STORAGE_FORMAT.md gives the bytes.
//
// A segment is immutable. Its sections are arrays of elements of one size, or sequences of records
// of any size; both are cut into blocks of about 256 KiB, and no element or record straddles two
// blocks.
//
//   column    element i lies in block i >> shift at byte (i & mask) * element bytes, where
//             1 << shift is the largest power of two of elements that fits kBlockBytes
//   records   a record has an address, block * kBlockBytes + byte; it is a varint length and that
//             many bytes. A record that would straddle starts at the next block. A record larger
//             than a block is a longer block of its own, which takes as many block numbers as its
//             bytes need
//
// The last block of a section is mostly a small remainder, its tail. Tails share the blocks of
// section 0, because LMDB stores anything past 2 KB in whole pages and a segment has up to sixty
// sections.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/ids.h"

namespace waymark::graph {

inline constexpr std::size_t kBlockBytes = 256 << 10;
// LMDB puts 16 bytes before a large value. A block of records leaves room for them, so that it
// fills whole pages.
inline constexpr std::size_t kRecordBlockBytes = kBlockBytes - 16;
// A last block of at most this many bytes becomes a tail.
inline constexpr std::size_t kMaxTailBytes = 64 << 10;
// Upper bound of the bytes in one write transaction, so that no commit is long and memory stays
// small.
inline constexpr std::size_t kWriteTxnBytes = 8 << 20;

enum class SegmentKind : std::uint8_t {
  kFactsPack = 1,
  kBase = 2,
  kFileStates = 3,
  kOverlay = 4,
  kRemoteFacts = 5,
};

// Number of a section inside its kind. A plain number: each kind has its own list.
using SectionNumber = std::uint16_t;
// The section with the blocks of all tails, in every kind of segment.
inline constexpr SectionNumber kTails = 0;

// Elements of `element_bytes` bytes in a block, as a power of two.
constexpr unsigned ElementsShift(std::size_t element_bytes) {
  // An element fits a block; the mask shows that to tools that check shifts.
  return static_cast<unsigned>(std::bit_width(kBlockBytes / element_bytes) - 1) & 63U;
}

// A section's row in the catalogue.
struct SectionRow {
  SectionNumber section = 0;
  std::uint16_t element_bytes = 0;  // 0: records
  std::uint32_t block_bound = 0;    // one past the last block number
  std::uint64_t count = 0;          // elements or records
  std::uint64_t bytes = 0;          // of all blocks, including the tail
  std::uint32_t tail_address = 0;   // in the blocks of kTails: block * kBlockBytes + byte
  std::uint32_t tail_bytes = 0;     // size of the last block if it is a tail, otherwise 0
  RootHash hash;                    // of all blocks in order, the tail last
};

struct CatalogueRow {
  SegmentKind kind = SegmentKind::kBase;
  std::uint16_t version = 0;         // of the kind
  std::uint64_t bytes = 0;           // of all sections
  RootHash hash;                     // of the kind, version and section rows
  std::vector<SectionRow> sections;  // by number
};

// A block of a segment before it is stored.
struct SegmentBlock {
  SectionNumber section = 0;
  std::uint32_t number = 0;
  std::string bytes;
};

// A whole segment in memory.
struct MemorySegment {
  CatalogueRow row;
  std::vector<SegmentBlock> blocks;  // by (section, number)
};

// The version that this build writes. It reads the earlier ones, but no facts from packs of version
// 1, whose frames have no checksums.
std::uint16_t CurrentVersion(SegmentKind kind);

RootHash HashOfSegment(const CatalogueRow& row);
std::string EncodeCatalogueRow(const CatalogueRow& row);
// DataLoss when the bytes are not a row or their numbers contradict each other; FailedPrecondition
// for an unknown version.
absl::StatusOr<CatalogueRow> DecodeCatalogueRow(std::string_view bytes);

std::string SegmentKey(SegmentId segment);
std::string BlockKey(SegmentId segment, SectionNumber section, std::uint32_t block);

struct BlockAddress {
  SegmentId segment = SegmentId::kNone;
  SectionNumber section = 0;
  std::uint32_t block = 0;
};

// REQUIRES: a key of the block table, of kBlockKeyBytes bytes.
BlockAddress ParseBlockKey(std::string_view key);
inline constexpr std::size_t kSegmentKeyBytes = 8;
inline constexpr std::size_t kBlockKeyBytes = 14;

}  // namespace waymark::graph
