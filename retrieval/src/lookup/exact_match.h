// Names that fit as written, without any guess; see FindSymbols in retrieval/lookup.h.
#pragma once

#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Every symbol that `name` may stand for: a path or path:line of the view, else a qualified name,
// else the end of one, else the end of a path. Declarations are shown as their definitions;
// overloads that do not take the parameters written are none. Canonical order.
std::vector<SymbolId> FindExact(const graph::ReadView& view, std::string_view name);

// The members called `name` of the nearest of `types` and of their base types that have any.
std::vector<SymbolId> Inherited(const graph::ReadView& view, std::vector<SymbolId> types,
                                std::string_view name);

}  // namespace waymark::retrieval
