// The ledger of the response pipeline: what it saved, from the events of telemetry.
//
//   dedup    = (baseline - sent of answers that became references) / baseline of all
//   encoder  = (baseline - sent of all other answers)              / their baseline
//   combined = (baseline - sent of all)                            / baseline of all
//            = dedup + (1 - share of the baseline in references) * encoder
//
// The last line is an identity. Numbers are never clamped: an answer that got longer counts against
// what was saved. Tokens of different tokenizers or baselines are never added.
//
// Pure and thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "services/telemetry.h"

namespace waymark::services {

enum class SavingsBy : std::uint8_t { kTool, kServer, kSession };

// Amounts before and after the pipeline.
struct SentAmount {
  std::uint64_t events = 0;
  std::uint64_t tokens_baseline = 0;
  std::uint64_t tokens_sent = 0;
  std::uint64_t bytes_baseline = 0;
  std::uint64_t bytes_sent = 0;

  std::int64_t saved_tokens() const;
  std::int64_t saved_bytes() const;
  void Add(const StoredEvent& event);
};

// Percentages are of a baseline; 0 where that is 0.
struct Savings {
  std::string group;  // a tool, a server or a session; empty: all
  SentAmount references;
  SentAmount others;
  // Saved tokens of all sessions, estimated where only a share of them is recorded.
  double estimated_tokens = 0;

  SentAmount all() const;
  double dedup_pct() const;
  double encoder_pct() const;
  double combined_pct() const;
  double combined_bytes_pct() const;
};

// The savings of events that were measured alike.
struct SavingsTable {
  std::string baseline;
  std::string tokenizer;
  bool is_sampled = false;  // some sessions are not recorded
  Savings total;
  std::vector<Savings> groups;  // most saved tokens first
};

// By baseline and tokenizer. Groups of tools and servers have the names that the record knows.
std::vector<SavingsTable> SavingsOf(const TelemetryRecord& record, SavingsBy by);

}  // namespace waymark::services
