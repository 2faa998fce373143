// The Model Context Protocol over streamable HTTP, revisions 2025-03-26 to 2025-11-25 and the
// stateless 2026-07-28 (modelcontextprotocol.io/specification, basic/transports). The messages of
// services/mcp.h come as POSTs to one path and are answered with JSON or, if there is progress to
// report, with events. Clients with a handshake have separate sessions that share nothing.
//
// Access: the header Host must name this machine, and so must Origin if a browser sends it; if a
// token is set, every request must carry it. No TLS: use a proxy if the network is not trusted.
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
// Sessions that are kept. A further one ends the one that has been silent longest, first among
// those that asked nothing after their handshake, or is refused if all have asked so recently.
inline constexpr std::size_t kMaxMcpSessions = 256;
inline constexpr std::chrono::minutes kMinMcpSessionIdle{1};
// Calls of one session at a time, batches included; further ones are rejected.
inline constexpr unsigned kMaxMcpSessionCalls = 16;

struct McpHttpLimits {
  // A session ends after this long without a request.
  std::chrono::milliseconds session_idle{std::chrono::minutes(30)};
  // Requests that each session, and all clients without a session together, may make in the long
  // run and at once; further ones get 429.
  double requests_per_second = 100;
  double requests_at_once = 200;
  // Interval of the comments that keep an idle stream open.
  std::chrono::milliseconds keep_alive{15'000};
};

struct McpHttpOptions {
  McpOptions mcp;  // `stopped` must be set
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;  // 0: any free port
  std::string token;       // "": anybody who reaches the port may ask
  HttpTimes times;
  McpHttpLimits limits;
  // The clock for the limits.
  std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
  // Fingerprints of the answers of the tools, as JSON (services/tuner.h, WriteFingerprintList()),
  // for everybody who may ask: GET /mcp/fingerprints/v1. Null: nobody is told. Called from any
  // thread.
  std::function<std::string()> fingerprints;
  // Called with the address when clients may connect, such as http://127.0.0.1:8123/mcp.
  std::function<void(const std::string& url)> listening;
};

// Serves until `mcp.stopped`. FailedPrecondition if other machines could reach it without a token,
// InvalidArgument for the token or host, Unavailable if the port is taken.
absl::Status ServeMcpHttp(const McpHttpOptions& options);

}  // namespace waymark::services
