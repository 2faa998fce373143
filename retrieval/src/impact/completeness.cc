#include "impact/completeness.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/any_member.h"
#include "graph/hash.h"
#include "graph/languages.h"
#include "graph/pasted_name.h"
#include "impact/address_taken.h"
#include "impact/defined_again.h"
#include "impact/open_references.h"
#include "retrieval/reach.h"
#include "traits/kind_traits.h"
#include "traits/prose.h"
#include "traits/syntax_names.h"

namespace waymark::retrieval {
namespace {

// A binary file contains no references; any other skipped file may.
bool MayHoldReferences(SkipReason reason) { return reason != SkipReason::kBinary; }

SymbolId SymbolOf(const BlastVisit& visit) { return visit.symbol; }

SymbolId SymbolOf(SymbolId symbol) { return symbol; }

// A reference with more candidates counts for any symbol of its name.
constexpr std::size_t kMaxNotedCandidates = 255;

// References that may use symbols without an edge.
struct Uncertainty {
  std::vector<std::uint32_t> referrers;          // lists, each once
  std::vector<std::uint32_t> dynamic_referrers;  // likewise
  std::vector<Instantiation> instantiations;     // likewise
  bool run_by_syntax = false;                    // one symbol at least
  bool defined_again = false;                    // likewise
};

class UncertaintyFinder {
 public:
  UncertaintyFinder(const graph::ReadView& view, SymbolNotes& notes) : view_(view), notes_(notes) {}

  template <typename Traversed>
  Uncertainty Of(const Traversed& traversed) {
    Uncertainty uncertainty;
    notes_.MeetLists();
    for (const auto& visit : traversed) {
      const SymbolNotes::Note& note = NoteOf(SymbolOf(visit));
      uncertainty.run_by_syntax |= (note.facts & SymbolNotes::kRunBySyntax) != 0;
      uncertainty.defined_again |= (note.facts & SymbolNotes::kDefinedAgain) != 0;
      if ((note.facts & SymbolNotes::kUncertain) == 0) continue;
      const SymbolNotes::UncertaintyNote& noted = notes_.UncertaintyOf(SymbolOf(visit));
      AddOnce(noted.referrers, uncertainty.referrers);
      AddOnce(noted.dynamic_referrers, uncertainty.dynamic_referrers);
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
    const NameGroup group = NameGroupOf(language);
    SymbolNotes::UncertaintyNote& uncertainty = notes_.UncertaintyOf(symbol);
    uncertainty.referrers = ReferrersOf(row.name, group);
    if (row.parent != SymbolId::kNone)
      uncertainty.dynamic_referrers = DynamicReferrersOf(row.parent, group);
    if ((row.flags & kSymbolConstructor) != 0 && row.parent != SymbolId::kNone) {
      NoteInstantiations(row.parent, group, uncertainty);
    }
    const bool is_uncertain = uncertainty.referrers != SymbolNotes::kNobody ||
                              uncertainty.dynamic_referrers != SymbolNotes::kNobody ||
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

  // References to any member of a type or file, or of anything.
  std::uint32_t DynamicReferrersOf(SymbolId holder, NameGroup group) {
    const std::optional<std::uint32_t> known = notes_.FindReferrers(kAnyMember, group);
    const std::uint32_t of_anything = known.has_value() ? *known : ReadDynamicReferrers(group);
    const std::uint32_t own = notes_.UncertaintyOf(holder).dynamic_referrers_of_members;
    if (own != SymbolNotes::kNobody) return own;
    return IsType(holder) ? of_anything : SymbolNotes::kNobody;
  }

  bool IsType(SymbolId symbol) const {
    const KindTraits& traits = TraitsOf(view_.Kind(symbol));
    return traits.holds_members && !traits.holds_files;
  }

  // Notes those of each type or file that some reach, and returns the list of those that reach
  // anything.
  std::uint32_t ReadDynamicReferrers(NameGroup group) {
    FindReferrers(kAnyMember, group);
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
    for (auto& [holder, dynamic_referrers] : of_holder) {
      if (IsType(holder))
        dynamic_referrers.insert(dynamic_referrers.end(), of_anything.begin(), of_anything.end());
      notes_.UncertaintyOf(holder).dynamic_referrers_of_members =
          notes_.AddReferrers(dynamic_referrers, {});
    }
    return notes_.AddReferrers(kAnyMember, group, of_anything, {});
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
          if (between.empty() || IsMentioned(between)) AppendReferrers(key, group);
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

  void AppendReferrers(std::string_view name, NameGroup group) {
    view_.UnresolvedWithName(name, rows_);
    for (const UnresolvedRow& row : rows_) {
      const bool leaves = row.reason == UnresolvedReason::kExternal;
      const bool overrides = row.type == EdgeType::kOverrides;
      if (leaves && !overrides) continue;
      // Words of a language that is not indexed have all that they can reach as candidates.
      const Language seeks = view_.File(view_.FileOf(row.source)).language;
      if (IsCode(seeks) && NameGroupOf(seeks) != group) continue;
      Referrer referrer{.source = row.source,
                        .leaves = leaves,
                        .overrides = overrides,
                        .calls = row.type == EdgeType::kCalls};
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

std::uint64_t CountCutFiles(const graph::ReadView& view) {
  std::uint64_t count = 0;
  for (std::uint32_t i = 0; i < view.file_bound(); ++i) {
    const FileId file{i};
    const bool is_cut = view.IsLive(file) && (view.FileFlags(file) & kFileTruncated) != 0;
    if (is_cut && !IsProse(view, file)) ++count;
  }
  return count;
}

std::uint64_t CountSkippedCode(const graph::ReadView& view) {
  const auto& skipped = view.Skipped();
  return static_cast<std::uint64_t>(
      std::count_if(skipped.begin(), skipped.end(),
                    [](const SkippedFile& file) { return MayHoldReferences(file.reason); }));
}

class Counter {
 public:
  // `slots` maps the symbols in question to numbers below `searched_count`.
  Counter(const SymbolNotes& notes, const SymbolSlots& slots, std::size_t searched_count)
      : notes_(notes), slots_(slots), searched_count_(searched_count) {}

  // Whether one of the symbols in question overrides a declaration outside the repository.
  bool IsRunFromOutside(const Referrer& referrer) const {
    return referrer.overrides && slots_.Find(referrer.source) < searched_count_;
  }

  bool Counts(const Referrer& referrer) const {
    return MayMean(referrer, [this](SymbolId candidate) {
      return slots_.Find(candidate) != SymbolSlots::kNone;
    });
  }

  bool Makes(const Referrer& referrer, SymbolId type) const {
    return referrer.calls &&
           MayMean(referrer, [type](SymbolId candidate) { return candidate == type; });
  }

 private:
  template <typename Predicate>
  bool MayMean(const Referrer& referrer, const Predicate& is_searched) const {
    const bool is_affected_anyway = slots_.Find(referrer.source) != SymbolSlots::kNone;
    if (referrer.leaves || is_affected_anyway) return false;
    if (referrer.candidate_count == 0) return true;
    const std::span<const SymbolId> candidates = notes_.CandidatesOf(referrer);
    return std::any_of(candidates.begin(), candidates.end(), is_searched);
  }

  const SymbolNotes& notes_;
  const SymbolSlots& slots_;
  const std::size_t searched_count_;
};

template <typename Traversed>
bool AnyLeavesRepository(const graph::ReadView& view, const Traversed& traversed) {
  return std::any_of(traversed.begin(), traversed.end(), [&view](const auto& visit) {
    return LeavesRepository(view, SymbolOf(visit));
  });
}

// Counts each function once: lists of several owners share references.
std::uint64_t CountDynamicReferrers(const Uncertainty& uncertainty, const Counter& counter,
                                    const SymbolNotes& notes) {
  std::vector<SymbolId> sources;
  for (const std::uint32_t list : uncertainty.dynamic_referrers) {
    for (const Referrer& referrer : notes.ReferrersIn(list)) {
      if (counter.Counts(referrer)) sources.push_back(referrer.source);
    }
  }
  std::sort(sources.begin(), sources.end());
  return static_cast<std::uint64_t>(std::unique(sources.begin(), sources.end()) - sources.begin());
}

}  // namespace

std::string Incompleteness::ToString() const {
  std::string text;
  const auto tell = [&text](bool is_so, std::string_view what) {
    if (is_so) text += fmt::format("{}{}", text.empty() ? "" : ", ", what);
  };
  const auto count = [&tell](std::uint64_t number, std::string_view thing, std::string_view does) {
    tell(number > 0, fmt::format("{} {}{} {}", number, thing, number == 1 ? "" : "s", does));
  };
  count(unresolved, "unresolved reference", "may lead to an affected symbol");
  count(skipped_files - submodules, "skipped file", "may refer to one");
  count(submodules, "unindexed submodule", "may refer to one");
  count(address_taken, "address-taken function", "may be called through a stored value");
  count(computed_names, "place", "may use a member by a computed name");
  tell(run_by_syntax, "uses by operators or other syntax are not followed");
  tell(run_from_outside, "code outside the repository may call what its types declare");
  tell(defined_again,
       "uses of another definition of its name, as in another branch of #if, may mean one");
  return text;
}

std::uint64_t CountUnreadFiles(const graph::ReadView& view) {
  return CountSkippedCode(view) + CountCutFiles(view);
}

std::uint64_t CountUnreadFiles(const graph::ReadView& view, SymbolNotes& notes) {
  return CountSkippedCode(view) + notes.CutFiles([&view] { return CountCutFiles(view); });
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

std::uint64_t CountAddressTaken(const graph::ReadView& view, std::span<const SymbolId> symbols) {
  AddressTaken address_taken(view);
  return static_cast<std::uint64_t>(
      std::count_if(symbols.begin(), symbols.end(),
                    [&address_taken](SymbolId symbol) { return address_taken.Of(symbol); }));
}

Incompleteness IncompletenessOfTraversal(const graph::ReadView& view,
                                         std::span<const BlastVisit> traversed,
                                         const SymbolSlots& slots, SymbolNotes& notes) {
  Incompleteness missing;
  missing.skipped_files = CountUnreadFiles(view, notes);
  missing.submodules = CountSubmodules(view);
  if (missing.submodules > 0 && !AnyLeavesRepository(view, traversed)) {
    missing.skipped_files -= std::exchange(missing.submodules, 0);
  }
  const Uncertainty uncertainty = UncertaintyFinder(view, notes).Of(traversed);
  missing.run_by_syntax = uncertainty.run_by_syntax;
  missing.defined_again = uncertainty.defined_again;
  const Counter counter(notes, slots, traversed.size());
  for (const std::uint32_t list : uncertainty.referrers) {
    for (const Referrer& referrer : notes.ReferrersIn(list)) {
      missing.run_from_outside |= counter.IsRunFromOutside(referrer);
      missing.unresolved += counter.Counts(referrer) ? 1U : 0U;
    }
  }
  for (const Instantiation& instantiation : uncertainty.instantiations) {
    const bool is_searched = notes.WasMet(instantiation.referrers);
    for (const Referrer& referrer : notes.ReferrersIn(instantiation.referrers)) {
      const bool is_counted = is_searched && counter.Counts(referrer);
      missing.unresolved += counter.Makes(referrer, instantiation.type) && !is_counted ? 1U : 0U;
    }
  }
  missing.computed_names = CountDynamicReferrers(uncertainty, counter, notes);
  return missing;
}

bool MayHaveMoreUsers(const graph::ReadView& view, std::span<const SymbolId> symbols,
                      const SymbolSlots& users, SymbolNotes& notes) {
  const Uncertainty uncertainty = UncertaintyFinder(view, notes).Of(symbols);
  if (uncertainty.run_by_syntax || uncertainty.defined_again) return true;
  const Counter counter(notes, users, kSearchedSlot + 1);
  const auto any_in = [&notes](const std::vector<std::uint32_t>& lists, const auto& is_so) {
    return std::any_of(lists.begin(), lists.end(), [&](std::uint32_t list) {
      const std::span<const Referrer> referrers = notes.ReferrersIn(list);
      return std::any_of(referrers.begin(), referrers.end(), is_so);
    });
  };
  const auto is_made = [&](const Instantiation& instantiation) {
    const std::span<const Referrer> makers = notes.ReferrersIn(instantiation.referrers);
    return std::any_of(makers.begin(), makers.end(), [&](const Referrer& maker) {
      return counter.Makes(maker, instantiation.type);
    });
  };
  if (std::any_of(uncertainty.instantiations.begin(), uncertainty.instantiations.end(), is_made))
    return true;
  return any_in(uncertainty.dynamic_referrers,
                [&counter](const Referrer& dynamic_referrer) {
                  return counter.Counts(dynamic_referrer);
                }) ||
         any_in(uncertainty.referrers, [&counter](const Referrer& referrer) {
           return counter.IsRunFromOutside(referrer) || counter.Counts(referrer);
         });
}

Incompleteness IncompletenessOfUsers(const graph::ReadView& view, std::span<const SymbolId> symbols,
                                     std::span<const SymbolId> users, Workspace& workspace) {
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
  return IncompletenessOfTraversal(view, visits, slots, notes);
}

}  // namespace waymark::retrieval
