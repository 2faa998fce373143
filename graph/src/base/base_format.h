// Shape of a base (segment kind 2): its sections and their elements. docs/STORAGE_FORMAT.md gives
// the bytes.
//
// Files are numbered in byte order of paths, symbols in order of (file, position). A string is
// referred to by its address in kStrings; the empty string is kNoString and is not stored. An
// offsets column has one element more than it has rows: row i covers [offset i, offset i + 1) of
// its target column.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "graph/ids.h"
#include "graph/records.h"
#include "segment/segment_format.h"

namespace waymark::graph {

enum BaseSection : SectionNumber {
  kFilePath = 1,
  kFileAttributes = 2,
  kFileContent = 3,
  kFileFirstSymbol = 4,
  kFileLeaf = 5,
  kFileOwnPart = 6,
  kFileUnresolved = 7,

  kSymbolName = 16,
  kSymbolScope = 17,
  kSymbolParent = 18,
  kSymbolFileBase = 19,
  kSymbolFile = 20,
  kSymbolKind = 21,
  kSymbolFlags = 22,
  kSymbolPlace = 23,
  kSymbolIdentity = 24,
  kSymbolLengths = 25,
  kWideLengthsIndex = 26,
  kWideLengths = 27,
  kDocumentationIndex = 28,
  kDocumentationRange = 29,
  kVariantIndex = 30,
  kVariant = 31,
  kWidePlaceIndex = 32,
  kWidePlace = 33,
  kSignatureChunks = 34,
  kSignatures = 35,

  kStrings = 40,
  kNameOrder = 41,
  kNameOffsets = 42,
  kNameSymbols = 43,

  kLabels = 48,
  kOutIndex = 49,
  kOutRows = 50,
  kOutEdges = 51,
  kForeignIndex = 52,
  kForeignRange = 53,
  kForeignChildren = 54,
  kInIndex = 55,
  kInRows = 56,
  kInEdges = 57,

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

  kMentionChunks = 78,
  kMentions = 79,

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

// Symbols are in order of files and every file has one, so the file number grows by less than this
// over this many symbols. It is stored once for all of them, and per symbol as a difference.
inline constexpr std::uint32_t kSymbolsPerFileBase = 64;

// Position of a symbol, if its numbers fit; lines count from begin_line. A line_span of
// kWidePlaceMark means that they do not fit and that the symbol has a WidePlace.
struct [[gnu::packed]] NarrowPlace {
  std::uint32_t begin_line;
  std::uint16_t line_span;
  std::uint8_t begin_column;
  std::uint8_t end_column;
  std::uint8_t name_column;
  std::uint8_t name_line;
};

static_assert(sizeof(NarrowPlace) == 10);
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

// Token counts of the own fields. A first byte of kWideLengthsMark means that a count does not fit
// a byte and that the symbol has wide lengths.
using FieldLengths = std::array<std::uint16_t, kFieldCount>;
using NarrowLengths = std::array<std::uint8_t, kFieldCount>;
inline constexpr std::uint8_t kWideLengthsMark = 0xFF;

// The half-open range [begin, end).
struct Range {
  std::uint32_t begin;
  std::uint32_t end;
};

// Distinguishes symbols of the same scope, name and kind.
struct Variant {
  std::uint32_t discriminator;  // string
  std::uint32_t ordinal;
};

// Index of a column in which few symbols have a value: one entry per 64 symbols, with one bit for
// each symbol and the number of values before the entry.
struct [[gnu::packed]] SparseIndexEntry {
  std::uint64_t present;
  std::uint32_t values_before;
};

static_assert(sizeof(SparseIndexEntry) == 12);
inline constexpr std::uint32_t kSymbolsPerSparseEntry = 64;

// Signatures are half of all text and are read one symbol at a time. Those of this many symbols
// form one record: their texts one after another as a zstd frame; kNoString if all are empty.
inline constexpr std::uint32_t kSymbolsPerSignatureChunk = 128;
inline constexpr std::size_t kMaxSignatureChunkBytes = 256 << 20;

// The index of mentions: this many hashes, ascending, form one record.
inline constexpr std::uint32_t kHashesPerMentionChunk = 64;

struct MentionChunk {
  std::uint32_t first_hash;
  std::uint32_t address;  // in kMentions
};

// Type and rule of an edge; the type is in the low byte.
using EdgeLabel = std::uint16_t;

constexpr EdgeLabel ToLabel(EdgeType type, EdgeRule rule) {
  return static_cast<EdgeLabel>(static_cast<unsigned>(type) | static_cast<unsigned>(rule) << 8);
}

constexpr EdgeType TypeOf(EdgeLabel label) { return static_cast<EdgeType>(label & 0xFF); }

constexpr EdgeRule RuleOf(EdgeLabel label) { return static_cast<EdgeRule>(label >> 8); }

// Neighbor::edge is the symbol whose neighbours were asked for, with this bit if it is the target.
inline constexpr std::uint32_t kIncomingEdge = 0x80000000;

struct EdgeEnds {
  SymbolId source;
  SymbolId target;
};

constexpr EdgeEnds EndsOf(const Neighbor& neighbor) {
  const SymbolId asked{neighbor.edge & ~kIncomingEdge};
  return (neighbor.edge & kIncomingEdge) != 0 ? EdgeEnds{neighbor.symbol, asked}
                                              : EdgeEnds{asked, neighbor.symbol};
}

inline constexpr std::uint32_t kMaxSymbols = 0x7FFFFFFF;

// Elements of kNumbers.
enum BaseNumber : std::uint8_t {
  kNumberFiles = 0,
  kNumberSymbols = 1,
  kNumberEdges = 2,  // including nesting
  kNumberUnresolved = 3,
  kNumberDocuments = 4,    // FieldStatistics::document_count
  kNumberTotalLength = 5,  // kFieldCount elements
  kNumberNonempty = 11,    // kFieldCount elements
  kBaseNumberCount = 17,
};

}  // namespace waymark::graph
