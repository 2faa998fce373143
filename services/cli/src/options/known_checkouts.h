// The checkouts of a store, for the error about one that is unknown.
#pragma once

#include <string>

#include <absl/status/status.h>

#include "options/connect.h"
#include "services/verbs.h"

namespace waymark::services {

// `status` with what may have been meant by `--repo asked`: a checkout of a repository of that
// name, otherwise all indexed checkouts.
absl::Status WithKnownCheckouts(const absl::Status& status, const Place& place,
                                const std::string& asked);
// The same for a store that is open: a process can open it only once.
absl::Status WithKnownCheckouts(const absl::Status& status, Verbs& verbs, const std::string& asked);

}  // namespace waymark::services
