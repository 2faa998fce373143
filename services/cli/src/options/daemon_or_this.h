// Who answers a program that stays, such as an agent's or an editor's server.
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

// The daemon of the store, started when there is none; where none can be, this process itself. A
// daemon elsewhere is asked and nobody else. A store that was removed, or replaced by another one,
// is not answered from: it is opened anew. Thread-safe.
class DaemonOrThis {
 public:
  // `patience` is what a daemon that is started has (RunDaemon's idle_exit).
  DaemonOrThis(Place place, std::chrono::seconds patience)
      : place_(std::move(place)), patience_(patience) {}

  // The same one as long as that daemon, or this process, serves the store that is there. Errors
  // are those of OpenVerbs.
  absl::StatusOr<std::shared_ptr<Verbs>> operator()();

 private:
  using FileIdentity = std::pair<std::uint64_t, std::uint64_t>;  // device, inode

  static std::optional<FileIdentity> IdentityOf(const std::filesystem::path& file);

  const Place place_;
  const std::chrono::seconds patience_;
  Mutex mutex_;
  std::shared_ptr<RemoteEngine> daemon_ WM_GUARDED_BY(mutex_);  // the last that answered
  std::shared_ptr<Verbs> own_ WM_GUARDED_BY(mutex_);
  std::optional<FileIdentity> own_file_ WM_GUARDED_BY(mutex_);  // what `own_` has open
};

// What is configured as serve.idle-exit, else kStartedDaemonPatience.
std::chrono::seconds StartedDaemonPatience(const Settings& settings);

}  // namespace waymark::services
