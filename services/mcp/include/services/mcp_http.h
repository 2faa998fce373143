// The Model Context Protocol over streamable HTTP, revisions 2025-03-26 to 2025-11-25 and the
// stateless 2026-07-28 (modelcontextprotocol.io/specification, basic/transports): the messages of
// services/mcp.h as POSTs to one path, answered with JSON or, when there is progress to tell, with
// events. Clients of a handshake have a session each, which they share nothing of.
//
// Who may ask: the header Host has to name this machine and Origin, where a browser sends one, too;
// where a token is set, all requests bear it. No TLS: put a proxy in front where the way is not
// trusted.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include <absl/status/status.h>

#include "services/http_server.h"
#include "services/mcp.h"

namespace waymark::services {

inline constexpr char kMcpPath[] = "/mcp";
// Of sessions that are remembered; beyond it the one that has been silent longest ends.
inline constexpr std::size_t kMaxMcpSessions = 256;
// Calls of one session at a time, batches included; further ones are refused.
inline constexpr unsigned kMaxMcpSessionCalls = 16;

struct McpHttpLimits {
  // A session that asks nothing for so long ends.
  std::chrono::milliseconds session_idle{std::chrono::minutes(30)};
  // Requests that each session, and all who have none together, may make in the long run and at
  // once; those beyond get 429.
  double requests_per_second = 100;
  double requests_at_once = 200;
  // Between the comments that keep a stream without messages open.
  std::chrono::milliseconds keep_alive{15'000};
};

struct McpHttpOptions {
  McpOptions mcp;  // `stopped` has to be there
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;  // 0: any that is free
  std::string token;       // "": whoever reaches the port may ask
  HttpTimes times;
  McpHttpLimits limits;
  // What the limits are counted by.
  std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
  // Told the address once clients may connect, such as http://127.0.0.1:8123/mcp.
  std::function<void(const std::string& url)> listening;
};

// Serves until `mcp.stopped`. FailedPrecondition when others than this machine would reach it
// without a token, InvalidArgument for the token or host, Unavailable when the port is taken.
absl::Status ServeMcpHttp(const McpHttpOptions& options);

}  // namespace waymark::services
