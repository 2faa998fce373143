// The side of `waymark`: a shared store whose work the other program does.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "services/shared_store.h"

namespace waymark::services {

// The process on the other side of the socket.
class LinkPeer {
 public:
  virtual ~LinkPeer() = default;  // after the socket was closed
  // Why it ended before it had answered.
  virtual absl::Status End() = 0;
};

// Owns the socket. `peer` may be null. `initialises`, unless it is null: creates the store first,
// or brings it up to date, and says there what was found. After an error of the link itself, every
// call gives one.
absl::StatusOr<std::unique_ptr<SharedStore>> OpenLinkedStore(int socket,
                                                             std::unique_ptr<LinkPeer> peer,
                                                             const std::string& url,
                                                             InitialisedStore* initialises,
                                                             const std::atomic<bool>* cancelled);

}  // namespace waymark::services
