// The levels at which a text may be shown: cut, less cut, and whole.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "graph/knapsack.h"

namespace waymark::wire {

// The item of a text that is worth `weight` if it is whole. One that is not to be cut has one
// level. `whole` is the text as it is written.
KnapsackItem ItemOf(std::string_view whole, double weight, bool may_be_cut);

// The text at a level of such an item; level 0 is not allowed.
std::string AtLevel(std::string_view whole, std::uint8_t level);

// Whether a level shows less than the whole text.
bool IsCut(std::string_view whole, std::uint8_t level);

}  // namespace waymark::wire
