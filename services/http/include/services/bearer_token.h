// A secret that clients send with every request: Authorization: Bearer TOKEN (RFC 6750), or another
// form that the server reads.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "graph/ids.h"

namespace waymark::services {

// Shorter tokens are rejected: they can be guessed.
inline constexpr std::size_t kMinTokenBytes = 16;

// 64 hexadecimal digits from the random generator of the system. Unavailable if it gives none.
absl::StatusOr<std::string> MakeToken();

// Keeps only the hash. Immutable, so thread-safe.
class BearerToken {
 public:
  explicit BearerToken(std::string_view token);

  // Whether this value of the header Authorization carries the token. Takes the same time for a
  // nearly right value as for any other.
  bool IsShownBy(std::string_view authorization) const;
  // Whether `given` is the token; takes the same time likewise.
  bool Is(std::string_view given) const;

 private:
  const ContentHash token_;
};

}  // namespace waymark::services
