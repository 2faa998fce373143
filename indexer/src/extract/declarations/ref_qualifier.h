// Ref-qualifiers of C++ methods: `Column& Width(int) &` is for lvalues, `Column&& Width(int) &&`
// for temporaries.
#pragma once

#include <cstdint>
#include <string_view>

#include "indexer/facts.h"

namespace waymark::indexer {

// Stored beside FunctionShape in the count of a kFunction.
inline constexpr std::uint8_t kOfTemporaries = 1 << 4;
inline constexpr std::uint8_t kOfPlaces = 1 << 5;
inline constexpr std::uint8_t kHasCondition = 1 << 6;  // a constrained template
inline constexpr std::uint8_t kExplicit = 1 << 7;      // converts only where that is written

// "&", "&&" or empty, from the text after the parameters.
std::string_view RefQualifierIn(std::string_view behind);

inline std::uint8_t ShapeOfQualifier(std::string_view qualifier) {
  if (qualifier.empty()) return 0;
  return qualifier.size() == 2 ? kOfTemporaries : kOfPlaces;
}

}  // namespace waymark::indexer
