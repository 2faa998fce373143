// What the question for the rest of a `context` changes in the question that was asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "wire/payload.h"

namespace waymark::services {

// Hexadecimal digits of a root that name a pack to leave out, and that a call for the rest has: all
// of them take forty tokens.
inline constexpr std::size_t kPackDigits = 12;

// The root of a pack that has one, as a call for the rest names it.
std::string PackNameOf(const wire::Payload& pack);

struct PackBounds {
  std::vector<std::string> exclude;  // packs whose symbols are left out
  std::uint32_t budget_tokens = 0;
  std::uint32_t max_symbols = 0;  // 0: as many as fit

  bool operator==(const PackBounds&) const = default;
};

// Of the question for what is behind `shown`, an answer with its root and a symbol at least: leaves
// that pack out too. Where kMaxExcludedPacks are left out already, it has twice the budget and the
// limit instead, so that its answer shows the symbols of `shown` again and those behind them.
PackBounds BoundsOfRest(PackBounds asked, const wire::Payload& shown);

}  // namespace waymark::services
