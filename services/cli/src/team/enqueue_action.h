// `team enqueue`: adds repositories to the queue of work, takes up or removes what is in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "config/settings.h"
#include "services/work_queue.h"
#include "team/new_jobs.h"

namespace CLI {
class App;
}  // namespace CLI

namespace waymark::services {

// The result of a change of the queue.
struct EnqueueReport {
  std::uint64_t added = 0;
  std::uint64_t waited = 0;  // were in the queue already
  std::uint64_t running = 0;
  std::uint64_t retried = 0;
  std::uint64_t removed = 0;
  std::vector<JobKey> set_aside;
};

std::string TextOf(const EnqueueReport& report);
std::string JsonOf(const EnqueueReport& report);

class EnqueueAction {
 public:
  // --at is bound by the command.
  void AddTo(CLI::App& app);
  // The error in the options; empty if there is none.
  std::string FindMisuse() const;
  // Whether an option of it is given.
  bool is_given() const;

  absl::StatusOr<EnqueueReport> Run(WorkQueue& queue, const std::string& revision,
                                    const Settings& settings);

 private:
  absl::StatusOr<EnqueueReport> Add(WorkQueue& queue, const std::vector<JobKey>& keys) const;

  EnqueueArguments arguments_;
  std::optional<std::uint64_t> priority_;
  std::string every_;
  bool retries_ = false;
  bool removes_ = false;
};

}  // namespace waymark::services
