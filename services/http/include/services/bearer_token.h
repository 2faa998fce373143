// A secret that clients show with every request: Authorization: Bearer TOKEN (RFC 6750).
#pragma once

#include <cstddef>
#include <string_view>

#include "graph/ids.h"

namespace waymark::services {

// Shorter ones are refused: they can be guessed.
inline constexpr std::size_t kMinTokenBytes = 16;

// Keeps the hash alone. Immutable, so thread-safe.
class BearerToken {
 public:
  explicit BearerToken(std::string_view token);

  // Whether this value of the header Authorization shows it. Takes as long for one that is nearly
  // right as for any other.
  bool IsShownBy(std::string_view authorization) const;

 private:
  const ContentHash token_;
};

}  // namespace waymark::services
