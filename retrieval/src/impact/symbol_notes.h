// What questions found out about single symbols of a view and the next ones would find out again:
// kept in flat arrays as long as they are about the same view.
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

// A reference that is not resolved and may mean a symbol of the name that it looks for.
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
  std::uint32_t seekers = 0;  // list of those of the type's name
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

  // A list of seekers that nobody is in.
  static constexpr std::uint32_t kNobody = 0;

  // The number of an edge that is not among the uses that are noted.
  static constexpr std::uint32_t kUnnoted = 0xFFFFFFFF;

  // What a traversal needs of each symbol it expands: four to a line of the cache.
  struct Note {
    std::uint32_t first_use = 0;
    std::uint32_t use_count = 0;
    std::uint32_t first_alias = 0;
    std::uint16_t stamp = 0;
    std::uint8_t alias_count = 0;
    std::uint8_t facts = 0;
  };

  // Who may use a symbol unseen.
  struct DoubtNote {
    std::uint32_t seekers = kNobody;              // list of those of its name in its languages
    std::uint32_t reachers = kNobody;             // list of those of any member of what encloses it
    std::uint32_t reachers_of_members = kNobody;  // of a type or file that some name
    std::uint32_t first_making = 0;               // of a constructor
    std::uint32_t making_count = 0;
  };

  // Forgets what is noted of another view, and with another `min_confidence`: aliases depend on it.
  void Follow(const graph::ReadView& view, float min_confidence);

  // REQUIRES: an id of the view that is followed. Valid until Follow.
  Note& Of(SymbolId symbol) {
    Note& note = notes_[ToIndex(symbol)];
    if (note.stamp != stamp_) {
      note = Note{.stamp = stamp_};
      doubts_[ToIndex(symbol)] = DoubtNote{};
    }
    return note;
  }

  // As Of.
  DoubtNote& DoubtsOf(SymbolId symbol) {
    Of(symbol);
    return doubts_[ToIndex(symbol)];
  }

  // Starts to bring a note into the cache: a traversal that goes from symbol to symbol waits for
  // little else.
  void Prefetch(SymbolId symbol) const { __builtin_prefetch(&notes_[ToIndex(symbol)]); }

  // As retrieval::DefinitionOf. `scratch` is overwritten.
  SymbolId DefinitionOf(const graph::ReadView& view, SymbolId symbol,
                        std::vector<Neighbor>& scratch) {
    SymbolId& definition = definitions_[ToIndex(symbol)];
    if (definition == SymbolId::kNone) definition = retrieval::DefinitionOf(view, symbol, scratch);
    return definition;
  }

  // REQUIRES: they are known. Valid until others are added.
  std::span<const Neighbor> UsesOf(const Note& note) const {
    return std::span(uses_).subspan(note.first_use, note.use_count);
  }

  // The number of the first of them, if they are what UsesOf gave, else kUnnoted.
  std::uint32_t NumberOf(std::span<const Neighbor> uses) const {
    const std::less<> is_before;
    const Neighbor* const first = uses.data();
    const bool is_noted =
        !is_before(first, uses_.data()) && is_before(first, uses_.data() + uses_.size());
    return is_noted ? static_cast<std::uint32_t>(first - uses_.data()) : kUnnoted;
  }

  // As ReadView::Sites, of the noted use of this number: an edge is found among all those of its
  // source, so this is done once.
  void ReadSites(const graph::ReadView& view, std::uint32_t number, std::vector<Position>& out);

  std::span<const Alias> AliasesOf(const Note& note) const {
    return std::span(aliases_).subspan(note.first_alias, note.alias_count);
  }

  std::span<const Making> MakingsOf(const DoubtNote& doubts) const {
    return std::span(makings_).subspan(doubts.first_making, doubts.making_count);
  }

  // Takes no more than there is room for; false: they stay unknown.
  bool SetUses(Note& note, std::span<const Neighbor> uses);
  void SetAliases(Note& note, std::span<const Alias> aliases);
  void SetMakings(DoubtNote& doubts, std::span<const Making> makings);

  std::optional<std::uint32_t> FindSeekers(std::string_view name, NameGroup group) const;
  // Returns the number of the list. `candidates` of a seeker are numbered from 0 on.
  std::uint32_t AddSeekers(std::string_view name, NameGroup group, std::span<const Seeker> seekers,
                           std::span<const SymbolId> candidates);
  // Of no name.
  std::uint32_t AddSeekers(std::span<const Seeker> seekers, std::span<const SymbolId> candidates);

  // From here on WasMet holds for no list.
  void MeetLists() { ++meeting_; }

  // Whether this is the first time since MeetLists.
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

  // Files that are indexed in part only; counted by `count` when it is not known yet.
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
