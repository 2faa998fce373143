// The steps of a worker (services/work_steps.h): indexes a commit into the store beside its clone,
// and publishes the view in the shared store of the team.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "services/team_program.h"
#include "services/work_steps.h"

namespace waymark::services {

struct IndexingLimits {
  unsigned threads = 0;  // 0: one per core
  std::uint64_t memory_bytes = 0;
};

// `team` and what it points to outlive the steps.
std::unique_ptr<WorkSteps> MakeIndexingSteps(const TeamOptions& team, const IndexingLimits& limits);

}  // namespace waymark::services
