// Names that somebody may have meant: the spelling differs in case or in a few letters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other,
// case ignored; `limit` + 1 when it takes more than `limit`. Cost: O(length * limit).
std::uint32_t EditDistance(std::string_view a, std::string_view b, std::uint32_t limit);

// At most `count` names of the view close to `name`, closest first, then in byte order. Cost: every
// distinct name of the view.
std::vector<std::string_view> NearNames(const graph::ReadView& view, std::string_view name,
                                        std::size_t count);

}  // namespace waymark::retrieval
