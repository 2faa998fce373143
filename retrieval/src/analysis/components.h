// Which nodes of a directed graph lead to each other.
#pragma once

#include <cstdint>
#include <vector>

namespace waymark::retrieval {

// The strongly connected components (R. Tarjan, Depth-first search and linear graph algorithms,
// 1972), each ascending; a component comes after all that it leads to. `targets` has a row a node.
std::vector<std::vector<std::uint32_t>> FindComponents(
    const std::vector<std::vector<std::uint32_t>>& targets);

}  // namespace waymark::retrieval
