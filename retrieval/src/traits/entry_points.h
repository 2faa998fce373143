// Functions that something outside of the program runs.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Names that a system, a runtime or a build calls a function by.
std::span<const std::string_view> EntryNames();
bool IsEntryName(std::string_view name);

// A function of such a name with a body, or a static method, in product code. `name` is the
// symbol's.
bool IsEntryPoint(const graph::ReadView& view, SymbolId symbol, std::string_view name);

// Leaves in `out` all such functions, and what takes messages or implements a service of remote
// procedures, in product code. Ascending, each once. Cost: the symbols of these names, the topics
// and services of the view and their edges.
void FindEntryPoints(const graph::ReadView& view, std::vector<SymbolId>& out);

}  // namespace waymark::retrieval
