// Shape of a base (segment kind 2): its sections and their elements. docs/STORAGE_FORMAT.md gives
// the bytes.
//
// Files are numbered in byte order of paths, symbols in order of (file, position). A string is
// named by its address in kStrings; the empty string is kNoString and takes no room. An offsets
// column has one element more than what it is about: row i of the column it leads to is [offset i,
// offset i + 1).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "graph/ids.h"
#include "graph/records.h"
#include "segment_format.h"

namespace waymark::graph {

enum BaseSection : SectionNumber {
  kFilePath = 1,
  kFileAttributes = 2,
  kFileContent = 3,
  kFileFirstSymbol = 4,
  kFileLeaf = 5,

  kSymbolName = 16,
  kSymbolScope = 17,
  kSymbolSignature = 18,
  kSymbolParent = 19,
  kSymbolFile = 20,
  kSymbolKind = 21,
  kSymbolFlags = 22,
  kSymbolPlace = 23,
  kSymbolIdentity = 24,
  kSymbolLengths = 25,
  kDocumentationIndex = 26,
  kDocumentationRange = 27,
  kVariantIndex = 28,
  kVariant = 29,
  kWidePlaceIndex = 30,
  kWidePlace = 31,

  kStrings = 40,
  kNameOrder = 41,
  kNameOffsets = 42,
  kNameSymbols = 43,

  kOutOffsets = 48,
  kOutTarget = 49,
  kOutLabel = 50,
  kSiteChunks = 51,
  kSites = 52,
  kChildOffsets = 53,
  kChildren = 54,
  kInOffsets = 55,
  kInSource = 56,
  kInLabel = 57,

  kUnresolvedNames = 64,
  kUnresolvedRows = 65,
  kUnresolved = 66,
  kCandidates = 67,

  kTerms = 72,
  kTermPostings = 73,
  kTermFrequency = 74,
  kPostings = 75,
  kPathTerms = 76,
  kPathTermFiles = 77,

  kNumbers = 80,
  kRepositoryName = 81,
  kSkippedPath = 82,
  kSkippedReason = 83,
  kDirectoryPath = 84,
  kDirectoryRoot = 85,
};

inline constexpr std::uint32_t kNoString = 0xFFFFFFFF;

struct [[gnu::packed]] FileAttributes {
  std::uint8_t language;
  std::uint8_t grammar;
  std::uint16_t flags;
  std::uint16_t extractor_version;
  std::uint32_t line_count;
  std::uint64_t size_bytes;
};

static_assert(sizeof(FileAttributes) == 18);

using HashBytes = std::array<std::uint8_t, 32>;

// Where a symbol is, when its numbers fit; lines count from begin_line. A line_span of
// kWidePlaceMark says that they do not, and that the symbol has a WidePlace.
struct [[gnu::packed]] NarrowPlace {
  std::uint32_t begin_line;
  std::uint16_t begin_column;
  std::uint16_t line_span;
  std::uint16_t end_column;
  std::uint16_t name_column;
  std::uint8_t name_line;
};

static_assert(sizeof(NarrowPlace) == 13);
inline constexpr std::uint16_t kWidePlaceMark = 0xFFFF;

struct WidePlace {
  std::uint32_t begin_line;
  std::uint32_t begin_column;
  std::uint32_t end_line;
  std::uint32_t end_column;
  std::uint32_t name_line;
  std::uint32_t name_column;
};

static_assert(sizeof(WidePlace) == 24);

struct ByteRange {
  std::uint32_t begin;
  std::uint32_t end;
};

// What tells a symbol from others of the same scope, name and kind.
struct Variant {
  std::uint32_t discriminator;  // string
  std::uint32_t ordinal;
};

using FieldLengths = std::array<std::uint16_t, kFieldCount>;

// A column in which few symbols have a value: one index entry for 64 symbols, a bit each, and the
// number of values before.
struct [[gnu::packed]] SparseIndexEntry {
  std::uint64_t present;
  std::uint32_t values_before;
};

static_assert(sizeof(SparseIndexEntry) == 12);
inline constexpr std::uint32_t kSymbolsPerSparseEntry = 64;

// Type and rule of an edge: type in the low byte.
using EdgeLabel = std::uint16_t;

constexpr EdgeLabel ToLabel(EdgeType type, EdgeRule rule) {
  return static_cast<EdgeLabel>(static_cast<unsigned>(type) | static_cast<unsigned>(rule) << 8);
}

constexpr EdgeType TypeOf(EdgeLabel label) { return static_cast<EdgeType>(label & 0xFF); }

constexpr EdgeRule RuleOf(EdgeLabel label) { return static_cast<EdgeRule>(label >> 8); }

// Sites of consecutive edges lie in one record: per edge a varint count, then per site the zigzag
// difference of its line from the site before in the record (0 at the start), and its column as
// varint.
inline constexpr std::uint32_t kEdgesPerSiteChunk = 64;

// Neighbor::edge: an index into the outgoing edges; with this bit an index into the incoming ones;
// kNone for edges without either (nesting).
inline constexpr std::uint32_t kIncomingEdge = 0x80000000;
inline constexpr std::uint32_t kNoEdge = 0xFFFFFFFF;
inline constexpr std::uint32_t kMaxEdges = 0x7FFFFFFF;

// Elements of kNumbers.
enum BaseNumber : std::uint8_t {
  kNumberFiles = 0,
  kNumberSymbols = 1,
  kNumberEdges = 2,  // nesting included
  kNumberUnresolved = 3,
  kNumberDocuments = 4,    // FieldStatistics::document_count
  kNumberTotalLength = 5,  // kFieldCount elements
  kNumberNonempty = 11,    // kFieldCount elements
  kBaseNumberCount = 17,
};

}  // namespace waymark::graph
