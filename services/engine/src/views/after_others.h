// Runs that write a store take turns.
#pragma once

#include <functional>

#include <absl/status/status.h>

#include "services/verbs.h"

namespace waymark::services {

// Calls `run` again, after a pause, while another run writes (Unavailable) or has published the
// same view meanwhile (Aborted), for at most ten minutes. Returns its last status.
absl::Status AfterOthers(const CallControl& control, const std::function<absl::Status()>& run);

}  // namespace waymark::services
