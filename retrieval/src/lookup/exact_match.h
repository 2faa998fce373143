// Names that match as written, without any guess; see FindSymbols in retrieval/lookup.h.
#pragma once

#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Every symbol that `name` may stand for: a path or path:line of the view, otherwise a qualified
// name, otherwise the end of one, otherwise the end of a path. Definitions stand for their
// declarations. Overloads that do not take the written parameters are left out. Canonical order.
std::vector<SymbolId> FindExact(const graph::ReadView& view, std::string_view name);

// The members called `name` of the nearest types among `types` and their bases that have any.
std::vector<SymbolId> Inherited(const graph::ReadView& view, std::vector<SymbolId> types,
                                std::string_view name);

}  // namespace waymark::retrieval
