#include "retrieval/reach.h"

#include <string_view>

#include "traits/language_family.h"

namespace waymark::retrieval {
namespace {

// False for files that are compiled by themselves; `a.inl` and the like are included like headers.
bool IsHeader(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ||
         (!path.substr(dot).starts_with(".c") && !path.substr(dot).starts_with(".C"));
}

}  // namespace

bool LeavesFile(const graph::ReadView& view, const SymbolRow& row) {
  const bool is_linked = (row.flags & kSymbolExported) != 0 && (row.flags & kSymbolMacro) == 0;
  return is_linked || IsHeader(view.File(row.file).path);
}

bool LeavesRepository(const graph::ReadView& view, SymbolId symbol) {
  const SymbolRow row = view.Symbol(symbol);
  const bool is_function = row.kind == SymbolKind::kFunction;
  if (is_function && (row.flags & kSymbolLocal) != 0) return false;
  switch (FamilyOf(view, symbol)) {
    case Language::kCpp:
      return !is_function || LeavesFile(view, row);
    case Language::kGo:
      return (row.flags & kSymbolExported) != 0;
    default:
      return true;
  }
}

}  // namespace waymark::retrieval
