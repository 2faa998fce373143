// Strongly connected components of a directed graph.
#pragma once

#include <cstdint>
#include <vector>

namespace waymark::retrieval {

// Finds the components (R. Tarjan, Depth-first search and linear graph algorithms, 1972). Each is
// ascending, and comes after all components that it leads to. `targets` has one row per node.
std::vector<std::vector<std::uint32_t>> FindComponents(
    const std::vector<std::vector<std::uint32_t>>& targets);

}  // namespace waymark::retrieval
