// Chooses who answers for a long-running program, such as the server of an agent or an editor.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include <absl/status/statusor.h>

#include "config/settings.h"
#include "graph/mutex.h"
#include "options/daemon_option.h"
#include "services/remote_engine.h"
#include "services/verbs.h"

namespace waymark::services {

// The daemon of the store, which is started if needed. If none can be started, this process itself.
// If a daemon over TCP is named, only that one. A store that was removed or replaced is opened
// again. Thread-safe.
class DaemonOrThis {
 public:
  // `patience` is the idle_exit of a daemon that is started (RunDaemon).
  DaemonOrThis(Place place, std::chrono::seconds patience)
      : place_(std::move(place)), patience_(patience) {}

  // Returns the same object as long as that daemon, or this process, serves the current store.
  // Errors are those of OpenVerbs.
  absl::StatusOr<std::shared_ptr<Verbs>> operator()();

 private:
  using FileIdentity = std::pair<std::uint64_t, std::uint64_t>;  // device, inode

  static std::optional<FileIdentity> IdentityOf(const std::filesystem::path& file);

  const Place place_;
  const std::chrono::seconds patience_;
  Mutex mutex_;
  std::shared_ptr<RemoteEngine> daemon_ WM_GUARDED_BY(mutex_);  // the last one that answered
  std::shared_ptr<Verbs> own_ WM_GUARDED_BY(mutex_);
  std::optional<FileIdentity> own_file_ WM_GUARDED_BY(mutex_);  // the file that `own_` has open
};

// The configured value of serve.idle-exit, otherwise kStartedDaemonPatience.
std::chrono::seconds StartedDaemonPatience(const Settings& settings);

}  // namespace waymark::services
