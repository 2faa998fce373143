// What those may do who come over TCP. Who comes over the unix socket is the user, whose own
// directories and time these are.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <absl/status/status.h>

#include "graph/mutex.h"
#include "services/daemon.h"
#include "services/http_guard.h"
#include "services/verbs.h"

namespace waymark::services {

// Hosts whose calls are counted at a time; the one that called least recently is forgotten.
inline constexpr std::size_t kMaxCountedHosts = 256;

// Thread-safe. A peer is told by gRPC: "unix:", "ipv4:192.0.2.1:5678", "ipv6:%5B::1%5D:5678".
class RemoteCallers {
 public:
  using Clock = std::chrono::steady_clock;

  explicit RemoteCallers(const TcpOptions& options);

  // ResourceExhausted when its host calls more often than it may.
  absl::Status Admit(const std::string& peer, Clock::time_point now);

  // PermissionDenied when the peer may not have `root` indexed: it lies below no allowed root, once
  // links are followed, and was not indexed before.
  absl::Status MayIndex(const std::string& peer, const std::filesystem::path& root, Verbs& verbs,
                        const CallControl& control) const;

 private:
  struct Host {
    RateLimit rate;
    Clock::time_point called;

    explicit Host(double per_second) : rate(per_second, 2 * per_second) {}
  };

  const double per_second_;
  std::vector<std::filesystem::path> allowed_roots_;  // canonical
  Mutex mutex_;
  std::map<std::string, Host> hosts_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
