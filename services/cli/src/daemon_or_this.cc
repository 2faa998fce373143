#include "daemon_or_this.h"

#include <utility>

#include "connect.h"
#include "services/start_daemon.h"

namespace waymark::services {

absl::StatusOr<std::shared_ptr<Verbs>> DaemonOrThis::operator()() {
  MutexLock lock(mutex_);  // one start at a time
  // Once none could be started, only one that somebody else starts is looked for.
  absl::StatusOr<std::unique_ptr<RemoteEngine>> daemon =
      own_ == nullptr ? ConnectOrStartDaemon(store_)
                      : RemoteEngine::Connect(store_, kDaemonPatience);
  if (daemon.ok()) return std::shared_ptr<Verbs>(*std::move(daemon));
  if (own_ != nullptr) return own_;
  absl::StatusOr<std::unique_ptr<Verbs>> own = OpenVerbs(store_, Access::kWrite);
  if (!own.ok()) return own.status();
  own_ = *std::move(own);
  return own_;
}

}  // namespace waymark::services
