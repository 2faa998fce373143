#include "completeness.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/base_builder.h"
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

struct SoughtName {
  std::string_view name;
  Language family = Language::kNone;

  auto operator<=>(const SoughtName&) const = default;
};

struct SoughtNames {
  std::vector<SoughtName> names;  // distinct
  bool run_by_syntax = false;     // one at least
};

SymbolId SymbolOf(const BlastVisit& visit) { return visit.symbol; }

SymbolId SymbolOf(SymbolId symbol) { return symbol; }

template <typename Traversed>
SoughtNames NamesOf(const graph::ReadView& view, const Traversed& traversed) {
  SoughtNames sought;
  sought.names.reserve(traversed.size());
  for (const auto& visit : traversed) {
    const SymbolRow row = view.Symbol(SymbolOf(visit));
    const Language language = view.File(row.file).language;
    sought.names.push_back(SoughtName{.name = row.name, .family = FamilyOf(language)});
    const bool is_run = row.kind == SymbolKind::kFunction || row.kind == SymbolKind::kMethod;
    sought.run_by_syntax |= !sought.run_by_syntax && is_run && RunBySyntax(language, row.name);
  }
  std::sort(sought.names.begin(), sought.names.end());
  const auto end = std::unique(sought.names.begin(), sought.names.end());
  sought.names.erase(end, sought.names.end());
  return sought;
}

class Counter {
 public:
  // In `slots` the symbols that references are sought of have numbers below `sought_count`.
  Counter(const graph::ReadView& view, const SymbolSlots& slots, std::size_t sought_count)
      : view_(view), slots_(slots), sought_count_(sought_count) {}

  // Whether the row says that a sought symbol overrides something outside the repository.
  bool IsRunFromOutside(const UnresolvedRow& row) const {
    return row.type == EdgeType::kOverrides && slots_.Find(row.source) < sought_count_;
  }

  bool Counts(const UnresolvedRow& row, Language family) {
    if (row.reason == UnresolvedReason::kExternal) return false;
    const bool already_affected = slots_.Find(row.source) != SymbolSlots::kNone;
    if (already_affected || FamilyOf(view_, row.source) != family) return false;
    if (row.reason != UnresolvedReason::kAmbiguous || row.candidates_count == 0) return true;
    if (row.candidates_count >= graph::kMaxCandidates) return true;
    view_.Candidates(row, candidates_);
    return std::any_of(candidates_.begin(), candidates_.end(), [this](SymbolId candidate) {
      return slots_.Find(candidate) != SymbolSlots::kNone;
    });
  }

 private:
  const graph::ReadView& view_;
  const SymbolSlots& slots_;
  const std::size_t sought_count_;
  std::vector<SymbolId> candidates_;
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
  const auto tell = [&text](bool is_so, std::string_view what) {
    if (is_so) text += fmt::format("{}{}", text.empty() ? "" : ", ", what);
  };
  tell(run_by_syntax, "uses by operators or other syntax are not followed");
  tell(run_from_outside, "code outside the repository may call what its types declare");
  return text;
}

std::uint64_t CountUnreadFiles(const graph::ReadView& view) {
  std::uint64_t count = 0;
  for (const SkippedFile& file : view.Skipped()) {
    if (MayHoldReferences(file.reason)) ++count;
  }
  for (std::uint32_t i = 0; i < view.file_bound(); ++i) {
    const FileId file{i};
    const bool is_cut = view.IsLive(file) && (view.FileFlags(file) & kFileTruncated) != 0;
    if (is_cut && !IsProse(view, file)) ++count;
  }
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

UnseenReferences CountUnseen(const graph::ReadView& view, std::span<const BlastVisit> traversed,
                             const SymbolSlots& slots) {
  UnseenReferences unseen;
  unseen.skipped_files = CountUnreadFiles(view);
  unseen.submodules = CountSubmodules(view);
  const SoughtNames traversed_names = NamesOf(view, traversed);
  unseen.run_by_syntax = traversed_names.run_by_syntax;
  if (view.info().unresolved_count == 0) return unseen;

  Counter counter(view, slots, traversed.size());
  std::vector<UnresolvedRow> rows;
  for (const SoughtName& sought : traversed_names.names) {
    view.UnresolvedWithName(sought.name, rows);
    for (const UnresolvedRow& row : rows) {
      unseen.run_from_outside |= counter.IsRunFromOutside(row);
      unseen.unresolved += counter.Counts(row, sought.family) ? 1U : 0U;
    }
  }
  return unseen;
}

bool HasUnseenReferences(const graph::ReadView& view, std::span<const SymbolId> symbols,
                         const SymbolSlots& users) {
  const SoughtNames sought_names = NamesOf(view, symbols);
  if (sought_names.run_by_syntax) return true;
  if (view.info().unresolved_count == 0) return false;
  Counter counter(view, users, kSoughtSlot + 1);
  std::vector<UnresolvedRow> rows;
  return std::any_of(sought_names.names.begin(), sought_names.names.end(),
                     [&](const SoughtName& sought) {
                       view.UnresolvedWithName(sought.name, rows);
                       return std::any_of(rows.begin(), rows.end(), [&](const UnresolvedRow& row) {
                         return counter.IsRunFromOutside(row) || counter.Counts(row, sought.family);
                       });
                     });
}

UnseenReferences CountUnseenUsers(const graph::ReadView& view, std::span<const SymbolId> symbols,
                                  std::span<const SymbolId> users, Workspace& workspace) {
  SymbolSlots& slots = workspace.arrays().slots;
  slots.Reset(view.symbol_bound());
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
  return CountUnseen(view, visits, slots);
}

}  // namespace waymark::retrieval
