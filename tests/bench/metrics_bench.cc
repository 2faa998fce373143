// What counting a call costs it, and what a look at the metrics costs the daemon.
#include <chrono>

#include <benchmark/benchmark.h>

#include "metrics/call_metrics.h"
#include "metrics/metrics_text.h"
#include "metrics/process_usage.h"

namespace waymark::services {
namespace {

void CountCall(benchmark::State& state) {
  static CallMetrics metrics;
  const std::chrono::duration<double> took(0.017);
  for (auto _ : state) {
    metrics.Begin();
    metrics.End("context", absl::StatusCode::kOk, took);
  }
}

BENCHMARK(CountCall)->ThreadRange(1, 4);

void WritePage(benchmark::State& state) {
  CallMetrics metrics;
  for (const char* verb : {"context", "blast-radius", "search", "symbol", "usages", "status"}) {
    metrics.Begin();
    metrics.End(verb, absl::StatusCode::kOk, std::chrono::duration<double>(0.017));
  }
  DaemonMetrics page{.calls = metrics.Take()};
  page.engine.views.resize(16);
  for (auto _ : state) {
    page.process = ReadProcessUsage();
    benchmark::DoNotOptimize(MetricsText(page));
  }
}

BENCHMARK(WritePage);

}  // namespace
}  // namespace waymark::services

BENCHMARK_MAIN();
