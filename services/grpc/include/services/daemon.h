// The daemon: the verbs of one store, served over gRPC on a unix socket.
//
// A lock on the file `daemon` in the store's directory makes it the only one; the file tells
// clients its process and socket. The socket lies in a directory that only the user can enter.
#pragma once

#include <chrono>
#include <filesystem>

#include <absl/status/status.h>

namespace waymark::services {

// Threads that work on calls; further calls wait or are refused with RESOURCE_EXHAUSTED.
inline constexpr int kMaxDaemonThreads = 16;
inline constexpr int kMaxRequestBytes = 16 << 20;
inline constexpr int kMaxReplyBytes = 64 << 20;
// Calls that still run this long after a signal to stop are cancelled.
inline constexpr std::chrono::seconds kStopGrace{5};

struct DaemonOptions {
  std::filesystem::path store_directory;    // absolute
  std::filesystem::path runtime_directory;  // of the socket; created with mode 0700
  bool watch = true;                        // keep views current
  std::chrono::seconds idle_exit{0};        // ends after so long without a call; 0: never
};

// Serves until SIGINT, SIGTERM or the end of its patience, then ends in order; a second signal ends
// the process at once. Call from the main thread before other threads exist: it blocks those
// signals in all of them. Logs to standard error.
//
// Errors: Unavailable (another daemon serves the store; the message names its process),
// PermissionDenied (the runtime directory is not private), InvalidArgument (the path of the socket
// is longer than the system allows), and those of opening the store.
absl::Status RunDaemon(const DaemonOptions& options);

}  // namespace waymark::services
