// Lines of telemetry: one list of members for each kind of line, which writing and reading both
// follow.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "adaptation/telemetry_files.h"
#include "graph/status.h"
#include "hints/json_depth.h"
#include "services/telemetry.h"
#include "services/tuner.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

using LineJson = nlohmann::ordered_json;

template <typename Visitor>
void VisitMembers(Visitor&& visit, const StoredEvent& /*of*/) {
  visit("session_hash", &StoredEvent::session_hash);
  visit("context_hash", &StoredEvent::context_hash);
  visit("tool_call_id_hash", &StoredEvent::tool_call_id_hash);
  visit("tool_name_anon", &StoredEvent::tool_name_anon);
  visit("endpoint_class", &StoredEvent::endpoint_class);
  visit("tool_kind", &StoredEvent::tool_kind);
  visit("file_path_hash", &StoredEvent::file_path_hash);
  visit("content_sha_prefix", &StoredEvent::content_sha_prefix);
  visit("is_dedup_hit", &StoredEvent::is_dedup_hit);
  visit("would_hit", &StoredEvent::would_hit);
  visit("is_numbered", &StoredEvent::is_numbered);
  visit("layer_used", &StoredEvent::layer_used);
  visit("format_id", &StoredEvent::format_id);
  visit("template_id", &StoredEvent::template_id);
  visit("baseline_id", &StoredEvent::baseline_id);
  visit("tokenizer_id", &StoredEvent::tokenizer_id);
  visit("tokens_baseline", &StoredEvent::tokens_baseline);
  visit("tokens_final", &StoredEvent::tokens_final);
  visit("response_chars", &StoredEvent::response_chars);
  visit("final_chars", &StoredEvent::final_chars);
  visit("shape", &StoredEvent::shape);
  visit("inner_formats", &StoredEvent::inner_formats);
  visit("nested_depth", &StoredEvent::nested_depth);
  visit("n_cols", &StoredEvent::n_cols);
  visit("n_rows", &StoredEvent::n_rows);
  visit("key_stability", &StoredEvent::key_stability);
  visit("context_partition", &StoredEvent::context_partition);
  visit("is_sidechain", &StoredEvent::is_sidechain);
  visit("ref_age", &StoredEvent::ref_age);
  visit("roundtrip_fail", &StoredEvent::roundtrip_fail);
  visit("encode_ns", &StoredEvent::encode_ns);
  visit("sample_rate_applied", &StoredEvent::sample_rate_applied);
  visit("ts_ms", &StoredEvent::ts_ms);
}

template <typename Visitor>
void VisitMembers(Visitor&& visit, const SessionSummary& /*of*/) {
  visit("session_hash", &SessionSummary::session_hash);
  visit("total_events", &SessionSummary::total_events);
  visit("dedup_hit_rate", &SessionSummary::dedup_hit_rate);
  visit("l1_hit_rate", &SessionSummary::l1_hit_rate);
  visit("l2_hit_rate", &SessionSummary::l2_hit_rate);
  visit("avg_response_chars", &SessionSummary::avg_response_chars);
  visit("compaction_count", &SessionSummary::compaction_count);
  visit("endpoint_mix", &SessionSummary::endpoint_mix);
  visit("total_baseline_tokens", &SessionSummary::total_baseline_tokens);
  visit("total_final_tokens", &SessionSummary::total_final_tokens);
  visit("savings_pct", &SessionSummary::savings_pct);
  visit("duration_sec", &SessionSummary::duration_sec);
  visit("ended_at_ms", &SessionSummary::ended_at_ms);
  visit("sample_rate_applied", &SessionSummary::sample_rate_applied);
}

template <typename Visitor>
void VisitMembers(Visitor&& visit, const EndpointFingerprint& /*of*/) {
  visit("endpoint_class", &EndpointFingerprint::endpoint_class);
  visit("call_count", &EndpointFingerprint::call_count);
  visit("avg_response_chars", &EndpointFingerprint::avg_response_chars);
  visit("shape_dominant", &EndpointFingerprint::shape_dominant);
  visit("shape_mix", &EndpointFingerprint::shape_mix);
  visit("dup_rate", &EndpointFingerprint::dup_rate);
  visit("burst_p90", &EndpointFingerprint::burst_p90);
  visit("format_entropy", &EndpointFingerprint::format_entropy);
  visit("inner_formats_top3", &EndpointFingerprint::inner_formats_top3);
  visit("avg_cols", &EndpointFingerprint::avg_cols);
  visit("avg_rows", &EndpointFingerprint::avg_rows);
  visit("key_stability_mean", &EndpointFingerprint::key_stability_mean);
  visit("first_seen_ms", &EndpointFingerprint::first_seen_ms);
  visit("last_seen_ms", &EndpointFingerprint::last_seen_ms);
  visit("source_sessions", &EndpointFingerprint::source_sessions);
}

// Why the values cannot be right; empty if they can.
template <typename OfSession>
std::string_view FaultOf(const OfSession& value) {
  if (value.session_hash.empty()) return "there is no session_hash";
  const bool is_share = value.sample_rate_applied > 0 && value.sample_rate_applied <= 1;
  return is_share ? "" : "sample_rate_applied is above 0 and at most 1";
}

std::string_view FaultOf(const EndpointFingerprint& value) {
  return value.endpoint_class.empty() ? "there is no endpoint_class" : "";
}

// Texts that are empty stand for what is unknown, and are left out.
bool SaysNothing(const std::string& value) { return value.empty(); }

template <typename Value>
bool SaysNothing(const Value& /*value*/) {
  return false;
}

template <typename Struct>
LineJson MembersOf(const Struct& value) {
  LineJson json = LineJson::object();
  const auto visit = [&](const char* name, auto member) {
    if (!SaysNothing(value.*member)) json[name] = value.*member;
  };
  VisitMembers(visit, value);
  return json;
}

std::string LineOf(const LineJson& json) {
  return json.dump(-1, ' ', false, LineJson::error_handler_t::replace);
}

bool Take(const LineJson& json, std::string& into) {
  if (json.is_string()) into = json.get<std::string>();
  return json.is_string();
}

bool Take(const LineJson& json, bool& into) {
  if (json.is_boolean()) into = json.get<bool>();
  return json.is_boolean();
}

bool Take(const LineJson& json, std::uint64_t& into) {
  if (json.is_number_unsigned()) into = json.get<std::uint64_t>();
  return json.is_number_unsigned();
}

// A time is not negative, so that differences of times do not overflow.
bool Take(const LineJson& json, Milliseconds& into) {
  std::uint64_t value = 0;
  if (!Take(json, value) || value > std::uint64_t{1} << 53) return false;
  into = static_cast<Milliseconds>(value);
  return true;
}

bool Take(const LineJson& json, double& into) {
  if (!json.is_number()) return false;
  into = json.get<double>();
  return std::isfinite(into);
}

bool Take(const LineJson& json, std::vector<std::string>& into) {
  if (!json.is_array()) return false;
  return std::all_of(json.begin(), json.end(),
                     [&](const LineJson& one) { return Take(one, into.emplace_back()); });
}

template <typename Number>
bool Take(const LineJson& json, std::map<std::string, Number>& into) {
  if (!json.is_object()) return false;
  for (const auto& [key, value] : json.items()) {
    if (!Take(value, into[key])) return false;
  }
  return true;
}

template <typename Struct>
absl::StatusOr<Struct> ReadMembers(const LineJson& json) {
  if (!json.is_object()) return absl::InvalidArgumentError("the line is no object of JSON");
  Struct value;
  std::string_view wrong;
  const auto visit = [&](const char* name, auto member) {
    const auto found = json.find(name);
    if (found != json.end() && !Take(*found, value.*member)) wrong = name;
  };
  VisitMembers(visit, value);
  if (!wrong.empty()) {
    return absl::InvalidArgumentError(fmt::format("{} has a value of another type", wrong));
  }
  if (const std::string_view fault = FaultOf(value); !fault.empty()) {
    return absl::InvalidArgumentError(std::string(fault));
  }
  return value;
}

absl::StatusOr<LineJson> ParseLine(std::string_view line) {
  if (line.size() > kMaxTelemetryLine) {
    return absl::InvalidArgumentError(
        fmt::format("the line has more than {} KiB", kMaxTelemetryLine >> 10));
  }
  if (!IsNestedLittle(line)) return absl::InvalidArgumentError("the line is nested too deep");
  LineJson json = LineJson::parse(line, nullptr, false);
  if (json.is_discarded()) return absl::InvalidArgumentError("the line is no JSON");
  return json;
}

std::string CsvText(const std::string& value) { return wire::VisibleLine(value); }

std::string CsvText(const std::vector<std::string>& values) {
  return fmt::format("{}", fmt::join(values, ";"));
}

std::string CsvText(const std::map<std::string, double>& shares) {
  std::string text;
  for (const auto& [name, share] : shares) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ";", name, share);
  }
  return text;
}

template <typename Number>
std::string CsvText(Number value) {
  return fmt::format("{}", value);
}

// In quotes if it needs them.
std::string CsvCell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string cell = "\"";
  for (const char c : text) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + '"';
}

constexpr char kSummaryType[] = "session_summary";

}  // namespace

std::string WriteEventLine(const StoredEvent& event) { return LineOf(MembersOf(event)); }

absl::StatusOr<StoredEvent> ReadEventLine(std::string_view line) {
  WM_ASSIGN_OR_RETURN(const LineJson json, ParseLine(line));
  return ReadMembers<StoredEvent>(json);
}

std::string WriteSummaryLine(const SessionSummary& summary) {
  return LineOf({{"type", kSummaryType}, {"data", MembersOf(summary)}});
}

absl::StatusOr<SessionSummary> ReadSummaryLine(std::string_view line) {
  WM_ASSIGN_OR_RETURN(const LineJson json, ParseLine(line));
  const bool is_summary = json.is_object() && json.contains("data") &&
                          json.value("type", LineJson()) == LineJson(kSummaryType);
  if (!is_summary) return absl::InvalidArgumentError("the line is no summary of a session");
  return ReadMembers<SessionSummary>(json["data"]);
}

std::string WriteServerLine(std::string_view hash, std::string_view server) {
  return LineOf({{"hash", hash}, {"server", server}});
}

std::optional<std::pair<std::string, std::string>> ReadServerLine(std::string_view line) {
  const absl::StatusOr<LineJson> json = ParseLine(line);
  std::pair<std::string, std::string> read;
  if (!json.ok() || !json->is_object() || !Take(json->value("hash", LineJson()), read.first) ||
      !Take(json->value("server", LineJson()), read.second)) {
    return std::nullopt;
  }
  return read;
}

std::string WriteFingerprintLine(const EndpointFingerprint& fingerprint) {
  return LineOf(MembersOf(fingerprint));
}

absl::StatusOr<EndpointFingerprint> ReadFingerprintLine(std::string_view line) {
  WM_ASSIGN_OR_RETURN(const LineJson json, ParseLine(line));
  return ReadMembers<EndpointFingerprint>(json);
}

std::string WriteFingerprintsCsv(std::span<const EndpointFingerprint> fingerprints) {
  std::string csv;
  const auto add = [&csv](std::string_view cell) {
    if (!csv.empty() && !csv.ends_with('\n')) csv += ',';
    csv += CsvCell(cell);
  };
  VisitMembers([&](const char* name, auto) { add(name); }, EndpointFingerprint());
  csv += "\r\n";
  for (const EndpointFingerprint& print : fingerprints) {
    VisitMembers([&](const char*, auto member) { add(CsvText(print.*member)); }, print);
    csv += "\r\n";
  }
  return csv;
}

void SessionTotals::Add(const StoredEvent& event) {
  if (empty()) {
    sums_.session_hash = event.session_hash;
    sums_.sample_rate_applied = event.sample_rate_applied;
    first_ = event.ts_ms;
    first_partition_ = event.context_partition;
  }
  ++sums_.total_events;
  layers_[event.layer_used] += 1;
  ++sums_.endpoint_mix[event.tool_name_anon];
  bytes_ += event.response_chars;
  if (event.context_partition > first_partition_) {
    sums_.compaction_count =
        std::max(sums_.compaction_count, event.context_partition - first_partition_);
  }
  sums_.total_baseline_tokens += event.tokens_baseline;
  sums_.total_final_tokens += event.tokens_final;
  sums_.ended_at_ms = std::max(sums_.ended_at_ms, event.ts_ms);
  first_ = std::min(first_, event.ts_ms);
}

SessionSummary SessionTotals::Summary() const {
  SessionSummary summary = sums_;
  if (empty()) return summary;
  const auto count = static_cast<double>(sums_.total_events);
  const auto share = [&](const char* level) {
    const auto found = layers_.find(level);
    return found == layers_.end() ? 0 : found->second / count;
  };
  summary.dedup_hit_rate = share("L0");
  summary.l1_hit_rate = share("L1");
  summary.l2_hit_rate = share("L2");
  summary.avg_response_chars = static_cast<double>(bytes_) / count;
  summary.duration_sec = static_cast<double>(sums_.ended_at_ms - first_) / 1000;
  const auto base = static_cast<double>(sums_.total_baseline_tokens);
  const auto sent = static_cast<double>(sums_.total_final_tokens);
  if (base > 0) summary.savings_pct = 100 * (base - sent) / base;
  std::vector<std::pair<std::string, std::uint64_t>> endpoints(sums_.endpoint_mix.begin(),
                                                               sums_.endpoint_mix.end());
  std::stable_sort(endpoints.begin(), endpoints.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  if (endpoints.size() > kMaxEndpointMix) endpoints.resize(kMaxEndpointMix);
  summary.endpoint_mix = {endpoints.begin(), endpoints.end()};
  return summary;
}

}  // namespace waymark::services
