// The side of `waymark-team`: answers calls until the other side has ended.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "services/shared_store.h"

namespace waymark::services {

// The store that is served. Both functions take the URL and a flag that ends their work, and that
// of the store.
struct ServedStores {
  std::function<absl::StatusOr<InitialisedStore>(const std::string& url,
                                                 const std::atomic<bool>* cancelled)>
      initialise;
  std::function<absl::StatusOr<std::unique_ptr<SharedStore>>(const std::string& url,
                                                             const std::atomic<bool>* cancelled)>
      open;
};

// Owns the socket. When the other side ends, or only ends its sending, the call under way is
// cancelled. OK if it ended between two calls.
absl::Status ServeLink(int socket, const ServedStores& stores);

}  // namespace waymark::services
