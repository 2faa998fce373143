#include "services/savings.h"

#include <random>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::services {
namespace {

using ::testing::DoubleNear;
using ::testing::SizeIs;

StoredEvent MeasuredAnswer(const std::string& tool, bool is_reference, std::uint64_t baseline,
                           std::uint64_t sent) {
  return {.session_hash = "s1",
          .tool_name_anon = "mcp__p1__" + tool,
          .endpoint_class = tool,
          .is_dedup_hit = is_reference,
          .layer_used = is_reference ? "L0" : "L2",
          .baseline_id = "raw",
          .tokenizer_id = "o200k_base",
          .tokens_baseline = baseline,
          .tokens_final = sent,
          .response_chars = 4 * baseline,
          .final_chars = 4 * sent};
}

TelemetryRecord RecordOf(std::vector<StoredEvent> events) {
  TelemetryRecord record;
  record.events = std::move(events);
  record.servers = {{"p1", "github"}};
  return record;
}

TEST(Savings, AreTheShareOfTheBaseline) {
  const auto tables =
      SavingsOf(RecordOf({MeasuredAnswer("a", true, 500, 10), MeasuredAnswer("a", false, 300, 200),
                          MeasuredAnswer("b", false, 200, 200)}),
                SavingsBy::kTool);
  ASSERT_THAT(tables, SizeIs(1));
  EXPECT_EQ(tables[0].baseline, "raw");
  EXPECT_EQ(tables[0].tokenizer, "o200k_base");
  EXPECT_DOUBLE_EQ(tables[0].total.dedup_pct(), 49);
  EXPECT_DOUBLE_EQ(tables[0].total.encoder_pct(), 20);
  EXPECT_DOUBLE_EQ(tables[0].total.combined_pct(), 59);
  EXPECT_DOUBLE_EQ(tables[0].total.combined_bytes_pct(), 59);
  ASSERT_THAT(tables[0].groups, SizeIs(2));
  EXPECT_EQ(tables[0].groups[0].group, "mcp__github__a");
  EXPECT_EQ(tables[0].groups[0].all().saved_tokens(), 590);
}

// combined = dedup + (1 - share of the baseline in references) * encoder, whatever the events.
TEST(Savings, TheIdentityHolds) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<StoredEvent> events;
    for (std::size_t i = 0, count = 1 + random() % 30; i < count; ++i) {
      events.push_back(MeasuredAnswer("a", random() % 3 == 0, random() % 1000, random() % 1200));
    }
    const Savings total = SavingsOf(RecordOf(std::move(events)), SavingsBy::kTool).at(0).total;
    const auto all = static_cast<double>(total.all().tokens_baseline);
    if (all == 0) continue;
    const double share = static_cast<double>(total.references.tokens_baseline) / all;
    EXPECT_THAT(total.dedup_pct() + (1 - share) * total.encoder_pct(),
                DoubleNear(total.combined_pct(), 1e-9));
  }
}

TEST(Savings, WhatGotLongerCountsAgainstThem) {
  const Savings total =
      SavingsOf(RecordOf({MeasuredAnswer("a", false, 100, 110)}), SavingsBy::kTool).at(0).total;
  EXPECT_DOUBLE_EQ(total.combined_pct(), -10);
  EXPECT_EQ(total.all().saved_bytes(), -40);
}

TEST(Savings, DifferentMeasuresAreNotAdded) {
  StoredEvent other = MeasuredAnswer("a", false, 100, 50);
  other.tokenizer_id = "cl100k_base";
  const auto tables =
      SavingsOf(RecordOf({MeasuredAnswer("a", false, 100, 100), other}), SavingsBy::kTool);
  ASSERT_THAT(tables, SizeIs(2));
  EXPECT_DOUBLE_EQ(tables[0].total.combined_pct(), 50);
  EXPECT_DOUBLE_EQ(tables[1].total.combined_pct(), 0);
}

TEST(Savings, AreGroupedByServerAndBySession) {
  StoredEvent local = MeasuredAnswer("Read", false, 100, 100);
  local.tool_name_anon = "Read";
  local.session_hash = "s2";
  const TelemetryRecord record =
      RecordOf({MeasuredAnswer("a", false, 100, 50), MeasuredAnswer("b", false, 100, 50), local});
  const auto by_server = SavingsOf(record, SavingsBy::kServer).at(0).groups;
  ASSERT_THAT(by_server, SizeIs(2));
  EXPECT_EQ(by_server[0].group, "github");
  EXPECT_EQ(by_server[0].all().saved_tokens(), 100);
  EXPECT_EQ(by_server[1].group, "(no server)");
  const auto by_session = SavingsOf(record, SavingsBy::kSession).at(0).groups;
  ASSERT_THAT(by_session, SizeIs(2));
  EXPECT_EQ(by_session[0].group, "s1");
}

TEST(Savings, ASampleIsScaledToAllSessions) {
  StoredEvent event = MeasuredAnswer("a", false, 100, 50);
  event.sample_rate_applied = 0.25;
  const SavingsTable table = SavingsOf(RecordOf({event}), SavingsBy::kTool).at(0);
  EXPECT_TRUE(table.is_sampled);
  EXPECT_DOUBLE_EQ(table.total.estimated_tokens, 200);
  EXPECT_EQ(table.total.all().saved_tokens(), 50);
}

}  // namespace
}  // namespace waymark::services
