// The queue of work as people read it.
#include "render/render_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace waymark::services {
namespace {

QueueState SomeQueue() {
  return {.waiting = 3,
          .running = 1,
          .done = 1200,
          .set_aside = 1,
          .jobs = {{.key = {"https://example.org/shop", "main"},
                    .state = JobState::kRunning,
                    .progress = {JobStage::kIndexing, 1200, 4000},
                    .worker = "host/17",
                    .age = 42},
                   {.key = {"git@example.org:mail", ""},
                    .state = JobState::kSetAside,
                    .attempts = 8,
                    .reason = "git fetch: no route\x1b[31m",
                    .age = 7200},
                   {.key = {"/srv/site", ""}, .state = JobState::kWaiting, .due_in = 0},
                   {.key = {"/srv/wiki", "v1"},
                    .state = JobState::kWaiting,
                    .attempts = 2,
                    .reason = "the disk is full",
                    .due_in = 60}}};
}

TEST(RenderQueue, TellsProgressWaitsAndReasons) {
  EXPECT_EQ(TextOf(SomeQueue()),
            "3 waiting, 1 running, 1 set aside, 1,200 done\n"
            "  running    https://example.org/shop at main: indexing 1,200 of 4,000 files, "
            "host/17, for 42 s\n"
            "  set aside  git@example.org:mail: 120 min ago: git fetch: no route\\u001b[31m\n"
            "  waiting    /srv/site: due\n"
            "  waiting    /srv/wiki at v1: due in 60 s, after 2 failures: the disk is full\n"
            "  and 1,201 more\n"
            "  take up what is set aside: waymark team enqueue --retry\n");
  EXPECT_EQ(TextOf(QueueState()), "");
}

TEST(RenderQueue, JsonHasEveryField) {
  const auto json = JsonOf(SomeQueue());
  EXPECT_EQ(json["waiting"], 3);
  EXPECT_EQ(json["done"], 1200);
  EXPECT_EQ(json["jobs"].size(), 4U);
  EXPECT_EQ(json["jobs"][0]["stage"], "indexing");
  EXPECT_EQ(json["jobs"][0]["files_done"], 1200);
  EXPECT_EQ(json["jobs"][1]["state"], "set aside");
  EXPECT_EQ(json["jobs"][2]["stage"], "");
  EXPECT_EQ(json["jobs"][3]["due_in_seconds"], 60);
}

TEST(RenderQueue, AnEndedJobIsALine) {
  EXPECT_EQ(TextOf(EndedJob{.key = {"/srv/shop", "main"},
                            .end = JobEnd::kPublished,
                            .repository = "shop",
                            .commit = "0123456789abcdef",
                            .seconds = 12}),
            "/srv/shop at main: published 0123456789ab of shop after 12 s\n");
  EXPECT_EQ(
      TextOf(EndedJob{
          .key = {"/srv/shop", ""}, .end = JobEnd::kFailed, .reason = "no\nroute", .seconds = 12}),
      "/srv/shop: failed after 12 s: no\\u000aroute\n");
  const std::string line = LineOf(EndedJob{.key = {"/srv/\xff", ""}, .end = JobEnd::kLost});
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  EXPECT_EQ(nlohmann::json::parse(line)["end"], "lost");
}

}  // namespace
}  // namespace waymark::services
