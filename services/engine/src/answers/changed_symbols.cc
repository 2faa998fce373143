#include "answers/changed_symbols.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "answers/convert.h"
#include "graph/languages.h"
#include "graph/outside.h"
#include "graph/status.h"

namespace waymark::services {
namespace {

bool TakesLines(const graph::ReadView& view, SymbolId symbol) {
  const SymbolKind kind = view.Kind(symbol);
  return kind != SymbolKind::kFile && kind != SymbolKind::kPackage && !IsOnlyMentioned(kind);
}

bool Holds(const SourceRange& outer, const SourceRange& inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

// The innermost symbols at each line of a file, mostly one per line.
class LineOwners {
 public:
  LineOwners(const graph::ReadView& view, FileId file) {
    std::vector<SymbolId> symbols;
    view.SymbolsOf(file, symbols);
    for (const SymbolId symbol : symbols) {
      if (TakesLines(view, symbol)) ranges_.push_back({view.Symbol(symbol).range, symbol});
    }
    std::uint32_t last = 0;
    for (const Ranged& ranged : ranges_) last = std::max(last, ranged.range.end.line);
    const auto lines = [](const Ranged& r) { return r.range.end.line - r.range.begin.line; };
    std::stable_sort(ranges_.begin(), ranges_.end(),
                     [&](const Ranged& a, const Ranged& b) { return lines(a) > lines(b); });
    owners_.assign(last + 1, kNobody);
    for (std::uint32_t i = 0; i < ranges_.size(); ++i) Take(i);
  }

  // Returns whether there is one.
  bool Add(std::uint32_t line, std::set<SymbolId>& symbols) const {
    if (line >= owners_.size() || owners_[line] == kNobody) return false;
    symbols.insert(ranges_[owners_[line]].symbol);
    const auto [first, last] = others_.equal_range(line);
    for (auto other = first; other != last; ++other) {
      symbols.insert(ranges_[other->second].symbol);
    }
    return true;
  }

 private:
  static constexpr std::uint32_t kNobody = 0xFFFFFFFF;

  struct Ranged {
    SourceRange range;
    SymbolId symbol;
  };

  void Take(std::uint32_t index) {
    const SourceRange& range = ranges_[index].range;
    for (std::uint32_t line = range.begin.line; line <= range.end.line; ++line) {
      std::uint32_t& owner = owners_[line];
      // The two symbols share a line side by side.
      if (owner != kNobody && !Holds(ranges_[owner].range, range)) others_.emplace(line, owner);
      owner = index;
    }
  }

  std::vector<Ranged> ranges_;         // largest first, so that what holds another comes before it
  std::vector<std::uint32_t> owners_;  // by line, index into ranges_
  std::multimap<std::uint32_t, std::uint32_t> others_;
};

// Returns the number of lines that lie in no symbol and are not in `blank_lines`, which is ordered.
std::uint64_t AddOwnersOfLines(const graph::ReadView& view, const std::string& path,
                               std::span<const indexer::LineRange> lines,
                               std::span<const std::uint32_t> blank_lines,
                               std::set<SymbolId>& symbols) {
  const std::optional<FileId> file = view.FindFile(path);
  // What documents say binds nothing.
  if (!file.has_value() || !IsCode(view.File(*file).language)) return 0;
  const LineOwners owners(view, *file);
  std::uint64_t outside = 0;
  for (const indexer::LineRange& range : lines) {
    for (std::uint32_t line = range.first; line <= range.last; ++line) {
      const bool is_known = owners.Add(line, symbols) ||
                            std::binary_search(blank_lines.begin(), blank_lines.end(), line);
      outside += is_known ? 0 : 1;
    }
  }
  return outside;
}

bool IsDeclaration(const graph::ReadView& view, SymbolId symbol) {
  return (view.Flags(symbol) & kSymbolDeclaration) != 0;
}

// Adds the symbols at the old lines that the newer view does not have. A symbol that was defined
// and is only declared now is a change: its declarations are added to `symbols`.
void AddRemoved(const graph::ReadView& newer, const graph::ReadView& older,
                std::span<const indexer::ChangedFile> files, std::set<SymbolId>& symbols,
                ChangedSymbols& changed) {
  std::set<SymbolId> touched;
  for (const indexer::ChangedFile& file : files) {
    if (!file.old_path.empty()) AddOwnersOfLines(older, file.old_path, file.old_lines, {}, touched);
  }
  std::vector<std::string>& removed = changed.removed;
  std::vector<SymbolId> named;
  for (const SymbolId symbol : touched) {
    const std::string name = older.QualifiedName(symbol);
    newer.WithName(older.Symbol(symbol).name, named);
    std::erase_if(named, [&](SymbolId other) { return newer.QualifiedName(other) != name; });
    if (!named.empty()) {
      const bool is_undefined = !IsDeclaration(older, symbol) &&
                                std::all_of(named.begin(), named.end(), [&newer](SymbolId other) {
                                  return IsDeclaration(newer, other);
                                });
      if (is_undefined) symbols.insert(named.begin(), named.end());
      continue;
    }
    removed.push_back(name);
    changed.removed_symbols.push_back(symbol);
  }
  std::sort(removed.begin(), removed.end());
  removed.erase(std::unique(removed.begin(), removed.end()), removed.end());
}

}  // namespace

SymbolId SameIn(const graph::ReadView& newer, const graph::ReadView& older, SymbolId symbol) {
  const std::string name = older.QualifiedName(symbol);
  const std::string_view path = older.File(older.FileOf(symbol)).path;
  std::vector<SymbolId> named;
  newer.WithName(older.Symbol(symbol).name, named);
  std::erase_if(named, [&](SymbolId other) { return newer.QualifiedName(other) != name; });
  for (const SymbolId other : named) {
    if (newer.File(newer.FileOf(other)).path == path) return other;
  }
  return named.size() == 1 ? named[0] : SymbolId::kNone;
}

absl::StatusOr<RemovedUsers> UsersOfRemoved(const ChangedSymbols& changed,
                                            const graph::ReadView& newer,
                                            retrieval::BlastOptions options) {
  RemovedUsers users;
  if (changed.removed_symbols.empty()) return users;
  options.depth = 1;
  options.limit = changed.older->symbol_bound();
  WM_ASSIGN_OR_RETURN(
      const retrieval::BlastResult before,
      retrieval::ComputeBlastRadius(*changed.older, changed.removed_symbols, options));
  for (const retrieval::BlastEntry& entry : before.entries) {
    const SymbolId now =
        entry.hop == 0 ? SymbolId::kNone : SameIn(newer, *changed.older, entry.symbol);
    if (now != SymbolId::kNone) users.symbols.push_back(now);
  }
  users.completeness = ToWireCompleteness(before.missing);
  return users;
}

wire::Completeness Joined(const wire::Completeness& now, const wire::Completeness& before) {
  wire::Completeness joined = now;
  joined.certainty = std::max(now.certainty, before.certainty);
  joined.possible_uses += before.possible_uses;
  if (!before.reason.empty()) {
    joined.reason +=
        fmt::format("{}of what was removed: {}", now.reason.empty() ? "" : "; ", before.reason);
  }
  return joined;
}

ChangedSymbols FindChangedSymbols(const graph::ReadView& newer,
                                  std::shared_ptr<const graph::ReadView> older,
                                  std::span<const indexer::ChangedFile> files) {
  ChangedSymbols changed{.files_changed = files.size()};
  std::set<SymbolId> symbols;
  for (const indexer::ChangedFile& file : files) {
    if (file.path.empty()) continue;
    changed.lines_outside +=
        AddOwnersOfLines(newer, file.path, file.lines, file.blank_lines, symbols);
    const std::optional<FileId> id = newer.FindFile(file.path);
    if (id.has_value() && IsCode(newer.File(*id).language)) {
      changed.files.push_back(*id);
    }
  }
  if (older != nullptr) AddRemoved(newer, *older, files, symbols, changed);
  changed.symbols.assign(symbols.begin(), symbols.end());
  std::sort(changed.symbols.begin(), changed.symbols.end(),
            [&](SymbolId a, SymbolId b) { return newer.CompareCanonical(a, b) < 0; });
  changed.older = std::move(older);
  return changed;
}

}  // namespace waymark::services
