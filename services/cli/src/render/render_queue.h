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

// Jobs that wait, run, with their progress, or are set aside, with the reason; empty without jobs.
std::string TextOf(const QueueState& queue);
nlohmann::ordered_json JsonOf(const QueueState& queue);

// The outcome of a job, on one line.
std::string TextOf(const EndedJob& ended);
// The same as JSON.
std::string LineOf(const EndedJob& ended);

// The report of a worker; as JSON on one line.
std::string TextOf(const WorkReport& report);
std::string LineOf(const WorkReport& report);

}  // namespace waymark::services
