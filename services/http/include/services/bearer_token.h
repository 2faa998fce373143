// A secret that clients send with every request: Authorization: Bearer TOKEN (RFC 6750).
#pragma once

#include <cstddef>
#include <string_view>

#include "graph/ids.h"

namespace waymark::services {

// Shorter tokens are rejected: they can be guessed.
inline constexpr std::size_t kMinTokenBytes = 16;

// Keeps only the hash. Immutable, so thread-safe.
class BearerToken {
 public:
  explicit BearerToken(std::string_view token);

  // Whether this value of the header Authorization carries the token. Takes the same time for a
  // nearly right value as for any other.
  bool IsShownBy(std::string_view authorization) const;

 private:
  const ContentHash token_;
};

}  // namespace waymark::services
