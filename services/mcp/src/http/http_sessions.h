// Sessions of HTTP clients that began with a handshake.
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
  // Calls of all sessions share `slots`.
  HttpSession(const McpOptions& options, FirstIndex& first_index, CallSlots& slots,
              const McpHttpLimits& limits);

  Session& session() { return session_; }

  RateLimit& rate() { return rate_; }

  // Sets the stream on which the client listens. False if there already is one, or if the session
  // has ended.
  bool BeginListening(HttpExchange& exchange);
  void EndListening();
  // Cancels running calls and closes the listening stream.
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

  // Returns the id: 256 random bits in hexadecimal. If there are kMaxMcpSessions, ends the session
  // that has been silent longest, first among those that never asked anything. Unavailable if the
  // system gives no random bits, or if all sessions have asked within kMinMcpSessionIdle.
  absl::StatusOr<std::string> Add(HttpSessionPointer session, Clock::time_point now);
  // Null for an unknown id or an ended session. Renews the session's time.
  HttpSessionPointer Find(const std::string& id, Clock::time_point now);
  // False if there was none.
  bool End(const std::string& id);
  void EndAll();

 private:
  struct Row {
    HttpSessionPointer session;
    Clock::time_point used;
    bool has_asked = false;  // anything after its handshake
  };

  bool EndOne(Clock::time_point now) WM_REQUIRES(mutex_);
  void DropExpired(Clock::time_point now) WM_REQUIRES(mutex_);

  const McpHttpLimits limits_;
  Mutex mutex_;
  // By the hash of the id, so that the time of a look-up reveals nothing about ids.
  std::map<ContentHash, Row> rows_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
