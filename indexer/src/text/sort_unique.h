#pragma once

#include <algorithm>
#include <vector>

namespace waymark::indexer {

// Sorts and leaves one of equal elements.
template <typename Element>
void SortUnique(std::vector<Element>& elements) {
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
}

}  // namespace waymark::indexer
