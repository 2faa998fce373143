// Edit distance between two words.
#pragma once

#include <cstdint>
#include <string_view>

namespace waymark::retrieval {

// Number of insertions, deletions, replacements and swaps of neighbours that turn one word into the
// other, ignoring case; `limit` + 1 if it exceeds `limit`. Only the first 128 bytes of each word
// are compared. Cost: O(length^2), no allocation.
std::uint32_t EditDistance(std::string_view a, std::string_view b, std::uint32_t limit);

}  // namespace waymark::retrieval
