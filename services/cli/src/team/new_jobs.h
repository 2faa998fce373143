// The jobs that `team enqueue` names.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "config/settings.h"
#include "services/work_queue.h"

namespace waymark::services {

// "90s", "30m", "1h" or "7d". Nothing for any other text, or a time that a schedule may not have.
std::optional<std::chrono::seconds> ParseInterval(std::string_view text);

struct EnqueueArguments {
  std::vector<std::string> sources;  // URLs, and paths relative to the working directory
  std::string list;                  // a file of them; "-": standard input; empty: none
  std::string revision;
  bool is_for_removal = false;  // the paths need not exist any more
};

// The jobs in the order of the arguments, then of the list, each once. InvalidArgument for what is
// no repository, or is a path of none; NotFound if the list cannot be read.
absl::StatusOr<std::vector<JobKey>> NamedJobs(const EnqueueArguments& arguments,
                                              const Settings& settings);

}  // namespace waymark::services
