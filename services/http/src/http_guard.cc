#include "services/http_guard.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <unistd.h>

#include "graph/ascii.h"

namespace waymark::services {
namespace {

constexpr std::string_view kLocalhost = "localhost";
constexpr std::size_t kMaxHostBytes = 256;

// An IPv4 or IPv6 address as text, the latter without brackets.
struct Literal {
  bool is_address = false;
  bool is_loopback = false;
};

Literal ReadLiteral(std::string_view text) {
  const std::string host(text);
  in_addr v4{};
  if (::inet_pton(AF_INET, host.c_str(), &v4) == 1) {
    constexpr std::uint32_t kFirstByte = 24;
    return {.is_address = true, .is_loopback = ntohl(v4.s_addr) >> kFirstByte == IN_LOOPBACKNET};
  }
  in6_addr v6{};
  if (::inet_pton(AF_INET6, host.c_str(), &v6) == 1) {
    return {.is_address = true, .is_loopback = static_cast<bool>(IN6_IS_ADDR_LOOPBACK(&v6))};
  }
  return {};
}

std::string_view WithoutBrackets(std::string_view host) {
  if (!host.starts_with('[') || !host.ends_with(']')) return host;
  return host.substr(1, host.size() - 2);
}

// "name:123" -> "name", "[::1]:123" -> "[::1]"; "" for other text.
std::string_view WithoutPort(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  const std::size_t bracket = host.rfind(']');
  const bool has_port =
      colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket);
  if (!has_port) return host;
  const std::string_view port = host.substr(colon + 1);
  const bool is_number = !port.empty() && std::all_of(port.begin(), port.end(),
                                                      [](char c) { return c >= '0' && c <= '9'; });
  return is_number ? host.substr(0, colon) : std::string_view();
}

// The host of "scheme://host:port"; "" for other text, including "null".
std::string_view HostOfOrigin(std::string_view origin) {
  const std::size_t scheme = origin.find("://");
  if (scheme == std::string_view::npos) return {};
  return WithoutPort(origin.substr(scheme + std::string_view("://").size()));
}

std::string MachineName() {
  char name[kMaxHostBytes] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? LowerCase(name) : "";
}

HttpResponse Unauthorized() {
  HttpResponse response =
      TextResponse(HttpStatus::kUnauthorized,
                   "send the header Authorization: Bearer with the token of the server");
  response.headers.push_back({.name = "WWW-Authenticate", .value = "Bearer"});
  return response;
}

}  // namespace

bool IsLoopbackName(std::string_view host) {
  return host == kLocalhost || ReadLiteral(WithoutBrackets(host)).is_loopback;
}

HttpGuard::HttpGuard(std::string_view host, bool is_loopback, std::string_view token)
    : host_(LowerCase(host)),
      is_loopback_(is_loopback),
      token_(token.empty() ? nullptr : std::make_unique<BearerToken>(token)),
      machine_(MachineName()) {}

std::optional<HttpResponse> HttpGuard::Check(const HttpRequest& request) const {
  const std::string host = LowerCase(request.Find("host").value_or(""));
  if (!IsOurs(WithoutPort(host))) {
    return TextResponse(HttpStatus::kForbidden, "the header Host does not name this server");
  }
  const std::optional<std::string> origin = request.Find("origin");
  if (origin.has_value() && !IsLoopbackName(LowerCase(HostOfOrigin(*origin)))) {
    return TextResponse(HttpStatus::kForbidden, "pages of other machines may not ask");
  }
  if (token_ != nullptr && !token_->IsShownBy(request.Find("authorization").value_or(""))) {
    return Unauthorized();
  }
  return std::nullopt;
}

bool HttpGuard::IsOurs(std::string_view host) const {
  if (IsLoopbackName(host)) return true;
  if (is_loopback_ || host.empty()) return false;
  return WithoutBrackets(host) == host_ || host == machine_ ||
         ReadLiteral(WithoutBrackets(host)).is_address;
}

bool RateLimit::Take(std::chrono::steady_clock::time_point now) {
  MutexLock lock(mutex_);
  const std::chrono::duration<double> passed = now - last_;
  left_ = std::min(at_once_, left_ + passed.count() * per_second_);
  last_ = now;
  if (left_ < 1) return false;
  left_ -= 1;
  return true;
}

HttpResponse TextResponse(HttpStatus status, std::string text) {
  return {.status = status,
          .headers = {{"Content-Type", "text/plain; charset=utf-8"}},
          .body = std::move(text) + "\n"};
}

}  // namespace waymark::services
