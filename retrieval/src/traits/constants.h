// The constants of retrieval as values, and as a table for `explain` and the tests; the list is
// constants.def.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace waymark::retrieval {

#define WM_CONSTANT(id, value, source) inline constexpr auto id = value;
#include "traits/constants.def"

struct ConstantRow {
  std::string_view name;    // as in the code
  std::string_view value;   // as written in the list
  std::string_view source;  // what decided it
};

// In the order of the list.
std::span<const ConstantRow> AllConstants();

}  // namespace waymark::retrieval
