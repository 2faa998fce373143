// A daemon for those who need one: programs that stay, such as an agent's server.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include <absl/status/statusor.h>

#include "services/remote_engine.h"

namespace waymark::services {

// How long a daemon that is there has to answer: it may be busy.
inline constexpr std::chrono::milliseconds kDaemonPatience{2000};
// The same over TCP, where a name is looked up, keys are agreed on and packets get lost.
inline constexpr std::chrono::milliseconds kRemoteDaemonPatience{20'000};
// How long a daemon has to begin to answer after it was started.
inline constexpr std::chrono::seconds kDaemonStartTime{5};
// A daemon that was started for somebody ends after so long without a question, unless the user
// decided otherwise.
inline constexpr std::chrono::seconds kStartedDaemonPatience{1800};

// The daemon of the store; when there is none, or an older one that was started on demand and ends
// for this program, this program is started as one, in a session of its own, with its log in the
// store's directory (daemon.log, before it daemon.1.log). A process that ignores SIGCHLD need not
// care for it when it ends.
//
// Errors: Unavailable when no daemon answers in time, of which the log tells more;
// FailedPrecondition when one of another version serves and stays; those of creating the directory.
absl::StatusOr<std::unique_ptr<RemoteEngine>> ConnectOrStartDaemon(
    const std::filesystem::path& store_directory,
    std::chrono::seconds patience = kStartedDaemonPatience);

// The process that serves the store, whether it answers or not. No value when there is none.
std::optional<std::int64_t> DaemonProcess(const std::filesystem::path& store_directory);

}  // namespace waymark::services
