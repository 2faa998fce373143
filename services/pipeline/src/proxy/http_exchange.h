// One request over HTTP/1.1 and its answer, as it comes. Over TLS if the address says so; the
// certificate is checked against those of the system.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

namespace waymark::services {

inline constexpr std::chrono::seconds kHttpStepTime{30};

struct HttpUrl {
  bool is_secure = false;
  std::string host;  // an IPv6 address has no brackets here
  std::string port;
  std::string authority;  // for the header Host
  std::string path;       // with the query
};

// "http://127.0.0.1:8123/mcp", "https://example.org/mcp". InvalidArgument for anything else.
absl::StatusOr<HttpUrl> ReadHttpUrl(std::string_view text);

struct HttpHead {
  int status = 0;
  std::string content_type;  // in lower case, without parameters
  std::string session;       // the header Mcp-Session-Id; empty: none
  std::string location;      // where a redirection leads; empty: none
};

struct HttpExchangeCalls {
  std::function<void()> written;  // the whole request is on its way
  std::function<void(const HttpHead& head)> head;
  // A part of the body. False ends the exchange.
  std::function<bool(std::string_view bytes)> body;
};

struct OutgoingRequest {
  std::string method;
  std::map<std::string, std::string> headers;
  std::string body;
  // For connecting, the handshake of TLS, and writing, each.
  std::chrono::seconds step_time = kHttpStepTime;
  std::chrono::milliseconds answer_time{0};  // from there to the end of the answer; 0: no limit
};

// Blocks until the answer is complete; Cancelled within half a
// second after `stopped` is set; Unavailable if the server cannot be reached or breaks off, with
// the reason. Opens a connection of its own.
absl::Status ExchangeHttp(const HttpUrl& url, const OutgoingRequest& request,
                          const std::atomic<bool>& stopped, const HttpExchangeCalls& calls);

}  // namespace waymark::services
