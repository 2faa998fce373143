#include "completeness.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "graph/base_builder.h"
#include "handed_on.h"
#include "prose.h"
#include "syntax_names.h"

namespace waymark::retrieval {
namespace {

// Languages whose code can refer to each other's names.
Language FamilyOf(Language language) {
  switch (language) {
    case Language::kC:
      return Language::kCpp;
    case Language::kJavaScript:
      return Language::kTypeScript;
    default:
      return language;
  }
}

Language FamilyOf(const graph::ReadView& view, SymbolId symbol) {
  return FamilyOf(view.File(view.FileOf(symbol)).language);
}

// A binary file holds no reference; every other skipped file may.
bool MayHoldReferences(SkipReason reason) { return reason != SkipReason::kBinary; }

SymbolId SymbolOf(const BlastVisit& visit) { return visit.symbol; }

SymbolId SymbolOf(SymbolId symbol) { return symbol; }

// What may use symbols unseen.
struct Doubts {
  std::vector<std::uint32_t> seekers;  // lists, each once
  bool run_by_syntax = false;          // one symbol at least
};

class DoubtFinder {
 public:
  DoubtFinder(const graph::ReadView& view, SymbolNotes& notes) : view_(view), notes_(notes) {}

  template <typename Traversed>
  Doubts Of(const Traversed& traversed) {
    Doubts doubts;
    for (const auto& visit : traversed) {
      const SymbolNotes::Note& note = NoteOf(SymbolOf(visit));
      doubts.run_by_syntax |= (note.facts & SymbolNotes::kRunBySyntax) != 0;
      if (note.seekers != SymbolNotes::kNobody) doubts.seekers.push_back(note.seekers);
    }
    std::sort(doubts.seekers.begin(), doubts.seekers.end());
    const auto end = std::unique(doubts.seekers.begin(), doubts.seekers.end());
    doubts.seekers.erase(end, doubts.seekers.end());
    return doubts;
  }

 private:
  const SymbolNotes::Note& NoteOf(SymbolId symbol) {
    SymbolNotes::Note& note = notes_.Of(symbol);
    if ((note.facts & SymbolNotes::kDoubtsKnown) != 0) return note;
    const SymbolRow row = view_.Symbol(symbol);
    const Language language = view_.File(row.file).language;
    note.facts |= SymbolNotes::kDoubtsKnown;
    const bool is_run = row.kind == SymbolKind::kFunction || row.kind == SymbolKind::kMethod;
    if (is_run && RunBySyntax(language, row.name)) note.facts |= SymbolNotes::kRunBySyntax;
    const Language family = FamilyOf(language);
    const std::optional<std::uint32_t> known = notes_.FindSeekers(row.name, family);
    note.seekers = known.has_value() ? *known : ReadSeekers(row.name, family);
    return note;
  }

  std::uint32_t ReadSeekers(std::string_view name, Language family) {
    view_.UnresolvedWithName(name, rows_);
    seekers_.clear();
    candidates_.clear();
    for (const UnresolvedRow& row : rows_) {
      const bool leaves = row.reason == UnresolvedReason::kExternal;
      const bool overrides = row.type == EdgeType::kOverrides;
      if (leaves && !overrides) continue;
      if (FamilyOf(view_, row.source) != family) continue;
      Seeker seeker{.source = row.source, .leaves = leaves, .overrides = overrides};
      const bool has_all = row.reason == UnresolvedReason::kAmbiguous && row.candidates_count > 0 &&
                           row.candidates_count < graph::kMaxCandidates;
      if (has_all) AddCandidates(row, seeker);
      seekers_.push_back(seeker);
    }
    return notes_.AddSeekers(name, family, seekers_, candidates_);
  }

  void AddCandidates(const UnresolvedRow& row, Seeker& seeker) {
    view_.Candidates(row, of_row_);
    seeker.first_candidate = static_cast<std::uint32_t>(candidates_.size());
    seeker.candidate_count = static_cast<std::uint8_t>(of_row_.size());
    candidates_.insert(candidates_.end(), of_row_.begin(), of_row_.end());
    seeker.leaves |= of_row_.empty();
  }

  const graph::ReadView& view_;
  SymbolNotes& notes_;
  std::vector<UnresolvedRow> rows_;
  std::vector<Seeker> seekers_;
  std::vector<SymbolId> candidates_;
  std::vector<SymbolId> of_row_;
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
  // In `slots` the symbols that references are sought of have numbers below `sought_count`.
  Counter(const SymbolNotes& notes, const SymbolSlots& slots, std::size_t sought_count)
      : notes_(notes), slots_(slots), sought_count_(sought_count) {}

  // Whether a sought symbol overrides something outside the repository.
  bool IsRunFromOutside(const Seeker& seeker) const {
    return seeker.overrides && slots_.Find(seeker.source) < sought_count_;
  }

  bool Counts(const Seeker& seeker) const {
    const bool is_affected_anyway = slots_.Find(seeker.source) != SymbolSlots::kNone;
    if (seeker.leaves || is_affected_anyway) return false;
    if (seeker.candidate_count == 0) return true;
    const std::span<const SymbolId> candidates = notes_.CandidatesOf(seeker);
    return std::any_of(candidates.begin(), candidates.end(), [this](SymbolId candidate) {
      return slots_.Find(candidate) != SymbolSlots::kNone;
    });
  }

 private:
  const SymbolNotes& notes_;
  const SymbolSlots& slots_;
  const std::size_t sought_count_;
};

}  // namespace

std::string UnseenReferences::ToString() const {
  std::string text;
  if (unresolved > 0) {
    text = fmt::format("{} unresolved reference{} may lead to an affected symbol", unresolved,
                       unresolved == 1 ? "" : "s");
  }
  const auto add = [&text](std::uint64_t count, std::string_view what) {
    if (count == 0) return;
    text += fmt::format("{}{} {}{} may refer to one", text.empty() ? "" : ", ", count, what,
                        count == 1 ? "" : "s");
  };
  add(skipped_files - submodules, "skipped file");
  add(submodules, "unindexed submodule");
  if (handed_on > 0) {
    text += fmt::format("{}what is handed on as a value may be called by way of it: {} symbol{}",
                        text.empty() ? "" : ", ", handed_on, handed_on == 1 ? "" : "s");
  }
  const auto tell = [&text](bool is_so, std::string_view what) {
    if (is_so) text += fmt::format("{}{}", text.empty() ? "" : ", ", what);
  };
  tell(run_by_syntax, "uses by operators or other syntax are not followed");
  tell(run_from_outside, "code outside the repository may call what its types declare");
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

std::uint64_t CountHandedOn(const graph::ReadView& view, std::span<const SymbolId> symbols) {
  HandedOn handed_on(view);
  return static_cast<std::uint64_t>(
      std::count_if(symbols.begin(), symbols.end(),
                    [&handed_on](SymbolId symbol) { return handed_on.Of(symbol); }));
}

UnseenReferences CountUnseen(const graph::ReadView& view, std::span<const BlastVisit> traversed,
                             const SymbolSlots& slots, SymbolNotes& notes) {
  UnseenReferences unseen;
  unseen.skipped_files = CountUnreadFiles(view, notes);
  unseen.submodules = CountSubmodules(view);
  const Doubts doubts = DoubtFinder(view, notes).Of(traversed);
  unseen.run_by_syntax = doubts.run_by_syntax;
  const Counter counter(notes, slots, traversed.size());
  for (const std::uint32_t list : doubts.seekers) {
    for (const Seeker& seeker : notes.SeekersIn(list)) {
      unseen.run_from_outside |= counter.IsRunFromOutside(seeker);
      unseen.unresolved += counter.Counts(seeker) ? 1U : 0U;
    }
  }
  return unseen;
}

bool HasUnseenReferences(const graph::ReadView& view, std::span<const SymbolId> symbols,
                         const SymbolSlots& users, SymbolNotes& notes) {
  const Doubts doubts = DoubtFinder(view, notes).Of(symbols);
  if (doubts.run_by_syntax) return true;
  const Counter counter(notes, users, kSoughtSlot + 1);
  return std::any_of(doubts.seekers.begin(), doubts.seekers.end(), [&](std::uint32_t list) {
    const std::span<const Seeker> seekers = notes.SeekersIn(list);
    return std::any_of(seekers.begin(), seekers.end(), [&](const Seeker& seeker) {
      return counter.IsRunFromOutside(seeker) || counter.Counts(seeker);
    });
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
