// Facts about single symbols of a view that questions compute and later ones need again. They are
// kept in flat buffers as long as questions ask about the same view.
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
struct Referrer {
  SymbolId source = SymbolId::kNone;
  Position site;
  std::uint32_t first_candidate = 0;
  std::uint8_t candidate_count = 0;  // 0: any symbol of the name
  bool leaves = false;               // it is known to mean nothing in the repository
  bool overrides = false;            // its source overrides what it looks for
  bool calls = false;
  bool is_pasted = false;  // only a part of the name is known
  bool is_word = false;    // of a file that is not parsed
};

// References that may make an instance of a type, and so run a constructor of it or of a base.
struct Instantiation {
  std::uint32_t referrers = 0;  // list of references to the type's name
  SymbolId type = SymbolId::kNone;

  auto operator<=>(const Instantiation&) const = default;
};

class SymbolNotes {
 public:
  enum Fact : std::uint8_t {
    kUsesKnown = 1,
    kAliasesKnown = 2,
    kUncertaintyKnown = 4,
    kRunBySyntax = 8,    // see syntax_names.h
    kDefinedAgain = 16,  // see Doubt::kAlternative
    kUncertain = 32,     // UncertaintyOf tells something
    kConfined = 64,      // only code of some files can name it
    kUnwritten = 128,    // no text has its name, and its type has members with computed names
  };

  // The number of the empty list of referrers.
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
  struct UncertaintyNote {
    std::uint32_t referrers = kNobody;  // references to its name in its languages
    // References to any member of its owner: by a name that some text has, and by any name.
    std::uint32_t dynamic_referrers = kNobody;
    std::uint32_t literal_referrers = kNobody;
    // The same to any member of this type or file.
    std::uint32_t dynamic_referrers_of_members = kNobody;
    std::uint32_t literal_referrers_of_members = kNobody;
    std::uint32_t first_instantiation = 0;  // of a constructor
    std::uint32_t instantiation_count = 0;
  };

  // Clears the notes if the view or `min_confidence` is another one; aliases depend on the latter.
  void Follow(const graph::ReadView& view, float min_confidence);

  // REQUIRES: an id of the followed view. Valid until Follow.
  Note& Of(SymbolId symbol) {
    Note& note = notes_[ToIndex(symbol)];
    if (note.stamp != stamp_) {
      note = Note{.stamp = stamp_};
      uncertainty_[ToIndex(symbol)] = UncertaintyNote{};
    }
    return note;
  }

  // REQUIRES and validity as for Of.
  UncertaintyNote& UncertaintyOf(SymbolId symbol) {
    Of(symbol);
    return uncertainty_[ToIndex(symbol)];
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

  std::span<const Instantiation> InstantiationsOf(const UncertaintyNote& uncertainty) const {
    return std::span(instantiations_)
        .subspan(uncertainty.first_instantiation, uncertainty.instantiation_count);
  }

  // Returns false without storing anything if there is no room; the uses then stay unknown.
  bool SetUses(Note& note, std::span<const Neighbor> uses);
  void SetAliases(Note& note, std::span<const Alias> aliases);
  void SetInstantiations(UncertaintyNote& uncertainty,
                         std::span<const Instantiation> instantiations);

  std::optional<std::uint32_t> FindReferrers(std::string_view name, NameGroup group) const;
  // Returns the number of the list. `candidates` of a referrer are numbered from 0 on.
  std::uint32_t AddReferrers(std::string_view name, NameGroup group,
                             std::span<const Referrer> referrers,
                             std::span<const SymbolId> candidates);
  // Adds a list that belongs to no name.
  std::uint32_t AddReferrers(std::span<const Referrer> referrers,
                             std::span<const SymbolId> candidates);

  // Resets IsFirstMet for all lists.
  void MeetLists() { ++meeting_; }

  // Whether this is the first call for the list since MeetLists.
  bool IsFirstMet(std::uint32_t list) {
    return std::exchange(lists_[list].met, meeting_) != meeting_;
  }

  bool WasMet(std::uint32_t list) const { return lists_[list].met == meeting_; }

  // Notes that a symbol that code of any file can name seeks the list, until MeetLists.
  void SeekAnywhere(std::uint32_t list) { lists_[list].sought_anywhere = meeting_; }

  bool IsSoughtAnywhere(std::uint32_t list) const {
    return lists_[list].sought_anywhere == meeting_;
  }

  std::span<const Referrer> ReferrersIn(std::uint32_t list) const {
    return std::span(referrers_).subspan(lists_[list].begin, lists_[list].count);
  }

  std::span<const SymbolId> CandidatesOf(const Referrer& referrer) const {
    return std::span(candidates_).subspan(referrer.first_candidate, referrer.candidate_count);
  }

  // The groups of languages with unread files, one bit each; `find` computes them once.
  template <typename Find>
  std::uint32_t UnreadGroups(const Find& find) {
    if (!unread_groups_.has_value()) unread_groups_ = find();
    return *unread_groups_;
  }

 private:
  struct List {
    std::uint32_t begin = 0;
    std::uint32_t count = 0;
    std::uint64_t met = 0;              // the meeting in which it was met last
    std::uint64_t sought_anywhere = 0;  // likewise
  };

  struct SiteRange {
    std::uint32_t begin = kUnnoted;
    std::uint32_t count = 0;
  };

  ViewMark followed_;
  float min_confidence_ = 0;

  std::uint16_t stamp_ = 0;
  std::vector<Note> notes_;
  std::vector<UncertaintyNote> uncertainty_;
  std::vector<SymbolId> definitions_;  // none: unknown
  std::vector<Neighbor> uses_;
  std::vector<SiteRange> site_ranges_;  // by the number of a use, as far as some were read
  std::vector<Position> sites_;
  std::vector<Alias> aliases_;
  std::vector<Instantiation> instantiations_;
  std::map<std::pair<std::string, NameGroup>, std::uint32_t> referrers_by_name_;
  std::vector<List> lists_;
  std::uint64_t meeting_ = 0;
  std::vector<Referrer> referrers_;
  std::vector<SymbolId> candidates_;
  std::optional<std::uint32_t> unread_groups_;
};

}  // namespace waymark::retrieval
