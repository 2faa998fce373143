// The state of a daemon for Prometheus, in the text exposition format, version 0.0.4
// (prometheus.io/docs/instrumenting/exposition_formats).
#pragma once

#include <cstdint>
#include <string>

#include "metrics/call_metrics.h"
#include "metrics/process_usage.h"
#include "services/engine_gauges.h"

namespace waymark::services {

struct DaemonMetrics {
  CallMetrics::Snapshot calls;
  EngineGauges engine;
  ProcessUsage process;
  std::uint64_t start_unix_seconds = 0;
};

// The order is stable: verbs and outcomes by name, views in the order of the store.
std::string MetricsText(const DaemonMetrics& metrics);

}  // namespace waymark::services
