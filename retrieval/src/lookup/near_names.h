// Names similar to a written one: the spelling differs in case or in a few letters.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// At most `count` names of the view close to `name`, closest first, then in byte order. Cost: every
// distinct name of the view.
std::vector<std::string_view> NearNames(const graph::ReadView& view, std::string_view name,
                                        std::size_t count);

}  // namespace waymark::retrieval
