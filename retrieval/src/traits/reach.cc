#include "retrieval/reach.h"

#include <string_view>

#include "graph/languages.h"
#include "graph/word_list.h"

namespace waymark::retrieval {
namespace {

// Whether a file is included in others: `a.inl` and the like are, as headers are.
bool IsHeader(const FileRow& file) {
  const std::size_t dot = file.path.rfind('.');
  if (dot == std::string_view::npos) return true;
  const std::string_view extension = file.path.substr(dot);
  bool is_unit = false;
  VisitWords(TraitsOf(file.language).unit_extensions,
             [&](std::string_view begin) { is_unit |= extension.starts_with(begin); });
  return !is_unit;
}

}  // namespace

bool LeavesFile(const graph::ReadView& view, const SymbolRow& row) {
  const bool is_linked = (row.flags & kSymbolExported) != 0 && (row.flags & kSymbolMacro) == 0;
  return is_linked || IsHeader(view.File(row.file));
}

bool LeavesRepository(const graph::ReadView& view, SymbolId symbol) {
  const SymbolRow row = view.Symbol(symbol);
  const bool is_function = row.kind == SymbolKind::kFunction;
  if (is_function && (row.flags & kSymbolLocal) != 0) return false;
  switch (TraitsOf(view.File(row.file).language).outside_uses) {
    case OutsideUses::kAll:
      return true;
    case OutsideUses::kLinked:
      return !is_function || LeavesFile(view, row);
    case OutsideUses::kExported:
      return (row.flags & kSymbolExported) != 0;
  }
  return true;
}

}  // namespace waymark::retrieval
