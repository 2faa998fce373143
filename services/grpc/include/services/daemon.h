// The daemon: the verbs of one store, served over gRPC on a unix socket.
//
// A lock on the file `daemon` in the store's directory makes it the only one; the file tells
// clients its process and socket. The socket lies in a directory that only the user can enter.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>

#include "services/listen_address.h"
#include "services/tls_options.h"

namespace waymark::services {

// Calls that are worked on at a time; further ones wait for their turn, each with a thread. Beyond
// so many threads they are refused with RESOURCE_EXHAUSTED.
inline constexpr int kMaxDaemonCalls = 16;
inline constexpr int kMaxDaemonThreads = 256;
inline constexpr int kMaxRequestBytes = 16 << 20;
inline constexpr int kMaxReplyBytes = 64 << 20;
// Calls that a machine may make over TCP in the long run, and twice as many at once; those beyond
// are refused with RESOURCE_EXHAUSTED.
inline constexpr std::uint32_t kTcpCallsPerSecond = 100;
inline constexpr std::chrono::seconds kTcpKeepalive{60};
inline constexpr std::chrono::hours kMaxTcpKeepalive{24};
// Calls that still run this long after a signal to stop are cancelled.
inline constexpr std::chrono::seconds kStopGrace{5};
// Beyond it a log file is put aside, and one such is kept.
inline constexpr std::size_t kMaxLogBytes = std::size_t{4} << 20;
// The least that is logged; "off": nothing.
inline constexpr std::string_view kLogLevels[] = {"info", "warning", "error", "off"};

struct TcpOptions {
  ListenAddress address;
  // Without certificates there is no TLS, and loopback alone is listened on. With authorities
  // clients have to have a certificate of one of them.
  TlsOptions tls = {};
  // Absolute; what lies below may be indexed by those who come over TCP, besides what is indexed.
  std::vector<std::filesystem::path> allowed_roots = {};
  std::uint32_t calls_per_second = kTcpCallsPerSecond;
  // A client of which nothing is heard for so long, between calls too, is asked whether it is
  // there; one that does not answer is let go.
  std::chrono::seconds keepalive = kTcpKeepalive;
};

struct DaemonOptions {
  std::filesystem::path store_directory;    // absolute
  std::filesystem::path runtime_directory;  // of the socket; created with mode 0700
  bool watch = true;                        // keep views current
  // Ends after so long without a call, or when a newer version of the program would serve; 0:
  // never.
  std::chrono::seconds idle_exit{0};
  std::filesystem::path log_file = {};        // empty: standard error
  std::string log_level = "info";             // one of kLogLevels
  std::optional<ListenAddress> metrics = {};  // where GET /metrics is answered
  std::optional<TcpOptions> tcp = {};         // listened on besides the socket
  std::string token = {};                     // of clients over TCP
};

// Serves until SIGINT, SIGTERM or the end of its patience, then ends in order; a second signal ends
// the process at once. Call from the main thread before other threads exist: it blocks those
// signals in all of them.
//
// Errors: Unavailable (another daemon serves the store; the message names its process; or a port or
// the log file cannot be had), PermissionDenied (the runtime directory is not private),
// InvalidArgument (the path of the socket is longer than the system allows), FailedPrecondition
// (other machines could ask without a token, or read the token on its way), and those of opening
// the store.
absl::Status RunDaemon(const DaemonOptions& options);

}  // namespace waymark::services
