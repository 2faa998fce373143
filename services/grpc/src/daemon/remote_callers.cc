#include "daemon/remote_callers.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "services/is_within.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

bool IsRemote(const std::string& peer) { return !peer.starts_with("unix:"); }

// Without the port, which differs for each connection.
std::string HostOf(const std::string& peer) { return peer.substr(0, peer.rfind(':')); }

fs::path Canonical(const fs::path& path) {
  std::error_code error;
  fs::path canonical = fs::canonical(path, error);
  return error ? fs::path() : canonical;
}

}  // namespace

RemoteCallers::RemoteCallers(const TcpOptions& options) : per_second_(options.calls_per_second) {
  for (const fs::path& root : options.allowed_roots) {
    fs::path canonical = Canonical(root);
    if (!canonical.empty()) allowed_roots_.push_back(std::move(canonical));
  }
}

absl::Status RemoteCallers::Admit(const std::string& peer, Clock::time_point now) {
  if (!IsRemote(peer)) return absl::OkStatus();
  const MutexLock lock(mutex_);
  const std::string name = HostOf(peer);
  if (hosts_.size() == kMaxCountedHosts && hosts_.count(name) == 0) {
    hosts_.erase(std::min_element(hosts_.begin(), hosts_.end(), [](const auto& a, const auto& b) {
      return a.second.called < b.second.called;
    }));
  }
  Host& host = hosts_.try_emplace(name, per_second_).first->second;
  host.called = now;
  if (host.rate.Take(now)) return absl::OkStatus();
  return absl::ResourceExhaustedError(fmt::format(
      "this machine calls more than {} times a second; wait before asking again", per_second_));
}

absl::Status RemoteCallers::MayIndex(const std::string& peer, const fs::path& root, Verbs& verbs,
                                     const CallControl& control) const {
  if (!IsRemote(peer)) return absl::OkStatus();
  const fs::path canonical = Canonical(root);
  const bool is_allowed =
      std::any_of(allowed_roots_.begin(), allowed_roots_.end(),
                  [&canonical](const fs::path& allowed) { return IsWithin(allowed, canonical); });
  if (!canonical.empty() && is_allowed) return absl::OkStatus();
  const absl::Status known = verbs.Generation({.root = root}, control).status();
  if (known.ok()) return absl::OkStatus();
  return absl::PermissionDeniedError(
      fmt::format("{} is not indexed; over TCP only directories below an --allow-root of the "
                  "daemon can be indexed or searched",
                  root.string()));
}

}  // namespace waymark::services
