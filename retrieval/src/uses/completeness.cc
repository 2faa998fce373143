#include "uses/completeness.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "graph/hash.h"
#include "graph/languages.h"
#include "graph/open_names.h"
#include "lookup/written_names.h"
#include "retrieval/reach.h"
#include "traits/edge_traits.h"
#include "traits/kind_traits.h"
#include "traits/syntax_names.h"
#include "uses/address_taken.h"
#include "uses/defined_again.h"
#include "uses/incoming.h"
#include "uses/language_doubts.h"
#include "uses/open_references.h"

namespace waymark::retrieval {
namespace {

SymbolId SymbolOf(const BlastVisit& visit) { return visit.symbol; }

SymbolId SymbolOf(SymbolId symbol) { return symbol; }

// A reference with more candidates counts for any symbol of its name.
constexpr std::size_t kMaxNotedCandidates = 255;

// References that may use symbols without an edge.
struct Uncertainty {
  std::vector<std::uint32_t> referrers;          // lists, each once
  std::vector<std::uint32_t> dynamic_referrers;  // likewise
  std::vector<Instantiation> instantiations;     // likewise
  std::vector<SymbolId> defined_again;           // symbols
  // By list: the symbols that seek it if all of them can be named from some files only.
  std::map<std::uint32_t, std::vector<SymbolRow>> confined;
  bool run_by_syntax = false;  // one symbol at least
  bool of_language = false;    // doubts of the language concern one
};

class UncertaintyFinder {
 public:
  UncertaintyFinder(const graph::ReadView& view, SymbolNotes& notes)
      : view_(view), notes_(notes), has_submodules_(CountSubmodules(view) != 0) {}

  template <typename Traversed>
  Uncertainty Of(const Traversed& traversed) {
    Uncertainty uncertainty;
    notes_.MeetLists();
    for (const auto& visit : traversed) {
      const SymbolNotes::Note& note = NoteOf(SymbolOf(visit));
      uncertainty.run_by_syntax |= (note.facts & SymbolNotes::kRunBySyntax) != 0;
      uncertainty.of_language |= (note.facts & SymbolNotes::kUnwritten) != 0;
      if (!uncertainty.of_language) uncertainty.of_language = IsInDoubt(SymbolOf(visit));
      if ((note.facts & SymbolNotes::kDefinedAgain) != 0) {
        uncertainty.defined_again.push_back(SymbolOf(visit));
      }
      if ((note.facts & SymbolNotes::kUncertain) == 0) continue;
      const SymbolNotes::UncertaintyNote& noted = notes_.UncertaintyOf(SymbolOf(visit));
      AddSeeker(SymbolOf(visit), note, noted.referrers, uncertainty);
      AddOnce(noted.referrers, uncertainty.referrers);
      AddOnce(noted.dynamic_referrers, uncertainty.dynamic_referrers);
      AddOnce(noted.literal_referrers, uncertainty.dynamic_referrers);
      const std::span<const Instantiation> instantiations = notes_.InstantiationsOf(noted);
      uncertainty.instantiations.insert(uncertainty.instantiations.end(), instantiations.begin(),
                                        instantiations.end());
    }
    std::vector<Instantiation>& instantiations = uncertainty.instantiations;
    std::sort(instantiations.begin(), instantiations.end());
    instantiations.erase(std::unique(instantiations.begin(), instantiations.end()),
                         instantiations.end());
    return uncertainty;
  }

 private:
  void AddOnce(std::uint32_t list, std::vector<std::uint32_t>& lists) {
    if (list != SymbolNotes::kNobody && notes_.IsFirstMet(list)) lists.push_back(list);
  }

  void AddSeeker(SymbolId symbol, const SymbolNotes::Note& note, std::uint32_t list,
                 Uncertainty& uncertainty) {
    if (list == SymbolNotes::kNobody) return;
    if ((note.facts & SymbolNotes::kConfined) == 0) return notes_.SeekAnywhere(list);
    uncertainty.confined[list].push_back(view_.Symbol(symbol));
  }

  const SymbolNotes::Note& NoteOf(SymbolId symbol) {
    SymbolNotes::Note& note = notes_.Of(symbol);
    if ((note.facts & SymbolNotes::kUncertaintyKnown) != 0) return note;
    const SymbolRow row = view_.Symbol(symbol);
    const Language language = view_.File(row.file).language;
    note.facts |= SymbolNotes::kUncertaintyKnown;
    const bool is_run = row.kind == SymbolKind::kFunction || row.kind == SymbolKind::kMethod;
    const bool converts =
        TraitsOf(language).constructors_convert && (row.flags & kSymbolConstructor) != 0;
    if (is_run && (converts || RunBySyntax(language, row.name))) {
      note.facts |= SymbolNotes::kRunBySyntax;
    }
    if (IsConfined(view_, row)) note.facts |= SymbolNotes::kConfined;
    const NameGroup group = NameGroupOf(language);
    SymbolNotes::UncertaintyNote& uncertainty = notes_.UncertaintyOf(symbol);
    uncertainty.referrers = ReferrersOf(row.name, group);
    if (row.parent != SymbolId::kNone) {
      KnowDynamicReferrers(group);
      const SymbolNotes::UncertaintyNote& owner = notes_.UncertaintyOf(row.parent);
      uncertainty.literal_referrers = owner.literal_referrers_of_members;
      const bool has_dynamic = owner.dynamic_referrers_of_members != SymbolNotes::kNobody;
      if (has_dynamic && !written_names_.Has(row.name)) {
        note.facts |= SymbolNotes::kUnwritten;
      } else {
        uncertainty.dynamic_referrers = owner.dynamic_referrers_of_members;
      }
    }
    if ((row.flags & kSymbolConstructor) != 0 && row.parent != SymbolId::kNone) {
      NoteInstantiations(row.parent, group, uncertainty);
    }
    const bool is_uncertain = uncertainty.referrers != SymbolNotes::kNobody ||
                              uncertainty.dynamic_referrers != SymbolNotes::kNobody ||
                              uncertainty.literal_referrers != SymbolNotes::kNobody ||
                              uncertainty.instantiation_count > 0;
    if (is_uncertain) note.facts |= SymbolNotes::kUncertain;
    return note;
  }

  // Types without a constructor of their own are made by that of their base.
  void NoteInstantiations(SymbolId type, NameGroup group,
                          SymbolNotes::UncertaintyNote& uncertainty) {
    std::vector<Instantiation> instantiations;
    std::vector<SymbolId> made = {type};
    std::set<SymbolId> seen = {type};
    for (std::size_t i = 0; i < made.size(); ++i) {
      const std::uint32_t referrers = ReferrersOf(view_.Symbol(made[i]).name, group);
      if (referrers != SymbolNotes::kNobody) instantiations.push_back({referrers, made[i]});
      view_.In(made[i], edges_);
      for (const Neighbor& edge : edges_) {
        const bool is_heir = edge.type == EdgeType::kExtends && seen.insert(edge.symbol).second;
        if (is_heir && !HasConstructor(edge.symbol)) made.push_back(edge.symbol);
      }
    }
    notes_.SetInstantiations(uncertainty, instantiations);
  }

  bool HasConstructor(SymbolId type) {
    view_.Out(type, members_);
    return std::any_of(members_.begin(), members_.end(), [this](const Neighbor& edge) {
      return edge.type == EdgeType::kContains &&
             (view_.Flags(edge.symbol) & kSymbolConstructor) != 0;
    });
  }

  std::uint32_t ReferrersOf(std::string_view name, NameGroup group) {
    const std::optional<std::uint32_t> known = notes_.FindReferrers(name, group);
    return known.has_value() ? *known : ReadReferrers(name, group);
  }

  // Reads the places that may use any member of any type, of a type or of a file, unless they are
  // known.
  void KnowDynamicReferrers(NameGroup group) {
    if (!notes_.FindReferrers(kAnyMember, group).has_value()) ReadDynamicReferrers(group);
  }

  // What may put the symbols of a group in doubt.
  struct GroupDoubts {
    bool is_known = false;
    bool has_unread_files = false;
    bool has_computed_names = false;          // of members whose name a text has
    bool has_computed_literal_names = false;  // of any member
  };

  const GroupDoubts& DoubtsOf(NameGroup group) {
    GroupDoubts& doubts = doubts_[static_cast<std::size_t>(group)];
    if (std::exchange(doubts.is_known, true)) return doubts;
    const std::uint32_t unread = notes_.UnreadGroups([this] {
      std::uint32_t all = 0;
      VisitUnreadFiles(view_, [&all](std::string_view, std::uint32_t groups) { all |= groups; });
      return all;
    });
    doubts.has_unread_files = (unread & BitOf(group)) != 0;
    KnowDynamicReferrers(group);
    doubts.has_computed_names = notes_.FindReferrers(kAnyMember, group) != SymbolNotes::kNobody;
    doubts.has_computed_literal_names =
        notes_.FindReferrers(kAnyLiteralMember, group) != SymbolNotes::kNobody;
    return doubts;
  }

  // Whether a doubt of the language concerns a symbol: an unread file, or a place that may use any
  // member of any type, if some text has the symbol's name.
  bool IsInDoubt(SymbolId symbol) {
    const FileRow file = view_.File(view_.FileOf(symbol));
    const GroupDoubts& doubts = DoubtsOf(NameGroupOf(file.language));
    if (doubts.has_unread_files) return true;
    if (has_submodules_ && LeavesRepository(view_, symbol)) return true;
    if (!doubts.has_computed_names && !doubts.has_computed_literal_names) return false;
    const SymbolId parent = view_.Parent(symbol);
    if (parent == SymbolId::kNone || !IsType(parent)) return false;
    return doubts.has_computed_literal_names || written_names_.Has(view_.Symbol(symbol).name);
  }

  bool IsType(SymbolId symbol) const {
    const KindTraits& traits = TraitsOf(view_.Kind(symbol));
    return traits.holds_members && !traits.holds_files;
  }

  void ReadDynamicReferrers(NameGroup group) {
    using Note = SymbolNotes::UncertaintyNote;
    ReadDynamicReferrers(kAnyMember, group, &Note::dynamic_referrers_of_members);
    ReadDynamicReferrers(kAnyLiteralMember, group, &Note::literal_referrers_of_members);
  }

  // Notes the references to any member of each type or file, and of any type.
  void ReadDynamicReferrers(std::string_view key, NameGroup group,
                            std::uint32_t SymbolNotes::UncertaintyNote::*of_members) {
    FindReferrers(key, group);
    std::vector<Referrer> of_anything;
    std::map<SymbolId, std::vector<Referrer>> of_candidate;
    for (Referrer referrer : referrers_) {
      const std::span<const SymbolId> candidates =
          std::span(candidates_).subspan(referrer.first_candidate, referrer.candidate_count);
      referrer.candidate_count = 0;
      if (candidates.empty()) of_anything.push_back(referrer);
      for (const SymbolId candidate : candidates) of_candidate[candidate].push_back(referrer);
    }
    std::map<SymbolId, std::vector<Referrer>> of_holder;
    for (const auto& [candidate, dynamic_referrers] : of_candidate) {
      FindKin(candidate);
      for (const SymbolId holder : kin_) {
        std::vector<Referrer>& all = of_holder[holder];
        all.insert(all.end(), dynamic_referrers.begin(), dynamic_referrers.end());
      }
    }
    for (const auto& [holder, dynamic_referrers] : of_holder) {
      notes_.UncertaintyOf(holder).*of_members = notes_.AddReferrers(dynamic_referrers, {});
    }
    notes_.AddReferrers(key, group, of_anything, {});
  }

  // Finds the types whose members an instance of `type` may have: derived types, and the bases of
  // all.
  void FindKin(SymbolId type) {
    kin_ = {type};
    seen_ = {type};
    AddKin(&graph::ReadView::In);
    AddKin(&graph::ReadView::Out);
  }

  void AddKin(void (graph::ReadView::*read)(SymbolId, std::vector<Neighbor>&) const) {
    for (std::size_t i = 0; i < kin_.size(); ++i) {
      (view_.*read)(kin_[i], edges_);
      for (const Neighbor& edge : edges_) {
        const bool is_kin = edge.type == EdgeType::kExtends || edge.type == EdgeType::kImplements;
        if (is_kin && seen_.insert(edge.symbol).second) kin_.push_back(edge.symbol);
      }
    }
  }

  std::uint32_t ReadReferrers(std::string_view name, NameGroup group) {
    NoteDefinedAgain(view_, name, group, notes_);
    FindReferrers(name, group);
    VisitPasted(
        name, [this](std::string_view key) { return IsSearched(key); },
        [&](std::string_view key, std::string_view between) {
          if (between.empty() || IsMentioned(between)) {
            AppendReferrers(key, group, /*is_pasted=*/true);
          }
        });
    return notes_.AddReferrers(name, group, referrers_, candidates_);
  }

  // Most names lead to the same few keys.
  bool IsSearched(std::string_view key) {
    const auto known = is_searched_.find(key);
    if (known != is_searched_.end()) return known->second;
    view_.UnresolvedWithName(key, rows_);
    return is_searched_.emplace(key, !rows_.empty()).first->second;
  }

  // Whether the text appears somewhere: an argument of a macro must.
  bool IsMentioned(std::string_view word) {
    if (word.find_first_not_of("0123456789") == word.npos) return true;
    view_.FilesMentioning(MentionHash(word), mentioning_);
    return !mentioning_.empty();
  }

  // Leaves them in referrers_.
  void FindReferrers(std::string_view name, NameGroup group) {
    referrers_.clear();
    candidates_.clear();
    AppendReferrers(name, group);
  }

  void AppendReferrers(std::string_view name, NameGroup group, bool is_pasted = false) {
    view_.UnresolvedWithName(name, rows_);
    for (const UnresolvedRow& row : rows_) {
      const bool leaves = row.reason == UnresolvedReason::kExternal;
      const bool overrides = row.type == EdgeType::kOverrides;
      if (leaves && !overrides) continue;
      // Words of a language that is not indexed have all that they can reach as candidates.
      const Language seeks = view_.File(view_.FileOf(row.source)).language;
      if (IsCode(seeks) && NameGroupOf(seeks) != group) continue;
      Referrer referrer{.source = row.source,
                        .site = row.site,
                        .leaves = leaves,
                        .overrides = overrides,
                        .calls = row.type == EdgeType::kCalls,
                        .is_pasted = is_pasted,
                        .is_word = !IsCode(seeks)};
      if (ListsAllCandidates(row)) AddCandidates(row, referrer);
      referrers_.push_back(referrer);
    }
  }

  // Adds the definitions of declarations too, because a traversal holds only definitions.
  void AddCandidates(const UnresolvedRow& row, Referrer& referrer) {
    view_.Candidates(row, of_row_);
    referrer.leaves |= of_row_.empty();
    const std::size_t first = candidates_.size();
    for (const SymbolId candidate : of_row_) {
      candidates_.push_back(candidate);
      view_.Out(candidate, edges_);
      for (const Neighbor& edge : edges_) {
        if (edge.type == EdgeType::kDeclares) candidates_.push_back(edge.symbol);
      }
    }
    if (candidates_.size() - first > kMaxNotedCandidates) candidates_.resize(first);
    referrer.first_candidate = static_cast<std::uint32_t>(first);
    referrer.candidate_count = static_cast<std::uint8_t>(candidates_.size() - first);
  }

  const graph::ReadView& view_;
  SymbolNotes& notes_;
  const bool has_submodules_;
  std::array<GroupDoubts, kNameGroupCount> doubts_{};
  WrittenNames written_names_{view_};
  std::vector<UnresolvedRow> rows_;
  std::vector<Referrer> referrers_;
  std::vector<SymbolId> candidates_;
  std::vector<SymbolId> of_row_;
  std::vector<SymbolId> kin_;
  std::set<SymbolId> seen_;
  std::vector<Neighbor> edges_;
  std::vector<Neighbor> members_;
  std::vector<FileId> mentioning_;
  std::map<std::string, bool, std::less<>> is_searched_;  // by key of pasted names
};

// Which places may use one of the symbols in question.
class PossibleUses {
 public:
  // `slots` maps the symbols in question to numbers below `searched_count`, and the known users to
  // others. `stop_at_first` ends the search at the first place.
  PossibleUses(const graph::ReadView& view, SymbolNotes& notes, const SymbolSlots& slots,
               std::size_t searched_count, FollowedUses followed, bool stop_at_first)
      : view_(view),
        notes_(notes),
        slots_(slots),
        searched_count_(searched_count),
        followed_(followed),
        stop_at_first_(stop_at_first) {}

  template <typename Traversed>
  Incompleteness Of(const Traversed& traversed) {
    const Uncertainty uncertainty = UncertaintyFinder(view_, notes_).Of(traversed);
    found_.of_language = uncertainty.of_language;
    found_.run_by_syntax = uncertainty.run_by_syntax;
    AddReferrers(uncertainty);
    AddInstantiations(uncertainty);
    for (const std::uint32_t list : uncertainty.dynamic_referrers) {
      for (const Referrer& referrer : notes_.ReferrersIn(list)) {
        if (Counts(referrer)) Add(referrer, Doubt::kComputedName);
      }
    }
    for (const SymbolId symbol : uncertainty.defined_again) AddAlternatives(symbol);
    for (const auto& visit : traversed) {
      if (IsDone()) break;
      if (!followed_.overridden) AddOverridden(SymbolOf(visit));
      if (followed_.only_calls) AddValues(SymbolOf(visit));
    }
    Finish();
    return std::move(found_);
  }

 private:
  bool IsDone() const { return stop_at_first_ && !found_.possible_uses.empty(); }

  bool IsSearched(SymbolId symbol) const { return slots_.Find(symbol) < searched_count_; }

  // The source is in question or known to use it.
  bool IsMet(SymbolId symbol) const { return slots_.Find(symbol) != SymbolSlots::kNone; }

  bool Counts(const Referrer& referrer) const {
    return MayMean(referrer, [this](SymbolId candidate) { return IsMet(candidate); });
  }

  bool Makes(const Referrer& referrer, SymbolId type) const {
    return referrer.calls &&
           MayMean(referrer, [type](SymbolId candidate) { return candidate == type; });
  }

  template <typename Predicate>
  bool MayMean(const Referrer& referrer, const Predicate& is_searched) const {
    if (referrer.leaves || IsMet(referrer.source)) return false;
    if (referrer.candidate_count == 0) return true;
    const std::span<const SymbolId> candidates = notes_.CandidatesOf(referrer);
    return std::any_of(candidates.begin(), candidates.end(), is_searched);
  }

  void Add(const Referrer& referrer, Doubt doubt) {
    found_.possible_uses.push_back({.source = referrer.source,
                                    .site = referrer.site,
                                    .doubt = doubt,
                                    .candidate_count = referrer.candidate_count});
  }

  void Add(const UsePlace& place, Doubt doubt) {
    if (IsMet(place.source)) return;
    found_.possible_uses.push_back({.source = place.source, .site = place.site, .doubt = doubt});
  }

  void AddReferrers(const Uncertainty& uncertainty) {
    for (const std::uint32_t list : uncertainty.referrers) {
      const auto confined = uncertainty.confined.find(list);
      const bool is_confined =
          confined != uncertainty.confined.end() && !notes_.IsSoughtAnywhere(list);
      bool is_run_from_outside = false;
      for (const Referrer& referrer : notes_.ReferrersIn(list)) {
        if (IsDone()) return;
        is_run_from_outside |= referrer.overrides && IsSearched(referrer.source);
        if (!Counts(referrer)) continue;
        if (is_confined && !referrer.is_pasted && !IsNamedBy(referrer, confined->second)) continue;
        Add(referrer, DoubtOf(referrer));
      }
      if (is_run_from_outside) AddUsesOutside(list);
    }
  }

  static Doubt DoubtOf(const Referrer& referrer) {
    if (referrer.is_word) return Doubt::kWord;
    if (referrer.is_pasted) return Doubt::kPasted;
    return referrer.candidate_count == 0 ? Doubt::kUnresolved : Doubt::kAmbiguous;
  }

  bool IsNamedBy(const Referrer& referrer, const std::vector<SymbolRow>& seekers) const {
    const FileId file = view_.FileOf(referrer.source);
    return std::any_of(seekers.begin(), seekers.end(), [&](const SymbolRow& seeker) {
      return CanBeNamedFrom(view_, seeker, file);
    });
  }

  // A symbol in question overrides a declaration outside the repository: uses of that declaration
  // may run it. The referrers of `list` look for its name.
  void AddUsesOutside(std::uint32_t list) {
    found_.run_from_outside = true;
    for (const Referrer& referrer : notes_.ReferrersIn(list)) {
      if (referrer.overrides && IsSearched(referrer.source)) {
        const SymbolRow row = view_.Symbol(referrer.source);
        return AddUsesOutside(row.name, NameGroupOf(view_.File(row.file).language));
      }
    }
  }

  void AddUsesOutside(std::string_view name, NameGroup group) {
    view_.UnresolvedWithName(name, rows_);
    for (const UnresolvedRow& row : rows_) {
      const bool is_use = row.reason == UnresolvedReason::kExternal &&
                          (row.type == EdgeType::kCalls || row.type == EdgeType::kReferences ||
                           row.type == EdgeType::kAccessesField);
      if (!is_use || NameGroupOf(view_.File(view_.FileOf(row.source)).language) != group) continue;
      Add(UsePlace{row.source, row.site}, Doubt::kOutside);
    }
  }

  void AddInstantiations(const Uncertainty& uncertainty) {
    for (const Instantiation& instantiation : uncertainty.instantiations) {
      for (const Referrer& referrer : notes_.ReferrersIn(instantiation.referrers)) {
        if (IsDone()) return;
        if (Makes(referrer, instantiation.type)) Add(referrer, Doubt::kConstruction);
      }
    }
  }

  void AddAlternatives(SymbolId symbol) {
    const auto known = [this](SymbolId other) { return IsSearched(other); };
    for (const UsePlace& use : UsesOfAlternatives(view_, symbol, known, notes_)) {
      Add(use, Doubt::kAlternative);
    }
  }

  // Uses of what it overrides may run it.
  void AddOverridden(SymbolId symbol) {
    if (view_.Kind(symbol) != SymbolKind::kMethod) return;
    IncomingEdges incoming(view_, {}, /*min_confidence=*/0, notes_);
    for (const Alias& alias : incoming.AliasesOf(symbol)) {
      if (!alias.is_overridden) continue;
      view_.In(alias.symbol, edges_);
      for (const Neighbor& edge : edges_) {
        const EdgeTraits& traits = TraitsOf(edge.type);
        if (traits.carries_dependence && !traits.dispatches) AddSites(edge, Doubt::kOverridden);
      }
      AddOutsideOf(alias.symbol);
    }
  }

  // The overridden method may itself override a declaration outside the repository.
  void AddOutsideOf(SymbolId overridden) {
    const SymbolRow row = view_.Symbol(overridden);
    view_.UnresolvedWithName(row.name, rows_);
    const bool is_outside =
        std::any_of(rows_.begin(), rows_.end(), [&](const UnresolvedRow& other) {
          return other.source == overridden && other.type == EdgeType::kOverrides;
        });
    if (!is_outside) return;
    found_.run_from_outside = true;
    AddUsesOutside(row.name, NameGroupOf(view_.File(row.file).language));
  }

  void AddSites(const Neighbor& edge, Doubt doubt) {
    view_.Sites(edge, sites_);
    if (sites_.empty()) sites_.push_back({});
    for (const Position site : sites_) Add(UsePlace{edge.symbol, site}, doubt);
  }

  void AddValues(SymbolId symbol) {
    for (const UsePlace& place : address_taken_.Of(symbol)) {
      found_.possible_uses.push_back(
          {.source = place.source, .site = place.site, .doubt = Doubt::kValue});
    }
  }

  // Keeps the likeliest doubt of each place.
  void Finish() {
    std::vector<PossibleUse>& uses = found_.possible_uses;
    const auto place = [](const PossibleUse& use) { return std::tie(use.source, use.site); };
    std::sort(uses.begin(), uses.end(), [&](const PossibleUse& a, const PossibleUse& b) {
      return std::tuple(place(a), a.doubt) < std::tuple(place(b), b.doubt);
    });
    const auto is_same = [&](const PossibleUse& a, const PossibleUse& b) {
      return place(a) == place(b);
    };
    uses.erase(std::unique(uses.begin(), uses.end(), is_same), uses.end());
  }

  const graph::ReadView& view_;
  SymbolNotes& notes_;
  const SymbolSlots& slots_;
  const std::size_t searched_count_;
  const FollowedUses followed_;
  const bool stop_at_first_;
  Incompleteness found_;
  AddressTaken address_taken_{view_};
  std::vector<UnresolvedRow> rows_;
  std::vector<Neighbor> edges_;
  std::vector<Position> sites_;
};

}  // namespace

std::uint64_t CountUnreadFiles(const graph::ReadView& view) {
  std::uint64_t count = CountSubmodules(view);
  VisitUnreadFiles(view, [&](std::string_view, std::uint32_t groups) { count += groups != 0; });
  return count;
}

std::uint64_t CountSubmodules(const graph::ReadView& view) {
  const auto& skipped = view.Skipped();
  return static_cast<std::uint64_t>(
      std::count_if(skipped.begin(), skipped.end(),
                    [](const SkippedFile& file) { return file.reason == SkipReason::kSubmodule; }));
}

std::uint64_t CountUnresolved(const graph::ReadView& view) {
  std::uint64_t count = 0;
  view.VisitUnresolved([&count](std::string_view, const UnresolvedRow& row) {
    count += row.reason != UnresolvedReason::kExternal ? 1 : 0;
    return true;
  });
  return count;
}

std::uint64_t CountUnresolvedIn(const graph::ReadView& view, std::span<const SymbolId> sources,
                                Workspace& workspace) {
  OpenReferences& references = workspace.buffers().open_references;
  references.Follow(view);
  std::uint64_t count = 0;
  for (const SymbolId source : sources) count += references.CountOf(source);
  return count;
}

Incompleteness IncompletenessOfTraversal(const graph::ReadView& view,
                                         std::span<const BlastVisit> traversed,
                                         const SymbolSlots& slots, FollowedUses followed,
                                         SymbolNotes& notes) {
  return PossibleUses(view, notes, slots, traversed.size(), followed, /*stop_at_first=*/false)
      .Of(traversed);
}

bool MayHaveMoreUsers(const graph::ReadView& view, std::span<const SymbolId> symbols,
                      const SymbolSlots& users, FollowedUses followed, SymbolNotes& notes) {
  return PossibleUses(view, notes, users, kSearchedSlot + 1, followed, /*stop_at_first=*/true)
             .Of(symbols)
             .completeness() == Completeness::kIncomplete;
}

Incompleteness IncompletenessOfUsers(const graph::ReadView& view, std::span<const SymbolId> symbols,
                                     std::span<const SymbolId> users, FollowedUses followed,
                                     Workspace& workspace) {
  SymbolSlots& slots = workspace.buffers().slots;
  SymbolNotes& notes = workspace.buffers().notes;
  slots.Reset(view.symbol_bound());
  notes.Follow(view, /*min_confidence=*/0);
  std::vector<BlastVisit> visits;
  visits.reserve(symbols.size());
  for (const SymbolId symbol : symbols) {
    slots.Set(symbol, static_cast<std::uint32_t>(visits.size()));
    visits.emplace_back().symbol = symbol;
  }
  for (const SymbolId user : users) {
    const bool is_new = slots.Find(user) == SymbolSlots::kNone;
    if (is_new) slots.Set(user, static_cast<std::uint32_t>(visits.size()));
  }
  return IncompletenessOfTraversal(view, visits, slots, followed, notes);
}

}  // namespace waymark::retrieval
