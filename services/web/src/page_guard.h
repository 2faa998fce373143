// Decides which requests of the page are answered.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "graph/mutex.h"
#include "services/bearer_token.h"
#include "services/http_guard.h"
#include "services/http_message.h"

namespace waymark::services {

// Secrets of one run of the page; each from MakeToken().
struct PageSecrets {
  std::string token;   // in the address that the program prints
  std::string once;    // in the address that opens the browser; valid for one request
  std::string cookie;  // of the session
};

// Thread-safe.
class PageGuard {
 public:
  // `host` and `port` are those on which the server listens.
  PageGuard(std::string_view host, std::uint16_t port, bool is_loopback,
            const PageSecrets& secrets);

  // A response means that the request is answered by it: it is refused, or it opened the session.
  std::optional<HttpResponse> Check(const HttpRequest& request);

 private:
  bool Opens(const HttpRequest& request);
  bool HasCookie(const HttpRequest& request) const;

  const HttpGuard guard_;
  const BearerToken token_;
  const BearerToken cookie_;
  const std::string cookie_name_;
  const std::string set_cookie_;
  Mutex mutex_;
  std::optional<BearerToken> once_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
