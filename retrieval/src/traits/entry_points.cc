#include "traits/entry_points.h"

#include <algorithm>
#include <iterator>

#include "traits/product_code.h"

namespace waymark::retrieval {
namespace {

constexpr std::string_view kEntryNames[] = {"main", "Main", "WinMain", "wmain", "DllMain"};

// Something outside that runs code of the program, recognised by a prefix of its name.
struct Caller {
  std::string_view scheme;
  EdgeType type;  // from what it runs
};

constexpr Caller kCallers[] = {
    {"topic://", EdgeType::kSubscribes},
    {"rpc://", EdgeType::kImplementsRpc},
};

bool IsProduct(const graph::ReadView& view, SymbolId symbol) {
  constexpr std::uint16_t kAside = kSymbolTest | kSymbolDeclaration;
  return (view.Flags(symbol) & kAside) == 0 && IsProductFile(view.FileFlags(view.FileOf(symbol)));
}

}  // namespace

std::span<const std::string_view> EntryNames() { return kEntryNames; }

bool IsEntryName(std::string_view name) {
  return std::find(std::begin(kEntryNames), std::end(kEntryNames), name) != std::end(kEntryNames);
}

bool IsEntryPoint(const graph::ReadView& view, SymbolId symbol, std::string_view name) {
  if (!IsEntryName(name) || !IsProduct(view, symbol)) return false;
  const SymbolKind kind = view.Kind(symbol);
  const std::uint16_t flags = view.Flags(symbol);
  if ((flags & kSymbolLocal) != 0) return false;
  return kind == SymbolKind::kFunction ||
         (kind == SymbolKind::kMethod && (flags & kSymbolStatic) != 0);
}

void FindEntryPoints(const graph::ReadView& view, std::vector<SymbolId>& out) {
  out.clear();
  std::vector<SymbolId> symbols;
  for (const std::string_view name : kEntryNames) {
    view.WithName(name, symbols);
    std::copy_if(symbols.begin(), symbols.end(), std::back_inserter(out),
                 [&](SymbolId symbol) { return IsEntryPoint(view, symbol, name); });
  }
  std::vector<Neighbor> edges;
  for (const Caller& caller : kCallers) {
    view.VisitNames(caller.scheme, [&](std::string_view name) {
      if (!name.starts_with(caller.scheme)) return false;
      view.WithName(name, symbols);
      for (const SymbolId symbol : symbols) {
        view.In(symbol, edges);
        for (const Neighbor& edge : edges) {
          if (edge.type == caller.type && IsProduct(view, edge.symbol)) out.push_back(edge.symbol);
        }
      }
      return true;
    });
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

}  // namespace waymark::retrieval
