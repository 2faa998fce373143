#include "services/savings.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace waymark::services {
namespace {

// Differences of counts that files hold; they wrap only where the counts are forged.
std::int64_t Difference(std::uint64_t before, std::uint64_t after) {
  return static_cast<std::int64_t>(before - after);
}

double Percent(std::int64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

constexpr std::string_view kNoServer = "(no server)";

std::string GroupOf(const TelemetryRecord& record, const StoredEvent& event, SavingsBy by) {
  if (by == SavingsBy::kSession) return event.session_hash;
  if (by == SavingsBy::kTool) return EndpointNameOf(record, event.tool_name_anon);
  const std::string endpoint = EndpointNameOf(record, event.tool_name_anon);
  const std::string suffix = "__" + event.endpoint_class;
  constexpr std::string_view kPrefix = "mcp__";
  if (!endpoint.starts_with(kPrefix) || !endpoint.ends_with(suffix) ||
      endpoint.size() < kPrefix.size() + suffix.size()) {
    return std::string(kNoServer);
  }
  return endpoint.substr(kPrefix.size(), endpoint.size() - kPrefix.size() - suffix.size());
}

void AddTo(Savings& savings, const StoredEvent& event) {
  (event.is_dedup_hit ? savings.references : savings.others).Add(event);
  savings.estimated_tokens +=
      static_cast<double>(Difference(event.tokens_baseline, event.tokens_final)) /
      event.sample_rate_applied;
}

}  // namespace

std::int64_t SentAmount::saved_tokens() const { return Difference(tokens_baseline, tokens_sent); }

std::int64_t SentAmount::saved_bytes() const { return Difference(bytes_baseline, bytes_sent); }

void SentAmount::Add(const StoredEvent& event) {
  ++events;
  tokens_baseline += event.tokens_baseline;
  tokens_sent += event.tokens_final;
  bytes_baseline += event.response_chars;
  bytes_sent += event.final_chars;
}

SentAmount Savings::all() const {
  return {.events = references.events + others.events,
          .tokens_baseline = references.tokens_baseline + others.tokens_baseline,
          .tokens_sent = references.tokens_sent + others.tokens_sent,
          .bytes_baseline = references.bytes_baseline + others.bytes_baseline,
          .bytes_sent = references.bytes_sent + others.bytes_sent};
}

double Savings::dedup_pct() const {
  return Percent(references.saved_tokens(), all().tokens_baseline);
}

double Savings::encoder_pct() const {
  return Percent(others.saved_tokens(), others.tokens_baseline);
}

double Savings::combined_pct() const {
  return Percent(all().saved_tokens(), all().tokens_baseline);
}

double Savings::combined_bytes_pct() const {
  return Percent(all().saved_bytes(), all().bytes_baseline);
}

std::vector<SavingsTable> SavingsOf(const TelemetryRecord& record, SavingsBy by) {
  std::map<std::pair<std::string, std::string>, SavingsTable> tables;
  std::map<std::pair<std::string, std::string>, std::map<std::string, Savings>> groups;
  for (const StoredEvent& event : record.events) {
    const std::pair measure{event.baseline_id, event.tokenizer_id};
    SavingsTable& table = tables[measure];
    table.is_sampled = table.is_sampled || event.sample_rate_applied < 1;
    AddTo(table.total, event);
    AddTo(groups[measure][GroupOf(record, event, by)], event);
  }
  std::vector<SavingsTable> sorted;
  for (auto& [measure, table] : tables) {
    std::tie(table.baseline, table.tokenizer) = measure;
    for (auto& [name, savings] : groups[measure]) {
      savings.group = name;
      table.groups.push_back(std::move(savings));
    }
    std::stable_sort(table.groups.begin(), table.groups.end(),
                     [](const Savings& a, const Savings& b) {
                       return a.all().saved_tokens() > b.all().saved_tokens();
                     });
    sorted.push_back(std::move(table));
  }
  return sorted;
}

}  // namespace waymark::services
