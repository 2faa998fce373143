// How sure it is that a test runs a symbol; docs/IMPACT.md, "Tests of a change".
#pragma once

#include <cstdint>

#include "traits/constants.h"

namespace waymark::retrieval {

// `confidence`: the product along the path. Less by hops after the first, because a call may stand
// behind a condition.
inline float RunConfidence(float confidence, std::uint32_t hops) {
  for (std::uint32_t hop = 1; hop < hops; ++hop) confidence *= kRunShare;
  return confidence;
}

}  // namespace waymark::retrieval
