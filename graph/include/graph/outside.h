// Symbols that stand for something outside the program, of which the program knows only the name.
#pragma once

#include "graph/kinds.h"

namespace waymark {

// True for routes, environment variables, processes, endpoints, topics and flags. Their names have
// no scope, as in `env://HOME`, and each occurs once in a file.
constexpr bool LiesOutside(SymbolKind kind) {
  return kind == SymbolKind::kRouteHandler || kind == SymbolKind::kExternal ||
         kind == SymbolKind::kEnvVar || kind == SymbolKind::kProcess;
}

// The same without routes: a route runs its handler, so the references in its lines belong to it.
constexpr bool IsOnlyMentioned(SymbolKind kind) {
  return LiesOutside(kind) && kind != SymbolKind::kRouteHandler;
}

}  // namespace waymark
