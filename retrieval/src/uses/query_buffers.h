// The buffers in retrieval/workspace.h.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/ids.h"
#include "graph/records.h"
#include "retrieval/workspace.h"
#include "traits/commit_notes.h"
#include "traits/prose.h"
#include "uses/open_references.h"
#include "uses/symbol_notes.h"

namespace waymark::retrieval {

// A map from symbols to numbers that is cleared in O(1): a stamp says which entries belong to the
// present use.
class SymbolSlots {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  // Empties the map and makes room for ids below `bound`.
  void Reset(std::uint32_t bound);

  std::uint32_t Find(SymbolId symbol) const {
    const Entry& entry = entries_[ToIndex(symbol)];
    return entry.stamp == stamp_ ? entry.value : kNone;
  }

  void Set(SymbolId symbol, std::uint32_t value) {
    entries_[ToIndex(symbol)] = Entry{.stamp = stamp_, .value = value};
  }

 private:
  struct Entry {
    std::uint32_t stamp = 0;
    std::uint32_t value = 0;
  };

  std::vector<Entry> entries_;
  std::uint32_t stamp_ = 0;
};

// Sums of the question's terms for one symbol. They lie together because they are used together.
struct ScoreCell {
  std::uint32_t term_sum = 0;  // weighted frequencies of the current term, fixed point
  std::uint32_t score = 0;     // saturated and weighted, over all terms, fixed point
  std::uint32_t covered = 0;   // weights of the terms that the symbol covers, fixed point
};

struct FileCell {
  std::uint32_t of_term = 0;  // the most that the current term gives to a symbol, fixed point
  std::uint32_t sum = 0;      // sum of it over all terms
};

// A symbol that a blast radius reached, with the edge over which it was reached.
struct BlastVisit {
  SymbolId symbol = SymbolId::kNone;
  std::uint32_t via = 0;  // index of the visit it was reached from
  std::uint32_t hop = 0;
  float confidence = 1;                       // product along the path
  Neighbor edge;                              // as In() of the symbol it was reached from gave it
  std::uint32_t use = SymbolNotes::kUnnoted;  // the edge's number among noted uses
};

// Records when the edges into a symbol were followed for another one. Following them again in a
// later hop, or in the same hop without higher confidence, leads to nothing new.
struct FollowedAlias {
  std::uint32_t hop = 0;
  float confidence = 1;
};

// The symbols that were reached in a file.
struct FileReach {
  std::uint32_t affected = 0;  // symbols
  std::uint32_t code = 0;      // of them, without tests; 0 outside product files
  bool is_met = false;
  bool is_product = false;
};

struct BlastBuffers {
  std::vector<BlastVisit> visits;  // by hop, otherwise as found
  SymbolSlots followed;            // overridden methods, by their numbers in followed_at
  std::vector<FollowedAlias> followed_at;
  std::vector<std::uint64_t> marked;  // one bit a symbol, all clear between levels
  std::vector<std::uint64_t> files;   // one bit a file, all clear between queries
  std::vector<FileReach> reach;       // by file, all as new between queries
  std::vector<FileId> reached_files;  // as they were met
  std::vector<SymbolId> level;        // symbols of a level in canonical order
  std::vector<std::uint32_t> order;   // visits of a level, surest first
  std::vector<std::uint32_t> shown;   // visits beyond the roots that the result has, in its order
  std::vector<bool> is_shown;         // by visit
  // Index of each visit among the entries of the result; kNone if it is not there.
  std::vector<std::uint32_t> entry_of;
};

struct Workspace::QueryBuffers {
  std::vector<ScoreCell> scores;  // all zero between queries
  std::vector<FileCell> files;    // the same
  SymbolSlots slots;       // candidates of the ranking, roots and visited symbols of a blast radius
  SymbolSlots walk_slots;  // nodes that the walk has met
  SymbolNotes notes;
  ProseMentions mentions;
  CommitNotes commits;
  OpenReferences open_references;
  BlastBuffers blast;
};

}  // namespace waymark::retrieval
