// The meaning of each symbol kind for ranking: one row per kind.
#pragma once

#include <cstdint>

#include "graph/kinds.h"
#include "graph/records.h"

namespace waymark::retrieval {

struct KindTraits {
  SymbolKind kind = SymbolKind::kFile;
  double factor = 1;           // multiplier of a symbol's score
  bool holds_members = false;  // a type or namespace: its name describes what it contains and back
  bool holds_files = false;    // a file or package: nesting in it is no relation between symbols
};

// O(1).
const KindTraits& TraitsOf(SymbolKind kind);

inline bool IsCallable(SymbolKind kind) {
  return kind == SymbolKind::kFunction || kind == SymbolKind::kMethod;
}

inline bool IsValue(SymbolKind kind) {
  return kind == SymbolKind::kField || kind == SymbolKind::kVar || kind == SymbolKind::kConst;
}

// A file, a package or a scope of scopes: these contain answers and are not answers themselves.
inline bool IsSubject(SymbolKind kind, std::uint16_t flags) {
  return TraitsOf(kind).holds_files || (flags & kSymbolNamespaceOnly) != 0;
}

}  // namespace waymark::retrieval
