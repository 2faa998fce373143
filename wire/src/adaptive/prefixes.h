// Finds common beginnings of strings that are worth a symbol.
#pragma once

#include <string_view>
#include <vector>

#include "adaptive/cell.h"

namespace waymark::wire {

// At most one prefix for each of kPrefixSymbols, the most valuable first. `strings` need not be
// distinct. Deterministic. Cost: O(n log n) in strings.
std::vector<Prefix> FindPrefixes(std::vector<std::string_view> strings);

}  // namespace waymark::wire
