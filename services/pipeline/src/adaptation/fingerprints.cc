// Fingerprints of endpoints, and figures of sessions.
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "adaptation/answer_history.h"
#include "services/tuner.h"

namespace waymark::services {
namespace {

constexpr std::size_t kTopFormats = 3;

// The value that a share of all values does not exceed. Sorts them. REQUIRES: there are values.
std::uint64_t ValueAt(double share, std::vector<std::uint64_t>& values) {
  std::sort(values.begin(), values.end());
  const double rank = std::ceil(share * static_cast<double>(values.size()));
  return values[std::max<std::size_t>(1, static_cast<std::size_t>(rank)) - 1];
}

double MeanOf(double sum, std::uint64_t count) {
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

// A sum, and of how many.
struct Mean {
  double sum = 0;
  std::uint64_t count = 0;

  void Add(double value) {
    sum += value;
    ++count;
  }

  double value() const { return MeanOf(sum, count); }
};

struct EndpointSums {
  std::uint64_t calls = 0;
  std::uint64_t repeats = 0;
  std::vector<std::uint64_t> answers_between;  // for each repeat
  Mean bytes;
  Mean columns;
  Mean rows;
  Mean key_stability;
  std::map<std::string, std::uint64_t> shapes;
  std::map<std::string, std::uint64_t> inner_formats;
  std::set<std::string> sessions;
  Milliseconds first = 0;
  Milliseconds last = 0;

  void Add(const StoredEvent& event, std::optional<std::size_t> answers_since) {
    first = calls == 0 ? event.ts_ms : std::min(first, event.ts_ms);
    last = std::max(last, event.ts_ms);
    ++calls;
    sessions.insert(event.session_hash);
    bytes.Add(static_cast<double>(event.response_chars));
    if (answers_since) {
      ++repeats;
      answers_between.push_back(*answers_since);
    }
    if (event.shape.empty()) return;  // the encoder did not look, since a reference was sent
    ++shapes[event.shape];
    for (const std::string& format : event.inner_formats) ++inner_formats[format];
    if (event.shape == "markdown_table") {
      columns.Add(static_cast<double>(event.n_cols));
      rows.Add(static_cast<double>(event.n_rows));
    }
    if (event.shape == "array_of_objects") key_stability.Add(event.key_stability);
  }

  EndpointFingerprint Fingerprinted(const std::string& name) {
    EndpointFingerprint print{.endpoint_class = name,
                              .call_count = calls,
                              .avg_response_chars = bytes.value(),
                              .dup_rate = MeanOf(static_cast<double>(repeats), calls),
                              .avg_cols = columns.value(),
                              .avg_rows = rows.value(),
                              .key_stability_mean = key_stability.value(),
                              .first_seen_ms = first,
                              .last_seen_ms = last,
                              .source_sessions = sessions.size()};
    if (!answers_between.empty()) {
      print.burst_p90 = static_cast<double>(ValueAt(0.9, answers_between));
    }
    AddShapes(print);
    std::vector<std::pair<std::string, std::uint64_t>> formats(inner_formats.begin(),
                                                               inner_formats.end());
    std::stable_sort(formats.begin(), formats.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    if (formats.size() > kTopFormats) formats.resize(kTopFormats);
    for (const auto& [format, count] : formats) print.inner_formats_top3.push_back(format);
    return print;
  }

 private:
  void AddShapes(EndpointFingerprint& print) const {
    std::uint64_t all = 0;
    std::uint64_t most = 0;
    for (const auto& [shape, count] : shapes) all += count;
    for (const auto& [shape, count] : shapes) {
      const double share = MeanOf(static_cast<double>(count), all);
      print.shape_mix[shape] = share;
      print.format_entropy -= share * std::log2(share);
      if (count > most) print.shape_dominant = shape;
      most = std::max(most, count);
    }
  }
};

SessionFacts FactsOf(std::span<const StoredEvent> events) {
  SessionFacts facts{.events = events.size()};
  std::map<std::string, std::set<std::uint64_t>> compactions;
  std::set<std::pair<std::string, std::uint64_t>> partitions;
  std::vector<std::uint64_t> depths;
  std::vector<std::uint64_t> sizes;
  std::uint64_t reads = 0;
  for (const StoredEvent& event : events) {
    compactions[event.session_hash].insert(event.context_partition);
    partitions.insert({event.session_hash, event.context_partition});
    sizes.push_back(event.response_chars);
    if (event.shape == "nested_object") depths.push_back(event.nested_depth);
    if (event.tool_kind == "file-read") ++reads;
  }
  facts.sessions = compactions.size();
  for (const auto& [session, seen] : compactions)
    facts.compactions += *seen.rbegin() - *seen.begin();
  facts.events_of_a_session = MeanOf(static_cast<double>(events.size()), facts.sessions);
  facts.events_of_a_partition = MeanOf(static_cast<double>(events.size()), partitions.size());
  facts.read_share = MeanOf(static_cast<double>(reads), events.size());
  if (!depths.empty()) facts.depth_p95 = ValueAt(0.95, depths);
  if (!sizes.empty()) facts.bytes_p25 = ValueAt(0.25, sizes);
  return facts;
}

}  // namespace

TuneObservations Observe(std::span<const StoredEvent> events, const EndpointNamer& name_of) {
  std::map<std::string, EndpointSums> endpoints;
  std::map<AnswerPlace, AnswerHistory> histories;
  for (const StoredEvent& event : events) {
    AnswerHistory& history = histories[PlaceOfAnswer(event)];
    endpoints[name_of(event)].Add(event, history.AnswersSince(event.content_sha_prefix));
    history.Use(event.content_sha_prefix);
  }
  TuneObservations seen{.facts = FactsOf(events)};
  for (auto& [name, sums] : endpoints) seen.endpoints.push_back(sums.Fingerprinted(name));
  return seen;
}

}  // namespace waymark::services
