// The queue of work for people and for programs.
#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json.hpp>

#include "services/work_queue.h"
#include "services/worker.h"

namespace waymark::services {

// The most jobs that a report lists; the others are counted.
inline constexpr std::size_t kMaxReportedJobs = 100;

// "https://example.org/shop at main".
std::string TextOf(const JobKey& key);

// What waits, runs with its progress, and is set aside with its reason; empty for an empty queue.
std::string TextOf(const QueueState& queue);
nlohmann::ordered_json JsonOf(const QueueState& queue);

// What became of a job, on one line.
std::string TextOf(const EndedJob& ended);
// The same as JSON.
std::string LineOf(const EndedJob& ended);

// What a worker has done; as JSON on one line.
std::string TextOf(const WorkReport& report);
std::string LineOf(const WorkReport& report);

}  // namespace waymark::services
