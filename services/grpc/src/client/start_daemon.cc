#include "services/start_daemon.h"

#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "connection/daemon_file.h"
#include "graph/status.h"
#include "services/daemon.h"
#include "services/daemon_state.h"
#include "services/start_process.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using StartClock = std::chrono::steady_clock;

// The running program, even if its file has been replaced.
constexpr char kThisProgram[] = "/proc/self/exe";
constexpr std::chrono::milliseconds kStartLookInterval{10};

// Returns the process id.
absl::StatusOr<::pid_t> Spawn(const fs::path& store, const fs::path& log,
                              std::chrono::seconds patience) {
  absl::StatusOr<::pid_t> process = StartProcess(
      {.program = kThisProgram,
       .arguments = {"waymark", "serve", "--store", store.string(), "--idle-exit",
                     fmt::format("{}", patience.count()), "--log-file", log.string()},
       // Standard error is for output before the log is open, and from a library that crashes.
       .streams = {{.stream = STDIN_FILENO, .file = "/dev/null", .flags = O_RDONLY},
                   {.stream = STDOUT_FILENO, .file = "/dev/null", .flags = O_WRONLY},
                   {.stream = STDERR_FILENO,
                    .file = log.string(),
                    .flags = O_WRONLY | O_CREAT | O_APPEND}},
       .directory = "/",  // the checkout in which it was started may be deleted
       .group = ProcessGroup::kSession});
  if (process.ok()) return process;
  return absl::UnavailableError(
      fmt::format("start waymark serve: {}", std::string(process.status().message())));
}

// Only for the user, like the store that will be in it.
absl::Status MakeDirectory(const fs::path& directory) {
  std::error_code error;
  if (fs::create_directories(directory, error)) {
    fs::permissions(directory, fs::perms::owner_all, error);
  }
  if (!error) return absl::OkStatus();
  return absl::UnavailableError(fmt::format("create {}: {}", directory.string(), error.message()));
}

// Also true if the daemon has another version and stays.
bool HasAnswered(const absl::Status& status) {
  return status.ok() || absl::IsFailedPrecondition(status);
}

}  // namespace

absl::StatusOr<std::unique_ptr<RemoteEngine>> ConnectOrStartDaemon(const fs::path& store_directory,
                                                                   std::chrono::seconds patience) {
  const auto connect = [&] {
    return RemoteEngine::Connect(store_directory, kDaemonPatience, true);
  };
  absl::StatusOr<std::unique_ptr<RemoteEngine>> engine = connect();
  if (HasAnswered(engine.status())) return engine;
  WM_RETURN_IF_ERROR(MakeDirectory(store_directory));
  const fs::path log = StartedDaemonLog(store_directory);
  auto limit = StartClock::now() + kDaemonStartTime;
  if (absl::IsAborted(engine.status())) limit += kStopGrace;
  ::pid_t process = 0;
  for (bool may_start = true; StartClock::now() < limit;) {
    const bool has_ended = process == 0 || ::waitpid(process, nullptr, WNOHANG) != 0;
    // If it ended at once, another process may have just started a daemon.
    if (has_ended && !IsDaemonFileHeld(store_directory)) {
      if (!std::exchange(may_start, false)) break;
      WM_ASSIGN_OR_RETURN(process, Spawn(store_directory, log, patience));
    }
    std::this_thread::sleep_for(kStartLookInterval);
    engine = connect();
    if (HasAnswered(engine.status())) return engine;
    may_start = may_start || absl::IsAborted(engine.status());
  }
  return absl::UnavailableError(fmt::format("the daemon of {} does not answer: {}; its log is {}",
                                            store_directory.string(),
                                            std::string(engine.status().message()), log.string()));
}

std::optional<std::int64_t> DaemonProcess(const fs::path& store_directory) {
  const std::optional<DaemonAddress> address = ReadDaemonFile(store_directory);
  if (!address.has_value() || !IsDaemonFileHeld(store_directory)) return std::nullopt;
  return address->process;
}

}  // namespace waymark::services
