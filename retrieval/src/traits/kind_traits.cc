#include "traits/kind_traits.h"

#include <array>
#include <cstddef>

#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

// Source: retrieval study, multipliers. Kinds without symbols in the study have the factor of the
// nearest kind.
constexpr KindTraits kKindRows[] = {
    // kind, factor, holds members, holds files
    {SymbolKind::kFunction, 1, false, false},
    {SymbolKind::kType, 1, true, false},
    {SymbolKind::kMethod, 1, false, false},
    {SymbolKind::kInterface, 1, true, false},
    {SymbolKind::kVar, kVariableFactor, false, false},
    {SymbolKind::kConst, kVariableFactor, false, false},
    {SymbolKind::kResource, kFileFactor, false, false},  // a section of a document
    {SymbolKind::kTable, 1, true, false},
    {SymbolKind::kClass, 1, true, false},
    {SymbolKind::kSelector, kVariableFactor, false, false},
    {SymbolKind::kField, kFieldFactor, false, false},
    {SymbolKind::kRouteHandler, 1, false, false},
    {SymbolKind::kExternal, kNamespaceFactor, false, false},
    {SymbolKind::kFile, kFileFactor, false, true},
    {SymbolKind::kPackage, kNamespaceFactor, true, true},
    {SymbolKind::kService, 1, true, false},
    {SymbolKind::kEnvVar, kVariableFactor, false, false},
    {SymbolKind::kProcess, kVariableFactor, false, false},
};

constexpr std::array<KindTraits, 256> MakeKindTraits() {
  std::array<KindTraits, 256> index{};
  for (const KindTraits& row : kKindRows) index[static_cast<std::uint8_t>(row.kind)] = row;
  return index;
}

constexpr std::array<KindTraits, 256> kKindTraits = MakeKindTraits();

}  // namespace

const KindTraits& TraitsOf(SymbolKind kind) { return kKindTraits[static_cast<std::uint8_t>(kind)]; }

}  // namespace waymark::retrieval
