// Facts about single symbols of a view that questions compute and later ones need again. They are
// kept in flat arrays as long as questions ask about the same view.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/languages.h"
#include "graph/read_view.h"
#include "retrieval/declarations.h"
#include "traits/view_mark.h"

namespace waymark::retrieval {

// A symbol whose incoming edges count as those of another, see incoming.h.
struct Alias {
  SymbolId symbol = SymbolId::kNone;
  float confidence = 1;
  bool is_overridden = false;
};

// An unresolved reference that may mean a symbol of the name that it looks for.
struct Seeker {
  SymbolId source = SymbolId::kNone;
  std::uint32_t first_candidate = 0;
  std::uint8_t candidate_count = 0;  // 0: any symbol of the name
  bool leaves = false;               // it is known to mean nothing in the repository
  bool overrides = false;            // its source overrides what it looks for
  bool calls = false;
};

// References that may make an instance of a type, and so run a constructor of it or of a base.
struct Making {
  std::uint32_t seekers = 0;  // list of references to the type's name
  SymbolId type = SymbolId::kNone;

  auto operator<=>(const Making&) const = default;
};

class SymbolNotes {
 public:
  enum Fact : std::uint8_t {
    kUsesKnown = 1,
    kAliasesKnown = 2,
    kDoubtsKnown = 4,
    kRunBySyntax = 8,    // see syntax_names.h
    kDefinedAgain = 16,  // see UnseenReferences
    kDoubted = 32,       // DoubtsOf tells something
  };

  // The number of the empty list of seekers.
  static constexpr std::uint32_t kNobody = 0;

  // The number of an edge that is not among the noted uses.
  static constexpr std::uint32_t kUnnoted = 0xFFFFFFFF;

  // Data that a traversal needs of each symbol it expands: four notes fill a cache line.
  struct Note {
    std::uint32_t first_use = 0;
    std::uint32_t use_count = 0;
    std::uint32_t first_alias = 0;
    std::uint16_t stamp = 0;
    std::uint8_t alias_count = 0;
    std::uint8_t facts = 0;
  };

  // Lists of references that may use a symbol without an edge.
  struct DoubtNote {
    std::uint32_t seekers = kNobody;              // references to its name in its languages
    std::uint32_t reachers = kNobody;             // references to any member of its owner
    std::uint32_t reachers_of_members = kNobody;  // of a type or file that some name
    std::uint32_t first_making = 0;               // of a constructor
    std::uint32_t making_count = 0;
  };

  // Clears the notes if the view or `min_confidence` is another one; aliases depend on the latter.
  void Follow(const graph::ReadView& view, float min_confidence);

  // REQUIRES: an id of the followed view. Valid until Follow.
  Note& Of(SymbolId symbol) {
    Note& note = notes_[ToIndex(symbol)];
    if (note.stamp != stamp_) {
      note = Note{.stamp = stamp_};
      doubts_[ToIndex(symbol)] = DoubtNote{};
    }
    return note;
  }

  // REQUIRES and validity as for Of.
  DoubtNote& DoubtsOf(SymbolId symbol) {
    Of(symbol);
    return doubts_[ToIndex(symbol)];
  }

  // Prefetches a note into the cache: a traversal that jumps between symbols waits for little else.
  void Prefetch(SymbolId symbol) const { __builtin_prefetch(&notes_[ToIndex(symbol)]); }

  // As retrieval::DefinitionOf. `scratch` is overwritten.
  SymbolId DefinitionOf(const graph::ReadView& view, SymbolId symbol,
                        std::vector<Neighbor>& scratch) {
    SymbolId& definition = definitions_[ToIndex(symbol)];
    if (definition == SymbolId::kNone) definition = retrieval::DefinitionOf(view, symbol, scratch);
    return definition;
  }

  // REQUIRES: the uses are known. Valid until others are added.
  std::span<const Neighbor> UsesOf(const Note& note) const {
    return std::span(uses_).subspan(note.first_use, note.use_count);
  }

  // The number of the first of `uses` if UsesOf returned them, otherwise kUnnoted.
  std::uint32_t NumberOf(std::span<const Neighbor> uses) const {
    const std::less<> is_before;
    const Neighbor* const first = uses.data();
    const bool is_noted =
        !is_before(first, uses_.data()) && is_before(first, uses_.data() + uses_.size());
    return is_noted ? static_cast<std::uint32_t>(first - uses_.data()) : kUnnoted;
  }

  // As ReadView::Sites for the noted use with this number. Finding an edge among all those of its
  // source is slow, so it is done once.
  void ReadSites(const graph::ReadView& view, std::uint32_t number, std::vector<Position>& out);

  std::span<const Alias> AliasesOf(const Note& note) const {
    return std::span(aliases_).subspan(note.first_alias, note.alias_count);
  }

  std::span<const Making> MakingsOf(const DoubtNote& doubts) const {
    return std::span(makings_).subspan(doubts.first_making, doubts.making_count);
  }

  // Returns false without storing anything if there is no room; the uses then stay unknown.
  bool SetUses(Note& note, std::span<const Neighbor> uses);
  void SetAliases(Note& note, std::span<const Alias> aliases);
  void SetMakings(DoubtNote& doubts, std::span<const Making> makings);

  std::optional<std::uint32_t> FindSeekers(std::string_view name, NameGroup group) const;
  // Returns the number of the list. `candidates` of a seeker are numbered from 0 on.
  std::uint32_t AddSeekers(std::string_view name, NameGroup group, std::span<const Seeker> seekers,
                           std::span<const SymbolId> candidates);
  // Adds a list that belongs to no name.
  std::uint32_t AddSeekers(std::span<const Seeker> seekers, std::span<const SymbolId> candidates);

  // Resets IsFirstMet for all lists.
  void MeetLists() { ++meeting_; }

  // Whether this is the first call for the list since MeetLists.
  bool IsFirstMet(std::uint32_t list) {
    return std::exchange(lists_[list].met, meeting_) != meeting_;
  }

  bool WasMet(std::uint32_t list) const { return lists_[list].met == meeting_; }

  std::span<const Seeker> SeekersIn(std::uint32_t list) const {
    return std::span(seekers_).subspan(lists_[list].begin, lists_[list].count);
  }

  std::span<const SymbolId> CandidatesOf(const Seeker& seeker) const {
    return std::span(candidates_).subspan(seeker.first_candidate, seeker.candidate_count);
  }

  // Number of files that are indexed only in part; `count` computes it once.
  template <typename Count>
  std::uint64_t CutFiles(const Count& count) {
    if (!cut_files_.has_value()) cut_files_ = count();
    return *cut_files_;
  }

 private:
  struct List {
    std::uint32_t begin = 0;
    std::uint32_t count = 0;
    std::uint64_t met = 0;  // the meeting in which it was met last
  };

  struct SiteRange {
    std::uint32_t begin = kUnnoted;
    std::uint32_t count = 0;
  };

  ViewMark followed_;
  float min_confidence_ = 0;

  std::uint16_t stamp_ = 0;
  std::vector<Note> notes_;
  std::vector<DoubtNote> doubts_;
  std::vector<SymbolId> definitions_;  // none: unknown
  std::vector<Neighbor> uses_;
  std::vector<SiteRange> site_ranges_;  // by the number of a use, as far as some were read
  std::vector<Position> sites_;
  std::vector<Alias> aliases_;
  std::vector<Making> makings_;
  std::map<std::pair<std::string, NameGroup>, std::uint32_t> sought_;
  std::vector<List> lists_;
  std::uint64_t meeting_ = 0;
  std::vector<Seeker> seekers_;
  std::vector<SymbolId> candidates_;
  std::optional<std::uint64_t> cut_files_;
};

}  // namespace waymark::retrieval
