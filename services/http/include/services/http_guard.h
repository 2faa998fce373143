// Decides who may ask over HTTP, from headers alone, before a body is read.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "graph/mutex.h"
#include "services/bearer_token.h"
#include "services/http_message.h"

namespace waymark::services {

// "localhost", an address of the loopback network, or such an address in brackets; no port.
bool IsLoopbackName(std::string_view host);

// Immutable, so thread-safe.
class HttpGuard {
 public:
  // `host` is the configured address of the server. A server that only this machine reaches accepts
  // only loopback names as Host: a web page whose name was made to point here sends its own name.
  // Without a `token` all requests pass this check.
  HttpGuard(std::string_view host, bool is_loopback, std::string_view token);

  // A response means that the request is rejected.
  std::optional<HttpResponse> Check(const HttpRequest& request) const;

 private:
  bool IsOurs(std::string_view host) const;

  const std::string host_;
  const bool is_loopback_;
  const std::unique_ptr<const BearerToken> token_;
  const std::string machine_;
};

// A token bucket: `at_once` requests at most at once, `per_second` in the long run; it begins full.
// Thread-safe.
class RateLimit {
 public:
  RateLimit(double per_second, double at_once)
      : per_second_(per_second), at_once_(at_once), left_(at_once) {}

  // False if the limit is exceeded.
  bool Take(std::chrono::steady_clock::time_point now);

 private:
  const double per_second_;
  const double at_once_;
  Mutex mutex_;
  double left_ WM_GUARDED_BY(mutex_);
  std::chrono::steady_clock::time_point last_ WM_GUARDED_BY(mutex_);
};

// A rejection as text, for people.
HttpResponse TextResponse(HttpStatus status, std::string text);

}  // namespace waymark::services
