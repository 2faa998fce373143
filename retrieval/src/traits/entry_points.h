// Entry points: functions that something outside the program runs.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Function names that a system, a runtime or a build calls.
std::span<const std::string_view> EntryNames();
bool IsEntryName(std::string_view name);

// Whether the symbol is a function with a body and such a name, or a static method, in product
// code. `name` is the symbol's.
bool IsEntryPoint(const graph::ReadView& view, SymbolId symbol, std::string_view name);

// Fills `out` with all such functions and with the functions and types that receive messages or
// implement a remote procedure service, in product code. Ascending, without duplicates. Cost: the
// symbols of these names, the topics and services of the view and their edges.
void FindEntryPoints(const graph::ReadView& view, std::vector<SymbolId>& out);

}  // namespace waymark::retrieval
