// The daemon of a store as `waymark daemon` shows and stops it.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <absl/status/status.h>

namespace waymark::services {

// Time for a daemon to end after the signal: longer than its own bound, kMaxStop.
inline constexpr std::chrono::seconds kStopPatience{5};

struct DaemonState {
  std::int64_t process = 0;
  std::filesystem::path socket;
  std::filesystem::path log;  // empty: it logs to its standard error
  std::string version;        // empty: it does not answer
};

// Waits at most `timeout` for the daemon to tell its version, whatever that is. Nothing if no
// daemon serves the store.
std::optional<DaemonState> FindDaemon(const std::filesystem::path& store_directory,
                                      std::chrono::milliseconds timeout);

// Sends SIGTERM to the process of the daemon, and waits until it has ended. NotFound if no daemon
// serves the store; PermissionDenied if it is another user's; Unavailable if it still runs after
// `patience`, the message names its process.
absl::Status StopDaemon(const std::filesystem::path& store_directory,
                        std::chrono::milliseconds patience);

// The log of a daemon that was started on demand.
std::filesystem::path StartedDaemonLog(const std::filesystem::path& store_directory);

}  // namespace waymark::services
