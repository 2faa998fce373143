// Fixed-point numbers: a sum does not depend on the order of its parts, and so an answer does not
// depend on the order in which postings and edges are stored.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace waymark::retrieval {

// Terms and scores have 16 bits after the point.
inline constexpr std::uint32_t kFixedOne = 1U << 16;

// Saturates far above any weight in use.
inline std::uint32_t ToFixed(double value) {
  constexpr double kLargest = 65535.0;
  return static_cast<std::uint32_t>(std::llround(std::clamp(value, 0.0, kLargest) * kFixedOne));
}

inline double FromFixed(std::uint64_t value) {
  return static_cast<double>(value) / static_cast<double>(kFixedOne);
}

// Two decimals, the precision of scores and shares in answers.
inline double RoundedToHundredths(double value) {
  constexpr double kHundredths = 100;
  return std::round(value * kHundredths) / kHundredths;
}

// Stops at the largest value instead of wrapping.
inline std::uint32_t SaturatingAdd(std::uint32_t a, std::uint64_t b) {
  constexpr std::uint64_t kLargest = 0xFFFFFFFFU;
  const std::uint64_t sum = a + std::min(b, kLargest);
  return static_cast<std::uint32_t>(std::min(sum, kLargest));
}

}  // namespace waymark::retrieval
