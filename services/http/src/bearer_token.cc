#include "services/bearer_token.h"

#include <array>
#include <cstdint>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/random.h>

#include "graph/ascii.h"
#include "graph/hash.h"
#include "services/http_message.h"

namespace waymark::services {

absl::StatusOr<std::string> MakeToken() {
  constexpr std::size_t kRandomBytes = 32;
  std::array<std::uint8_t, kRandomBytes> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    return absl::UnavailableError("make a token: the system gives no random bits");
  }
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

BearerToken::BearerToken(std::string_view token) : token_(HashContent(token)) {}

bool BearerToken::IsShownBy(std::string_view authorization) const {
  constexpr std::string_view kScheme = "bearer ";
  const bool is_bearer = LowerCase(authorization.substr(0, kScheme.size())) == kScheme;
  return Is(is_bearer ? Trimmed(authorization.substr(kScheme.size()), kHttpBlanks) : "");
}

bool BearerToken::Is(std::string_view given) const {
  const ContentHash hash = HashContent(given);
  unsigned differing = 0;
  for (std::size_t i = 0; i < hash.bytes.size(); ++i) {
    differing |= static_cast<unsigned>(hash.bytes[i] ^ token_.bytes[i]);
  }
  return differing == 0;
}

}  // namespace waymark::services
