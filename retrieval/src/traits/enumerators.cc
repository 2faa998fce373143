#include "traits/enumerators.h"

#include "graph/languages.h"

namespace waymark::retrieval {

void EnumeratorsIn(const graph::ReadView& view, SymbolId type, std::vector<SymbolId>& out) {
  out.clear();
  if (view.Kind(type) != SymbolKind::kType) return;
  const SymbolRow row = view.Symbol(type);
  if (!TraitsOf(view.File(row.file).language).enumerators_escape) return;
  view.SymbolsOf(row.file, out);
  std::erase_if(out, [&](SymbolId symbol) {
    if ((view.Flags(symbol) & kSymbolEnumerator) == 0) return true;
    const SymbolRow inner = view.Symbol(symbol);
    return inner.parent == type || inner.range.begin < row.range.begin ||
           row.range.end < inner.range.end;
  });
}

}  // namespace waymark::retrieval
