// Shape of an overlay (segment kind 4). docs/STORAGE_FORMAT.md gives the bytes.
//
// An overlay has the sections of a base for its replaced files and their symbols. It numbers these
// from 0; in the view they follow the files and symbols of the base. Its rows refer to symbols
// (parents, targets, candidates, sources of references) by ids of the view. It has outgoing rows
// for the symbols of rebound files, in order, then for its own symbols. It has incoming rows and
// lists of children for the touched symbols of the base, in order, then for its own symbols. A
// touched symbol is live, but its incoming rows or its children in other files differ from the
// base. kNumbers, the statistics and the skipped files describe the whole state.
#pragma once

#include <cstdint>

#include "base/base_format.h"
#include "segment/segment_format.h"

namespace waymark::graph {

enum OverlaySection : SectionNumber {
  kMaskedFiles = 96,      // replaced or deleted files of the base, ascending
  kRemap = 97,            // for each of their symbols in order: the live symbol, or none
  kReboundFiles = 98,     // files of the base, ascending
  kReboundLeaf = 99,      // their leaves
  kCounterpart = 100,     // for each own symbol: the masked one of the same identity, or none
  kTouchedSymbols = 101,  // symbols of the base, ascending
  kIncomingCount = 102,   // for each incoming row: edges, with those kept from the base
  kFileRank = 103,        // for each own file: the first base file not before it
  kOverlayNumbers = 104,  // see OverlayNumber
};

// Elements of kOverlayNumbers.
enum OverlayNumber : std::uint8_t {
  kNumberSkippedFromBase = 0,  // 1 if the skipped files are those of the base
  kNumberDangling = 1,         // edges and nesting of unchanged files that lead nowhere
  kOverlayNumberCount = 2,
};

}  // namespace waymark::graph
