// What each kind of symbol means to ranking: one row a kind.
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

// A file, a package or a scope of scopes: a subject that others are part of, and no answer itself.
inline bool IsSubject(SymbolKind kind, std::uint16_t flags) {
  return TraitsOf(kind).holds_files || (flags & kSymbolNamespaceOnly) != 0;
}

}  // namespace waymark::retrieval
