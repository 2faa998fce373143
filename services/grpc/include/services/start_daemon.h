// Starts a daemon for programs that stay, such as an agent's server.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include <absl/status/statusor.h>

#include "services/remote_engine.h"

namespace waymark::services {

// Time for an existing daemon to answer; it may be busy.
inline constexpr std::chrono::milliseconds kDaemonPatience{2000};
// The same over TCP, with name look-up, key exchange and lost packets.
inline constexpr std::chrono::milliseconds kRemoteDaemonPatience{20'000};
// Time for a newly started daemon to begin to answer.
inline constexpr std::chrono::seconds kDaemonStartTime{5};
// A daemon that was started on demand ends after this long without a question, unless the user
// decided otherwise.
inline constexpr std::chrono::seconds kStartedDaemonPatience{1800};

// Connects to the daemon of the store. If there is none, or an older one that was started on demand
// and ends in favour of this program, starts this program as the daemon, in a session of its own,
// with its log in the store's directory (daemon.log, the previous one daemon.1.log). If this
// process ignores SIGCHLD, it need not wait for the daemon's end.
//
// Errors: Unavailable if no daemon answers in time (its log has details); FailedPrecondition if one
// of another version serves and stays; those of creating the directory.
absl::StatusOr<std::unique_ptr<RemoteEngine>> ConnectOrStartDaemon(
    const std::filesystem::path& store_directory,
    std::chrono::seconds patience = kStartedDaemonPatience);

// The process that serves the store, whether it answers or not. No value if there is none.
std::optional<std::int64_t> DaemonProcess(const std::filesystem::path& store_directory);

}  // namespace waymark::services
