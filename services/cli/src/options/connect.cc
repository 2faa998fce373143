#include "options/connect.h"

#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "output/notes.h"
#include "services/engine.h"
#include "services/listen_address.h"
#include "services/remote_engine.h"
#include "services/start_daemon.h"
#include "services/visible_text.h"

namespace waymark::services {

bool IsWritable(const std::filesystem::path& store) {
  return ::access((store / kStoreFile).c_str(), W_OK) == 0;
}

absl::StatusOr<std::unique_ptr<Verbs>> OpenVerbs(const Place& place, Access access) {
  const std::filesystem::path& store = place.store;
  absl::StatusOr<std::unique_ptr<RemoteEngine>> remote =
      place.daemon.has_value() ? RemoteEngine::Connect(*place.daemon, kRemoteDaemonPatience)
                               : RemoteEngine::Connect(store, kDaemonAnswerTime);
  if (remote.ok()) {
    PrintDetail(fmt::format(
        "waymark: asking the daemon {} {}\n", place.daemon.has_value() ? "at" : "of",
        VisibleLine(place.daemon.has_value() ? TextOf(place.daemon->address) : store.string())));
    return std::unique_ptr<Verbs>(*std::move(remote));
  }
  if (place.daemon.has_value()) return remote.status();
  // A store that cannot be written can still answer questions, if it exists.
  const bool read_only =
      access == Access::kRead || (access == Access::kExtend && !IsWritable(store));
  absl::StatusOr<std::unique_ptr<Engine>> engine =
      Engine::Open({.store_directory = store, .read_only = read_only, .shared = place.team});
  if (absl::IsNotFound(engine.status()) && access == Access::kWrite) {
    return absl::UnavailableError(engine.status().message());  // the store could not be created
  }
  if (absl::IsNotFound(engine.status())) {
    return absl::NotFoundError(fmt::format(
        "nothing is indexed: there is no store in {}; run: waymark index PATH", store.string()));
  }
  if (!engine.ok()) return engine.status();
  PrintDetail(fmt::format("waymark: no daemon answers; reading the store {} in this process\n",
                          VisibleLine(store.string())));
  return std::unique_ptr<Verbs>(*std::move(engine));
}

}  // namespace waymark::services
