#include "retrieval/reach.h"

#include "graph/languages.h"
#include "traits/product_code.h"

namespace waymark::retrieval {
namespace {

// Only the function around it can name it.
bool IsLocalFunction(const SymbolRow& row) {
  return row.kind == SymbolKind::kFunction && (row.flags & kSymbolLocal) != 0;
}

}  // namespace

bool LeavesFile(const graph::ReadView& view, const SymbolRow& row) {
  const bool is_linked = (row.flags & kSymbolExported) != 0 && (row.flags & kSymbolMacro) == 0;
  return is_linked || !IsTranslationUnit(view.File(row.file).language, view.File(row.file).path);
}

bool LeavesRepository(const graph::ReadView& view, SymbolId symbol) {
  const SymbolRow row = view.Symbol(symbol);
  const bool is_function = row.kind == SymbolKind::kFunction;
  if (IsLocalFunction(row)) return false;
  switch (TraitsOf(view.File(row.file).language).external_uses) {
    case ExternalUses::kAll:
      return true;
    case ExternalUses::kLinked:
      return !is_function || LeavesFile(view, row);
    case ExternalUses::kExported:
      return (row.flags & kSymbolExported) != 0;
  }
  return true;
}

bool IsConfined(const graph::ReadView& view, const SymbolRow& row) {
  if (IsLocalFunction(row)) return true;
  switch (TraitsOf(view.File(row.file).language).external_uses) {
    case ExternalUses::kAll:
      return false;
    case ExternalUses::kLinked:
      return row.kind == SymbolKind::kFunction && !LeavesFile(view, row);
    case ExternalUses::kExported:
      return (row.flags & kSymbolExported) == 0;
  }
  return false;
}

bool CanBeNamedFrom(const graph::ReadView& view, const SymbolRow& row, FileId file) {
  if (row.file == file || !IsConfined(view, row)) return true;
  if (IsLocalFunction(row)) return false;
  const FileRow own = view.File(row.file);
  const FileRow other = view.File(file);
  const bool is_linked = TraitsOf(own.language).external_uses == ExternalUses::kLinked;
  return is_linked ? !IsTranslationUnit(other.language, other.path)
                   : DirectoryOf(own.path) == DirectoryOf(other.path);
}

}  // namespace waymark::retrieval
