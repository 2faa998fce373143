// Who answers a program that stays, such as an agent's or an editor's server.
#pragma once

#include <filesystem>
#include <memory>

#include <absl/status/statusor.h>

#include "graph/mutex.h"
#include "services/verbs.h"

namespace waymark::services {

// The daemon of the store, started when there is none; where none can be, this process itself.
// Thread-safe.
class DaemonOrThis {
 public:
  explicit DaemonOrThis(std::filesystem::path store) : store_(std::move(store)) {}

  // Errors are those of OpenVerbs.
  absl::StatusOr<std::shared_ptr<Verbs>> operator()();

 private:
  const std::filesystem::path store_;
  Mutex mutex_;
  std::shared_ptr<Verbs> own_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
