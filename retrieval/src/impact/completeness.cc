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
#include "graph/base_builder.h"
#include "graph/hash.h"
#include "graph/languages.h"
#include "graph/pasted_name.h"
#include "impact/address_taken.h"
#include "impact/defined_again.h"
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
struct Doubts {
  std::vector<std::uint32_t> seekers;   // lists, each once
  std::vector<std::uint32_t> reachers;  // likewise
  std::vector<Making> makings;          // likewise
  bool run_by_syntax = false;           // one symbol at least
  bool defined_again = false;           // likewise
};

class DoubtFinder {
 public:
  DoubtFinder(const graph::ReadView& view, SymbolNotes& notes) : view_(view), notes_(notes) {}

  template <typename Traversed>
  Doubts Of(const Traversed& traversed) {
    Doubts doubts;
    notes_.MeetLists();
    for (const auto& visit : traversed) {
      const SymbolNotes::Note& note = NoteOf(SymbolOf(visit));
      doubts.run_by_syntax |= (note.facts & SymbolNotes::kRunBySyntax) != 0;
      doubts.defined_again |= (note.facts & SymbolNotes::kDefinedAgain) != 0;
      if ((note.facts & SymbolNotes::kDoubted) == 0) continue;
      const SymbolNotes::DoubtNote& noted = notes_.DoubtsOf(SymbolOf(visit));
      AddOnce(noted.seekers, doubts.seekers);
      AddOnce(noted.reachers, doubts.reachers);
      const std::span<const Making> makings = notes_.MakingsOf(noted);
      doubts.makings.insert(doubts.makings.end(), makings.begin(), makings.end());
    }
    std::vector<Making>& makings = doubts.makings;
    std::sort(makings.begin(), makings.end());
    makings.erase(std::unique(makings.begin(), makings.end()), makings.end());
    return doubts;
  }

 private:
  void AddOnce(std::uint32_t list, std::vector<std::uint32_t>& lists) {
    if (list != SymbolNotes::kNobody && notes_.IsFirstMet(list)) lists.push_back(list);
  }

  const SymbolNotes::Note& NoteOf(SymbolId symbol) {
    SymbolNotes::Note& note = notes_.Of(symbol);
    if ((note.facts & SymbolNotes::kDoubtsKnown) != 0) return note;
    const SymbolRow row = view_.Symbol(symbol);
    const Language language = view_.File(row.file).language;
    note.facts |= SymbolNotes::kDoubtsKnown;
    const bool is_run = row.kind == SymbolKind::kFunction || row.kind == SymbolKind::kMethod;
    const bool converts =
        TraitsOf(language).constructors_convert && (row.flags & kSymbolConstructor) != 0;
    if (is_run && (converts || RunBySyntax(language, row.name))) {
      note.facts |= SymbolNotes::kRunBySyntax;
    }
    const NameGroup group = NameGroupOf(language);
    SymbolNotes::DoubtNote& doubts = notes_.DoubtsOf(symbol);
    doubts.seekers = SeekersOf(row.name, group);
    if (row.parent != SymbolId::kNone) doubts.reachers = ReachersOf(row.parent, group);
    if ((row.flags & kSymbolConstructor) != 0 && row.parent != SymbolId::kNone) {
      NoteMakings(row.parent, group, doubts);
    }
    const bool is_doubted = doubts.seekers != SymbolNotes::kNobody ||
                            doubts.reachers != SymbolNotes::kNobody || doubts.making_count > 0;
    if (is_doubted) note.facts |= SymbolNotes::kDoubted;
    return note;
  }

  // Types without a constructor of their own are made by that of their base.
  void NoteMakings(SymbolId type, NameGroup group, SymbolNotes::DoubtNote& doubts) {
    std::vector<Making> makings;
    std::vector<SymbolId> made = {type};
    std::set<SymbolId> seen = {type};
    for (std::size_t i = 0; i < made.size(); ++i) {
      const std::uint32_t seekers = SeekersOf(view_.Symbol(made[i]).name, group);
      if (seekers != SymbolNotes::kNobody) makings.push_back({seekers, made[i]});
      view_.In(made[i], edges_);
      for (const Neighbor& edge : edges_) {
        const bool is_heir = edge.type == EdgeType::kExtends && seen.insert(edge.symbol).second;
        if (is_heir && !HasConstructor(edge.symbol)) made.push_back(edge.symbol);
      }
    }
    notes_.SetMakings(doubts, makings);
  }

  bool HasConstructor(SymbolId type) {
    view_.Out(type, members_);
    return std::any_of(members_.begin(), members_.end(), [this](const Neighbor& edge) {
      return edge.type == EdgeType::kContains &&
             (view_.Flags(edge.symbol) & kSymbolConstructor) != 0;
    });
  }

  std::uint32_t SeekersOf(std::string_view name, NameGroup group) {
    const std::optional<std::uint32_t> known = notes_.FindSeekers(name, group);
    return known.has_value() ? *known : ReadSeekers(name, group);
  }

  // References to any member of a type or file, or of anything.
  std::uint32_t ReachersOf(SymbolId holder, NameGroup group) {
    const std::optional<std::uint32_t> known = notes_.FindSeekers(kAnyMember, group);
    const std::uint32_t of_anything = known.has_value() ? *known : ReadReachers(group);
    const std::uint32_t own = notes_.DoubtsOf(holder).reachers_of_members;
    if (own != SymbolNotes::kNobody) return own;
    return IsType(holder) ? of_anything : SymbolNotes::kNobody;
  }

  bool IsType(SymbolId symbol) const {
    const KindTraits& traits = TraitsOf(view_.Kind(symbol));
    return traits.holds_members && !traits.holds_files;
  }

  // Notes those of each type or file that some reach, and returns the list of those that reach
  // anything.
  std::uint32_t ReadReachers(NameGroup group) {
    FindSeekers(kAnyMember, group);
    std::vector<Seeker> of_anything;
    std::map<SymbolId, std::vector<Seeker>> of_candidate;
    for (Seeker seeker : seekers_) {
      const std::span<const SymbolId> candidates =
          std::span(candidates_).subspan(seeker.first_candidate, seeker.candidate_count);
      seeker.candidate_count = 0;
      if (candidates.empty()) of_anything.push_back(seeker);
      for (const SymbolId candidate : candidates) of_candidate[candidate].push_back(seeker);
    }
    std::map<SymbolId, std::vector<Seeker>> of_holder;
    for (const auto& [candidate, reachers] : of_candidate) {
      FindKin(candidate);
      for (const SymbolId holder : kin_) {
        std::vector<Seeker>& all = of_holder[holder];
        all.insert(all.end(), reachers.begin(), reachers.end());
      }
    }
    for (auto& [holder, reachers] : of_holder) {
      if (IsType(holder)) reachers.insert(reachers.end(), of_anything.begin(), of_anything.end());
      notes_.DoubtsOf(holder).reachers_of_members = notes_.AddSeekers(reachers, {});
    }
    return notes_.AddSeekers(kAnyMember, group, of_anything, {});
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

  std::uint32_t ReadSeekers(std::string_view name, NameGroup group) {
    NoteDefinedAgain(view_, name, group, notes_);
    FindSeekers(name, group);
    VisitPasted(
        name, [this](std::string_view key) { return IsSought(key); },
        [&](std::string_view key, std::string_view between) {
          if (between.empty() || IsMentioned(between)) AppendSeekers(key, group);
        });
    return notes_.AddSeekers(name, group, seekers_, candidates_);
  }

  // Most names lead to the same few keys.
  bool IsSought(std::string_view key) {
    const auto known = is_sought_.find(key);
    if (known != is_sought_.end()) return known->second;
    view_.UnresolvedWithName(key, rows_);
    return is_sought_.emplace(key, !rows_.empty()).first->second;
  }

  // Whether the text appears somewhere: an argument of a macro must.
  bool IsMentioned(std::string_view word) {
    if (word.find_first_not_of("0123456789") == word.npos) return true;
    view_.FilesMentioning(MentionHash(word), mentioning_);
    return !mentioning_.empty();
  }

  // Leaves them in seekers_.
  void FindSeekers(std::string_view name, NameGroup group) {
    seekers_.clear();
    candidates_.clear();
    AppendSeekers(name, group);
  }

  void AppendSeekers(std::string_view name, NameGroup group) {
    view_.UnresolvedWithName(name, rows_);
    for (const UnresolvedRow& row : rows_) {
      const bool leaves = row.reason == UnresolvedReason::kExternal;
      const bool overrides = row.type == EdgeType::kOverrides;
      if (leaves && !overrides) continue;
      // Words of a language that is not indexed have all that they can reach as candidates.
      const Language seeks = view_.File(view_.FileOf(row.source)).language;
      if (IsCode(seeks) && NameGroupOf(seeks) != group) continue;
      Seeker seeker{.source = row.source,
                    .leaves = leaves,
                    .overrides = overrides,
                    .calls = row.type == EdgeType::kCalls};
      const bool has_all = row.reason == UnresolvedReason::kAmbiguous && row.candidates_count > 0 &&
                           row.candidates_count < graph::kMaxCandidates;
      if (has_all) AddCandidates(row, seeker);
      seekers_.push_back(seeker);
    }
  }

  // Adds the definitions of declarations too, because a traversal holds only definitions.
  void AddCandidates(const UnresolvedRow& row, Seeker& seeker) {
    view_.Candidates(row, of_row_);
    seeker.leaves |= of_row_.empty();
    const std::size_t first = candidates_.size();
    for (const SymbolId candidate : of_row_) {
      candidates_.push_back(candidate);
      view_.Out(candidate, edges_);
      for (const Neighbor& edge : edges_) {
        if (edge.type == EdgeType::kDeclares) candidates_.push_back(edge.symbol);
      }
    }
    if (candidates_.size() - first > kMaxNotedCandidates) candidates_.resize(first);
    seeker.first_candidate = static_cast<std::uint32_t>(first);
    seeker.candidate_count = static_cast<std::uint8_t>(candidates_.size() - first);
  }

  const graph::ReadView& view_;
  SymbolNotes& notes_;
  std::vector<UnresolvedRow> rows_;
  std::vector<Seeker> seekers_;
  std::vector<SymbolId> candidates_;
  std::vector<SymbolId> of_row_;
  std::vector<SymbolId> kin_;
  std::set<SymbolId> seen_;
  std::vector<Neighbor> edges_;
  std::vector<Neighbor> members_;
  std::vector<FileId> mentioning_;
  std::map<std::string, bool, std::less<>> is_sought_;  // by key of pasted names
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
  // `slots` maps the symbols in question to numbers below `sought_count`.
  Counter(const SymbolNotes& notes, const SymbolSlots& slots, std::size_t sought_count)
      : notes_(notes), slots_(slots), sought_count_(sought_count) {}

  // Whether one of the symbols in question overrides a declaration outside the repository.
  bool IsRunFromOutside(const Seeker& seeker) const {
    return seeker.overrides && slots_.Find(seeker.source) < sought_count_;
  }

  bool Counts(const Seeker& seeker) const {
    return MayMean(seeker, [this](SymbolId candidate) {
      return slots_.Find(candidate) != SymbolSlots::kNone;
    });
  }

  bool Makes(const Seeker& seeker, SymbolId type) const {
    return seeker.calls &&
           MayMean(seeker, [type](SymbolId candidate) { return candidate == type; });
  }

 private:
  template <typename Predicate>
  bool MayMean(const Seeker& seeker, const Predicate& is_sought) const {
    const bool is_affected_anyway = slots_.Find(seeker.source) != SymbolSlots::kNone;
    if (seeker.leaves || is_affected_anyway) return false;
    if (seeker.candidate_count == 0) return true;
    const std::span<const SymbolId> candidates = notes_.CandidatesOf(seeker);
    return std::any_of(candidates.begin(), candidates.end(), is_sought);
  }

  const SymbolNotes& notes_;
  const SymbolSlots& slots_;
  const std::size_t sought_count_;
};

template <typename Traversed>
bool AnyLeavesRepository(const graph::ReadView& view, const Traversed& traversed) {
  return std::any_of(traversed.begin(), traversed.end(), [&view](const auto& visit) {
    return LeavesRepository(view, SymbolOf(visit));
  });
}

// Counts each function once: lists of several owners share references.
std::uint64_t CountReachers(const Doubts& doubts, const Counter& counter,
                            const SymbolNotes& notes) {
  std::vector<SymbolId> sources;
  for (const std::uint32_t list : doubts.reachers) {
    for (const Seeker& seeker : notes.SeekersIn(list)) {
      if (counter.Counts(seeker)) sources.push_back(seeker.source);
    }
  }
  std::sort(sources.begin(), sources.end());
  return static_cast<std::uint64_t>(std::unique(sources.begin(), sources.end()) - sources.begin());
}

}  // namespace

std::string UnseenReferences::ToString() const {
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
  tell(address_taken > 0,
       fmt::format("what is handed on as a value may be called by way of it: {} symbol{}",
                   address_taken, address_taken == 1 ? "" : "s"));
  count(computed_names, "place", "may reach a member by a name that is computed");
  tell(run_by_syntax, "uses by operators or other syntax are not followed");
  tell(run_from_outside, "code outside the repository may call what its types declare");
  tell(defined_again,
       "uses of its name that are those of another definition, as in a branch, may mean one");
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
  OpenReferences& references = workspace.arrays().open_references;
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

UnseenReferences CountUnseen(const graph::ReadView& view, std::span<const BlastVisit> traversed,
                             const SymbolSlots& slots, SymbolNotes& notes) {
  UnseenReferences unseen;
  unseen.skipped_files = CountUnreadFiles(view, notes);
  unseen.submodules = CountSubmodules(view);
  if (unseen.submodules > 0 && !AnyLeavesRepository(view, traversed)) {
    unseen.skipped_files -= std::exchange(unseen.submodules, 0);
  }
  const Doubts doubts = DoubtFinder(view, notes).Of(traversed);
  unseen.run_by_syntax = doubts.run_by_syntax;
  unseen.defined_again = doubts.defined_again;
  const Counter counter(notes, slots, traversed.size());
  for (const std::uint32_t list : doubts.seekers) {
    for (const Seeker& seeker : notes.SeekersIn(list)) {
      unseen.run_from_outside |= counter.IsRunFromOutside(seeker);
      unseen.unresolved += counter.Counts(seeker) ? 1U : 0U;
    }
  }
  for (const Making& making : doubts.makings) {
    const bool is_sought = notes.WasMet(making.seekers);
    for (const Seeker& seeker : notes.SeekersIn(making.seekers)) {
      const bool is_counted = is_sought && counter.Counts(seeker);
      unseen.unresolved += counter.Makes(seeker, making.type) && !is_counted ? 1U : 0U;
    }
  }
  unseen.computed_names = CountReachers(doubts, counter, notes);
  return unseen;
}

bool HasUnseenReferences(const graph::ReadView& view, std::span<const SymbolId> symbols,
                         const SymbolSlots& users, SymbolNotes& notes) {
  const Doubts doubts = DoubtFinder(view, notes).Of(symbols);
  if (doubts.run_by_syntax || doubts.defined_again) return true;
  const Counter counter(notes, users, kSoughtSlot + 1);
  const auto any_in = [&notes](const std::vector<std::uint32_t>& lists, const auto& is_so) {
    return std::any_of(lists.begin(), lists.end(), [&](std::uint32_t list) {
      const std::span<const Seeker> seekers = notes.SeekersIn(list);
      return std::any_of(seekers.begin(), seekers.end(), is_so);
    });
  };
  const auto is_made = [&](const Making& making) {
    const std::span<const Seeker> makers = notes.SeekersIn(making.seekers);
    return std::any_of(makers.begin(), makers.end(),
                       [&](const Seeker& maker) { return counter.Makes(maker, making.type); });
  };
  if (std::any_of(doubts.makings.begin(), doubts.makings.end(), is_made)) return true;
  return any_in(doubts.reachers,
                [&counter](const Seeker& reacher) { return counter.Counts(reacher); }) ||
         any_in(doubts.seekers, [&counter](const Seeker& seeker) {
           return counter.IsRunFromOutside(seeker) || counter.Counts(seeker);
         });
}

UnseenReferences CountUnseenUsers(const graph::ReadView& view, std::span<const SymbolId> symbols,
                                  std::span<const SymbolId> users, Workspace& workspace) {
  SymbolSlots& slots = workspace.arrays().slots;
  SymbolNotes& notes = workspace.arrays().notes;
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
  return CountUnseen(view, visits, slots, notes);
}

}  // namespace waymark::retrieval
