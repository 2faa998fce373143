#include "options/daemon_or_this.h"

#include <optional>
#include <string>
#include <utility>

#include <sys/stat.h>

#include "options/connect.h"
#include "services/start_daemon.h"

namespace waymark::services {

absl::StatusOr<std::shared_ptr<Verbs>> DaemonOrThis::operator()() {
  if (place_.daemon.has_value()) {
    absl::StatusOr<std::unique_ptr<Verbs>> elsewhere = OpenVerbs(place_, Access::kRead);
    if (!elsewhere.ok()) return elsewhere.status();
    return std::shared_ptr<Verbs>(*std::move(elsewhere));
  }
  MutexLock lock(mutex_);  // one start at a time
  if (daemon_ != nullptr && daemon_->IsCurrent()) return daemon_;
  daemon_ = nullptr;
  if (own_ != nullptr && IdentityOf(place_.store / kStoreFile) != own_file_) own_ = nullptr;
  // After a failed start, only look for a daemon that another process starts.
  absl::StatusOr<std::unique_ptr<RemoteEngine>> daemon =
      own_ == nullptr ? ConnectOrStartDaemon(place_.store, patience_)
                      : RemoteEngine::Connect(place_.store, kDaemonPatience);
  if (daemon.ok()) {
    daemon_ = *std::move(daemon);
    return daemon_;
  }
  if (own_ != nullptr) return own_;
  absl::StatusOr<std::unique_ptr<Verbs>> own = OpenVerbs(place_, Access::kWrite);
  if (!own.ok()) return own.status();
  own_ = *std::move(own);
  own_file_ = IdentityOf(place_.store / kStoreFile);
  return own_;
}

std::optional<DaemonOrThis::FileIdentity> DaemonOrThis::IdentityOf(
    const std::filesystem::path& file) {
  struct stat info {};

  if (::stat(file.c_str(), &info) != 0) return std::nullopt;
  return FileIdentity(info.st_dev, info.st_ino);
}

std::chrono::seconds StartedDaemonPatience(const Settings& settings) {
  const std::optional<std::string> configured = settings.configuration.Find("serve.idle-exit");
  if (!configured.has_value()) return kStartedDaemonPatience;
  return std::chrono::seconds(std::stoul(*configured));  // checked when it was applied
}

}  // namespace waymark::services
