// Symbols that stand for something outside of the program: what it is called is all that the
// program knows of it.
#pragma once

#include "graph/kinds.h"

namespace waymark {

// Routes, environment variables, programs that are run, endpoints, topics and flags. They are named
// without the scope that mentions them, `env://HOME`, once in a file.
constexpr bool LiesOutside(SymbolKind kind) {
  return kind == SymbolKind::kRouteHandler || kind == SymbolKind::kExternal ||
         kind == SymbolKind::kEnvVar || kind == SymbolKind::kProcess;
}

// The same, but for routes, which run what handles them: what lies in their lines is theirs.
constexpr bool IsOnlyMentioned(SymbolKind kind) {
  return LiesOutside(kind) && kind != SymbolKind::kRouteHandler;
}

}  // namespace waymark
