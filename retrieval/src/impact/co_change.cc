#include "impact/co_change.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

// A path and a name in it, by their numbers in the history; a file has no name.
using Partner = std::pair<std::uint32_t, std::optional<std::uint32_t>>;

bool HasName(const graph::History& history, const graph::History::Touch& touch,
             std::string_view name) {
  return std::any_of(touch.names.begin(), touch.names.end(),
                     [&](std::uint32_t number) { return history.Name(number) == name; });
}

// The symbol that a partner is in this state; kNone if it is gone.
SymbolId SymbolOf(const graph::ReadView& view, const graph::History& history,
                  const Partner& partner, std::vector<SymbolId>& scratch) {
  const std::optional<FileId> file = view.FindFile(history.Path(partner.first));
  if (!file.has_value()) return SymbolId::kNone;
  view.SymbolsOf(*file, scratch);
  const auto found = std::find_if(scratch.begin(), scratch.end(), [&](SymbolId symbol) {
    const bool is_file = view.Kind(symbol) == SymbolKind::kFile;
    if (!partner.second.has_value()) return is_file;
    return !is_file && view.Symbol(symbol).name == history.Name(*partner.second);
  });
  return found == scratch.end() ? SymbolId::kNone : *found;
}

// Whether `outer` is the symbol or holds it: a change of a member is one of its type.
bool IsAround(const graph::ReadView& view, SymbolId outer, SymbolId symbol) {
  while (symbol != SymbolId::kNone && symbol != outer) symbol = view.Parent(symbol);
  return symbol == outer;
}

}  // namespace

void CoChangedWith(const graph::ReadView& view, const graph::History& history, SymbolId symbol,
                   std::vector<CoChange>& out) {
  out.clear();
  const std::optional<std::uint32_t> path = history.FindPath(view.File(view.FileOf(symbol)).path);
  if (!path.has_value()) return;
  const bool is_file = view.Kind(symbol) == SymbolKind::kFile;
  const std::string_view name = view.Symbol(symbol).name;
  std::uint32_t changes = 0;
  std::map<Partner, std::uint32_t> common;
  for (const graph::History::TouchRef& own : history.TouchesOf(*path)) {
    if (!is_file && !HasName(history, history.TouchOf(own.commit, own.touch), name)) continue;
    ++changes;
    for (std::uint32_t i = 0; i < history.touch_count(own.commit); ++i) {
      const graph::History::Touch touch = history.TouchOf(own.commit, i);
      if (is_file) {
        if (touch.path != *path) ++common[{touch.path, std::nullopt}];
        continue;
      }
      for (const std::uint32_t other : touch.names) {
        if (touch.path != *path || history.Name(other) != name) ++common[{touch.path, other}];
      }
    }
  }
  std::vector<std::pair<SymbolId, std::uint32_t>> order;
  std::vector<SymbolId> scratch;
  for (const auto& [partner, count] : common) {
    if (count < kLeastSharedChanges) continue;
    const SymbolId other = SymbolOf(view, history, partner, scratch);
    if (other != SymbolId::kNone && !IsAround(view, other, symbol))
      order.emplace_back(other, count);
  }
  std::sort(order.begin(), order.end(), [&view](const auto& a, const auto& b) {
    if (a.second != b.second) return a.second > b.second;
    return view.CompareCanonical(a.first, b.first) < 0;
  });
  if (order.size() > kMaxCoChanged) order.resize(kMaxCoChanged);
  for (const auto& [other, count] : order) {
    out.push_back({other, static_cast<float>(count) / static_cast<float>(changes)});
  }
}

}  // namespace waymark::retrieval
