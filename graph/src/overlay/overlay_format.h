// Shape of an overlay (segment kind 4). docs/STORAGE_FORMAT.md gives the bytes.
//
// An overlay has the sections of a base, about its replaced files and their symbols, which it
// numbers from 0: in the view they follow the files and symbols of the base. What its rows name
// (parents, targets, candidates, sources of references) are ids of the view. It has outgoing rows
// for the symbols of rebound files, in order, then for its own; and incoming rows and lists of
// children for the touched symbols of the base, in order, then for its own. A touched symbol is one
// that is live and whose incoming rows or children in other files are not those of the base.
// kNumbers, the statistics and the skipped files are those of the whole state.
#pragma once

#include <cstdint>

#include "base/base_format.h"
#include "segment/segment_format.h"

namespace waymark::graph {

enum OverlaySection : SectionNumber {
  kMaskedFiles = 96,      // files of the base that are replaced or gone, ascending
  kRemap = 97,            // for each of their symbols in order: the live one, or none
  kReboundFiles = 98,     // files of the base, ascending
  kReboundLeaf = 99,      // their roots
  kCounterpart = 100,     // for each own symbol: the masked one of the same identity, or none
  kTouchedSymbols = 101,  // symbols of the base, ascending
  kIncomingCount = 102,   // for each incoming row: edges, those of the base that stand included
  kFileRank = 103,        // for each own file: the first file of the base that does not come before
  kOverlayNumbers = 104,  // see OverlayNumber
};

// Elements of kOverlayNumbers.
enum OverlayNumber : std::uint8_t {
  kNumberSkippedFromBase = 0,  // 1 when the skipped files are those of the base
  kNumberDangling = 1,         // edges and nesting of standing files that lead nowhere
  kOverlayNumberCount = 2,
};

}  // namespace waymark::graph
