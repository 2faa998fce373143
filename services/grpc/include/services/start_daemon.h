// A daemon for those who need one: programs that stay, such as an agent's server.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>

#include <absl/status/statusor.h>

#include "services/remote_engine.h"

namespace waymark::services {

// How long a daemon has to begin to answer after it was started.
inline constexpr std::chrono::seconds kDaemonStartTime{5};
// A daemon that was started for somebody ends after so long without a question.
inline constexpr std::chrono::seconds kStartedDaemonPatience{1800};

// The daemon of the store; when there is none, `program serve` is started in a session of its own,
// with its log in the store's directory (daemon.log, begun anew each time). Call before the process
// uses gRPC or LMDB for the first time, or from a process that never forks otherwise: the program
// is started with posix_spawn.
//
// Errors: Unavailable when no daemon answers in time, of which the log tells more; those of
// creating the directory.
absl::StatusOr<std::unique_ptr<RemoteEngine>> ConnectOrStartDaemon(
    const std::filesystem::path& store_directory, const std::filesystem::path& program);

}  // namespace waymark::services
