// The bounds of a question for the rest of a `context` answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "wire/payload.h"

namespace waymark::services {

// Hexadecimal digits of a root that identify a pack to exclude; a call for the rest uses as many.
// All digits would cost forty tokens.
inline constexpr std::size_t kPackDigits = 12;

// The abbreviated root of a pack that has one, for a call for the rest.
std::string PackNameOf(const wire::Payload& pack);

struct PackBounds {
  std::vector<std::string> exclude;  // packs whose symbols are left out
  std::uint32_t budget_tokens = 0;
  std::uint32_t max_symbols = 0;  // 0: as many as fit

  bool operator==(const PackBounds&) const = default;
};

// Bounds of the question for the rest after `shown`, an answer with a root and at least one symbol:
// they exclude that pack too. If kMaxExcludedPacks are excluded already, budget and limit are
// doubled instead, so that the answer shows the symbols of `shown` again and those after them.
PackBounds BoundsOfRest(PackBounds asked, const wire::Payload& shown);

}  // namespace waymark::services
