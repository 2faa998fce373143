// How far apart two spellings are.
#pragma once

#include <cstdint>
#include <string_view>

namespace waymark::retrieval {

// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other,
// case ignored; `limit` + 1 when it takes more than `limit`. Words longer than 128 bytes are
// compared by their beginning. Cost: O(length^2), no allocation.
std::uint32_t EditDistance(std::string_view a, std::string_view b, std::uint32_t limit);

}  // namespace waymark::retrieval
