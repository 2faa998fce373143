// Messages of the link from and to what the queue of work says. Whatever arrives is checked:
// DataLoss for what no `waymark` or `waymark-team` sends.
#pragma once

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "services/work_queue.h"
#include "waymark/link/v1/queue.pb.h"

namespace waymark::services {

void ToLink(const JobKey& key, link::v1::JobKey& message);
JobKey FromLink(const link::v1::JobKey& message);

void ToLink(const NewJob& job, link::v1::NewJob& message);
absl::StatusOr<NewJob> FromLink(const link::v1::NewJob& message);

void ToLink(const LeasedJob& job, link::v1::LeasedJob& message);
absl::StatusOr<LeasedJob> FromLink(const link::v1::LeasedJob& message);

void ToLink(const JobProgress& progress, link::v1::JobProgress& message);
absl::StatusOr<JobProgress> FromLink(const link::v1::JobProgress& message);

void ToLink(const QueueState& state, link::v1::QueueState& message);
absl::StatusOr<QueueState> FromLink(const link::v1::QueueState& message);

absl::StatusOr<Added> AddedFromLink(std::uint32_t number);
absl::StatusOr<JobState> JobStateFromLink(std::uint32_t number);

}  // namespace waymark::services
