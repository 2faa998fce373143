// What a daemon counts, and how Prometheus is told.
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "metrics/call_metrics.h"
#include "metrics/metrics_text.h"
#include "metrics/process_usage.h"

namespace waymark::services {
namespace {

using std::chrono::duration;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(CallMetrics, CountsCallsByVerbOutcomeAndTime) {
  CallMetrics metrics;
  for (const double time : {0.0005, 0.001, 0.03, 100.0}) {
    metrics.Come();
    metrics.Begin();
    metrics.End("context", absl::StatusCode::kOk, duration<double>(time));
  }
  metrics.Come();
  metrics.Begin();
  metrics.End("context", absl::StatusCode::kNotFound, duration<double>(0.03));
  for (int i = 0; i < 3; ++i) metrics.Come();
  metrics.Begin();

  const CallMetrics::Snapshot counts = metrics.Take();
  const VerbCounts& context = counts.verbs.at("context");
  EXPECT_EQ(counts.running, 1U);
  EXPECT_EQ(counts.waiting, 2U);
  EXPECT_EQ(context.ends.at(absl::StatusCode::kOk), 4U);
  EXPECT_EQ(context.ends.at(absl::StatusCode::kNotFound), 1U);
  EXPECT_EQ(context.buckets[0], 2U);      // a bound belongs to its bucket
  EXPECT_EQ(context.buckets[5], 2U);      // up to 0.05
  EXPECT_EQ(context.buckets.back(), 1U);  // beyond the last bound
  EXPECT_NEAR(context.seconds, 100.0615, 1e-9);
}

TEST(CallMetrics, LosesNothingWhenManyCount) {
  CallMetrics metrics;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&metrics] {
      for (int call = 0; call < 1000; ++call) {
        metrics.Come();
        metrics.Begin();
        metrics.End("search", absl::StatusCode::kOk, duration<double>(0.001));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();

  const CallMetrics::Snapshot counts = metrics.Take();
  EXPECT_EQ(counts.running, 0U);
  EXPECT_EQ(counts.verbs.at("search").ends.at(absl::StatusCode::kOk), 4000U);
}

TEST(MetricsText, IsTheExpositionFormat) {
  DaemonMetrics metrics{.start_unix_seconds = 1700000000};
  VerbCounts& search = metrics.calls.verbs["search"];
  search.buckets[0] = 2;
  search.buckets[2] = 1;
  search.seconds = 0.25;
  search.ends[absl::StatusCode::kOk] = 3;
  metrics.engine.views = {{.repository = "a\"b\\c\nd",
                           .view = "work:1",
                           .generation = 7,
                           .files_differing = 2,
                           .is_kept = true,
                           .is_caught_up = true,
                           .updates = 4},
                          {.repository = "other", .view = "commit:2", .generation = 1}};
  metrics.engine.buffered_views = {.hits = 5, .misses = 6, .held = 1};

  const std::string text = MetricsText(metrics);

  EXPECT_THAT(text, HasSubstr("# HELP waymark_calls_total Calls that ended, by verb and outcome.\n"
                              "# TYPE waymark_calls_total counter\n"
                              "waymark_calls_total{verb=\"search\",code=\"OK\"} 3\n"));
  // Buckets are cumulative, and the last one holds all.
  EXPECT_THAT(text, HasSubstr("waymark_call_seconds_bucket{verb=\"search\",le=\"0.001\"} 2\n"
                              "waymark_call_seconds_bucket{verb=\"search\",le=\"0.0025\"} 2\n"
                              "waymark_call_seconds_bucket{verb=\"search\",le=\"0.005\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("waymark_call_seconds_bucket{verb=\"search\",le=\"+Inf\"} 3\n"
                              "waymark_call_seconds_sum{verb=\"search\"} 0.25\n"
                              "waymark_call_seconds_count{verb=\"search\"} 3\n"));
  // A name of a repository stays within its label.
  EXPECT_THAT(text, HasSubstr("waymark_view_generation{repository=\"a\\\"b\\\\c\\nd\",view=\""
                              "work:1\"} 7\n"));
  // What is not known has no sample.
  EXPECT_THAT(text, HasSubstr("waymark_view_lag_files{repository=\"a\\\"b\\\\c\\nd\",view=\""
                              "work:1\"} 2\n"));
  EXPECT_THAT(text, Not(HasSubstr("waymark_view_lag_files{repository=\"other\"")));
  EXPECT_THAT(text, HasSubstr("waymark_views 2\n"));
  EXPECT_THAT(text, HasSubstr("waymark_views_behind 1\n"));
  EXPECT_THAT(text, HasSubstr("waymark_cache_misses_total{cache=\"buffered_views\"} 6\n"));
  EXPECT_THAT(text, HasSubstr("process_start_time_seconds 1700000000\n"));
}

TEST(ProcessUsage, IsRead) {
  const ProcessUsage usage = ReadProcessUsage();

  EXPECT_GT(usage.resident_bytes, 1U << 20);
  EXPECT_GT(usage.anonymous_bytes, 0U);
  EXPECT_LE(usage.anonymous_bytes, usage.resident_bytes);
  EXPECT_GE(usage.threads, 1U);
  EXPECT_GE(usage.open_files, 3U);
}

}  // namespace
}  // namespace waymark::services
