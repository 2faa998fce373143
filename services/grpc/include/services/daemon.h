// The daemon: the verbs of one store, served over gRPC on a unix socket.
//
// A lock on the file `daemon` in the store's directory ensures that there is only one daemon. The
// file gives clients its process and socket. The socket lies in a directory that only the user can
// enter.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>

#include "graph/shared/blob_store.h"
#include "services/listen_address.h"
#include "services/tls_options.h"

namespace waymark::services {

// The number of calls that run at a time. Further calls wait, each with a thread. Beyond that many
// threads, calls are rejected with RESOURCE_EXHAUSTED.
inline constexpr int kMaxDaemonCalls = 16;
inline constexpr int kMaxDaemonThreads = 256;
inline constexpr int kMaxRequestBytes = 16 << 20;
inline constexpr int kMaxReplyBytes = 64 << 20;
// Calls per second that one machine may make over TCP in the long run, and twice as many at once;
// further ones are rejected with RESOURCE_EXHAUSTED.
inline constexpr std::uint32_t kTcpCallsPerSecond = 100;
inline constexpr std::chrono::seconds kTcpKeepalive{60};
inline constexpr std::chrono::hours kMaxTcpKeepalive{24};
// Calls that still run this long after a signal to stop are cancelled.
inline constexpr std::chrono::seconds kStopGrace{1};
// The process ends this long after the signal, whatever its calls do.
inline constexpr std::chrono::seconds kMaxStop{2};
// Beyond this size a log file is rotated; one old file is kept.
inline constexpr std::size_t kMaxLogBytes = std::size_t{4} << 20;
// The lowest level that is logged; "off": nothing is logged.
inline constexpr std::string_view kLogLevels[] = {"info", "warning", "error", "off"};

struct TcpOptions {
  ListenAddress address;
  // Without certificates there is no TLS, and the daemon listens on loopback only. With
  // authorities, clients need a certificate from one of them.
  TlsOptions tls = {};
  // Absolute. TCP clients may have directories below these indexed, besides directories that are
  // indexed already.
  std::vector<std::filesystem::path> allowed_roots = {};
  std::uint32_t calls_per_second = kTcpCallsPerSecond;
  // A client that has been silent this long, also between calls, is probed; if it does not answer,
  // the connection is closed.
  std::chrono::seconds keepalive = kTcpKeepalive;
};

struct DaemonOptions {
  std::filesystem::path store_directory;    // absolute
  std::filesystem::path runtime_directory;  // of the socket; created with mode 0700
  bool watch = true;                        // keep views current
  // Ends after this long without a call, or when a newer version of the program wants to serve; 0:
  // never.
  std::chrono::seconds idle_exit{0};
  std::filesystem::path log_file = {};                 // empty: standard error
  std::string log_level = "info";                      // one of kLogLevels
  std::optional<ListenAddress> metrics = {};           // address that serves GET /metrics
  std::optional<TcpOptions> tcp = {};                  // additional TCP listener
  std::string token = {};                              // required from TCP clients
  std::shared_ptr<graph::BlobStore> shared = nullptr;  // as graph::StoreOptions::shared
};

// Serves until SIGINT, SIGTERM or idle_exit, then shuts down in order; a second signal ends the
// process at once. Call from the main thread before other threads exist: it blocks those signals in
// all of them.
//
// Errors: Unavailable (another daemon serves the store, and the message names its process; or a
// port or the log file is not available), PermissionDenied (the runtime directory is not private),
// InvalidArgument (the path of the socket is longer than the system allows), FailedPrecondition
// (other machines could ask without a token, or read the token in transit), and those of opening
// the store.
absl::Status RunDaemon(const DaemonOptions& options);

}  // namespace waymark::services
