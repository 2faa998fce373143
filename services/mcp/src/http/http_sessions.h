// Sessions of clients that began with a handshake over HTTP.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include <absl/status/statusor.h>

#include "graph/ids.h"
#include "graph/mutex.h"
#include "protocol/session.h"
#include "services/call_slots.h"
#include "services/http_guard.h"
#include "services/mcp_http.h"

namespace waymark::services {

// Thread-safe.
class HttpSession {
 public:
  // Calls of all sessions take turns in `slots`.
  HttpSession(const McpOptions& options, FirstIndex& first_index, CallSlots& slots,
              const McpHttpLimits& limits);

  Session& session() { return session_; }

  RateLimit& rate() { return rate_; }

  // The stream that the client opened to listen, of which there is one at most: false when there
  // is one already, or the session has ended.
  bool BeginListening(HttpExchange& exchange);
  void EndListening();
  // Cancels what is worked on and hangs up on who listens.
  void End();

  bool has_ended() const { return has_ended_; }

  bool is_busy();

 private:
  bool Run(const std::function<void()>& call);

  CallSlots& slots_;
  Session session_;
  RateLimit rate_;
  std::atomic<bool> has_ended_{false};
  Mutex mutex_;
  unsigned calls_ WM_GUARDED_BY(mutex_) = 0;
  HttpExchange* listener_ WM_GUARDED_BY(mutex_) = nullptr;
};

using HttpSessionPointer = std::shared_ptr<HttpSession>;

// Thread-safe.
class HttpSessions {
 public:
  using Clock = std::chrono::steady_clock;

  explicit HttpSessions(const McpHttpLimits& limits) : limits_(limits) {}

  // Gives the id, 256 random bits as hexadecimal digits. Unavailable when there is no randomness.
  absl::StatusOr<std::string> Add(HttpSessionPointer session, Clock::time_point now);
  // Null for an id that was never given out, or whose session has ended. Keeps it from expiring.
  HttpSessionPointer Find(const std::string& id, Clock::time_point now);
  // False when there was none.
  bool End(const std::string& id);
  void EndAll();

 private:
  struct Row {
    HttpSessionPointer session;
    Clock::time_point used;
  };

  void DropExpired(Clock::time_point now) WM_REQUIRES(mutex_);

  const McpHttpLimits limits_;
  Mutex mutex_;
  // By the hash of the id, so that the time of a look-up tells nothing about ids.
  std::map<ContentHash, Row> rows_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
