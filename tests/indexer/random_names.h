// Names for random trees, from small pools.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "indexer/random_tree.h"

namespace waymark::testing {

inline std::string Function(Random& random) { return fmt::format("f{}", random.Below(6)); }

inline std::string Type(Random& random) { return fmt::format("C{}", random.Below(5)); }

inline std::string Method(Random& random) { return fmt::format("m{}", random.Below(5)); }

inline std::string Variable(Random& random) { return fmt::format("v{}", random.Below(4)); }

template <std::size_t kCount>
const char* OneOf(Random& random, const std::array<const char*, kCount>& texts) {
  return texts[static_cast<std::size_t>(random.Below(kCount))];
}

}  // namespace waymark::testing
