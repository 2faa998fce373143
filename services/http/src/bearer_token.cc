#include "services/bearer_token.h"

#include "graph/ascii.h"
#include "graph/hash.h"
#include "services/http_message.h"

namespace waymark::services {

BearerToken::BearerToken(std::string_view token) : token_(HashContent(token)) {}

bool BearerToken::IsShownBy(std::string_view authorization) const {
  constexpr std::string_view kScheme = "bearer ";
  const bool is_bearer = LowerCase(authorization.substr(0, kScheme.size())) == kScheme;
  const ContentHash given =
      HashContent(is_bearer ? Trimmed(authorization.substr(kScheme.size()), kHttpBlanks) : "");
  unsigned differing = 0;
  for (std::size_t i = 0; i < given.bytes.size(); ++i) {
    differing |= static_cast<unsigned>(given.bytes[i] ^ token_.bytes[i]);
  }
  return differing == 0;
}

}  // namespace waymark::services
