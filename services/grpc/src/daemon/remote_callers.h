// Limits for clients over TCP. A client on the unix socket is the user and has no such limits.
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

// The number of hosts whose calls are counted; the host that called least recently is dropped.
inline constexpr std::size_t kMaxCountedHosts = 256;

// Thread-safe. gRPC names peers like this: "unix:", "ipv4:192.0.2.1:5678", "ipv6:%5B::1%5D:5678".
class RemoteCallers {
 public:
  using Clock = std::chrono::steady_clock;

  explicit RemoteCallers(const TcpOptions& options);

  // ResourceExhausted if the host exceeds its rate limit.
  absl::Status Admit(const std::string& peer, Clock::time_point now);

  // PermissionDenied if the peer may not have `root` indexed, or searched without an index: after
  // resolving links it is below no allowed root, and it was not indexed before.
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
