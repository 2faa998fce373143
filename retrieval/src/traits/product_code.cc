#include "traits/product_code.h"

#include "graph/records.h"

namespace waymark::retrieval {
namespace {

constexpr std::uint16_t kAsideFiles =
    kFileTest | kFileVendored | kFileExample | kFileGenerated | kFileMinified;
constexpr std::uint16_t kAsideSymbols = kSymbolTest | kSymbolDeclaration | kSymbolNamespaceOnly;

bool IsNamedCode(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::kFunction:
    case SymbolKind::kMethod:
    case SymbolKind::kClass:
    case SymbolKind::kInterface:
    case SymbolKind::kType:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool IsProductFile(std::uint16_t file_flags) { return (file_flags & kAsideFiles) == 0; }

bool IsProductCode(const graph::ReadView& view, SymbolId symbol) {
  return IsNamedCode(view.Kind(symbol)) && (view.Flags(symbol) & kAsideSymbols) == 0 &&
         IsProductFile(view.FileFlags(view.FileOf(symbol)));
}

}  // namespace waymark::retrieval
