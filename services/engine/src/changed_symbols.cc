#include "changed_symbols.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace waymark::services {
namespace {

bool TakesLines(const graph::ReadView& view, SymbolId symbol) {
  const SymbolKind kind = view.Kind(symbol);
  return kind != SymbolKind::kFile && kind != SymbolKind::kPackage;
}

// The innermost symbol of each line, kNone outside of all; [0] is unused.
std::vector<SymbolId> OwnersOfLines(const graph::ReadView& view, FileId file) {
  std::vector<SymbolId> symbols;
  view.SymbolsOf(file, symbols);
  std::erase_if(symbols, [&](SymbolId symbol) { return !TakesLines(view, symbol); });
  std::vector<std::pair<SourceRange, SymbolId>> ranges;
  std::uint32_t last = 0;
  for (const SymbolId symbol : symbols) {
    const SourceRange range = view.Symbol(symbol).range;
    ranges.emplace_back(range, symbol);
    last = std::max(last, range.end.line);
  }
  const auto lines = [](const SourceRange& range) { return range.end.line - range.begin.line; };
  std::stable_sort(ranges.begin(), ranges.end(),
                   [&](const auto& a, const auto& b) { return lines(a.first) > lines(b.first); });
  std::vector<SymbolId> owners(last + 1, SymbolId::kNone);
  for (const auto& [range, symbol] : ranges) {
    for (std::uint32_t line = range.begin.line; line <= range.end.line; ++line) {
      owners[line] = symbol;
    }
  }
  return owners;
}

// Returns how many lines lie in no symbol.
std::uint64_t AddOwners(const graph::ReadView& view, const std::string& path,
                        std::span<const indexer::LineRange> lines, std::set<SymbolId>& symbols) {
  const std::optional<FileId> file = view.FindFile(path);
  if (!file.has_value()) return 0;
  const std::vector<SymbolId> owners = OwnersOfLines(view, *file);
  std::uint64_t outside = 0;
  for (const indexer::LineRange& range : lines) {
    for (std::uint32_t line = range.first; line <= range.last; ++line) {
      if (line < owners.size() && owners[line] != SymbolId::kNone) {
        symbols.insert(owners[line]);
      } else {
        ++outside;
      }
    }
  }
  return outside;
}

// Of the symbols that lay in the lines, those that are nowhere in the newer view.
std::vector<std::string> RemovedNames(const graph::ReadView& newer, const graph::ReadView& older,
                                      std::span<const indexer::ChangedFile> files) {
  std::set<SymbolId> touched;
  for (const indexer::ChangedFile& file : files) {
    if (!file.old_path.empty()) AddOwners(older, file.old_path, file.old_lines, touched);
  }
  std::vector<std::string> removed;
  std::vector<SymbolId> named;
  for (const SymbolId symbol : touched) {
    const std::string name = older.QualifiedName(symbol);
    newer.WithName(older.Symbol(symbol).name, named);
    const bool is_there = std::any_of(named.begin(), named.end(), [&](SymbolId other) {
      return newer.QualifiedName(other) == name;
    });
    if (!is_there) removed.push_back(name);
  }
  std::sort(removed.begin(), removed.end());
  removed.erase(std::unique(removed.begin(), removed.end()), removed.end());
  return removed;
}

}  // namespace

ChangedSymbols FindChangedSymbols(const graph::ReadView& newer, const graph::ReadView* older,
                                  std::span<const indexer::ChangedFile> files) {
  ChangedSymbols changed;
  std::set<SymbolId> symbols;
  for (const indexer::ChangedFile& file : files) {
    if (file.path.empty()) continue;
    changed.lines_outside += AddOwners(newer, file.path, file.lines, symbols);
  }
  changed.symbols.assign(symbols.begin(), symbols.end());
  std::sort(changed.symbols.begin(), changed.symbols.end(),
            [&](SymbolId a, SymbolId b) { return newer.CompareCanonical(a, b) < 0; });
  if (older != nullptr) changed.removed = RemovedNames(newer, *older, files);
  return changed;
}

}  // namespace waymark::services
