// Fingerprints that several people share as files, and those that servers tell.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "hints/json_parts.h"
#include "services/tuner.h"

namespace waymark::services {
namespace {

constexpr double kTeamWeight = 0.7;
constexpr double kOwnWeight = 0.3;
constexpr double kProviderWeight = 0.4;
constexpr Milliseconds kTeamAge = Milliseconds{kTeamDays} * 24 * 60 * 60 * 1000;

// The fingerprint of both: numbers are weighted, counts add up. What is a list comes from the one
// with more weight.
EndpointFingerprint Weighted(const EndpointFingerprint& a, double weight_of_a,
                             const EndpointFingerprint& b, double weight_of_b) {
  const double share = weight_of_a / (weight_of_a + weight_of_b);
  const auto mean = [&](double of_a, double of_b) { return share * of_a + (1 - share) * of_b; };
  EndpointFingerprint both = share >= 0.5 ? a : b;
  both.call_count = a.call_count + b.call_count;
  both.source_sessions = a.source_sessions + b.source_sessions;
  both.avg_response_chars = mean(a.avg_response_chars, b.avg_response_chars);
  both.dup_rate = mean(a.dup_rate, b.dup_rate);
  both.burst_p90 = mean(a.burst_p90, b.burst_p90);
  both.avg_cols = mean(a.avg_cols, b.avg_cols);
  both.avg_rows = mean(a.avg_rows, b.avg_rows);
  both.key_stability_mean = mean(a.key_stability_mean, b.key_stability_mean);
  both.first_seen_ms = std::min(a.first_seen_ms, b.first_seen_ms);
  both.last_seen_ms = std::max(a.last_seen_ms, b.last_seen_ms);
  both.shape_mix.clear();
  for (const auto& [shape, of_a] : a.shape_mix) both.shape_mix[shape] += share * of_a;
  for (const auto& [shape, of_b] : b.shape_mix) both.shape_mix[shape] += (1 - share) * of_b;
  both.format_entropy = 0;
  double most = 0;
  for (const auto& [shape, of_both] : both.shape_mix) {
    if (of_both > 0) both.format_entropy -= of_both * std::log2(of_both);
    if (of_both > most) both.shape_dominant = shape;
    most = std::max(most, of_both);
  }
  return both;
}

// Whether a fingerprint of others counts.
bool Counts(const EndpointFingerprint& print, Milliseconds now) {
  return print.source_sessions >= kLeastSharedSessions && print.last_seen_ms >= now - kTeamAge;
}

double SessionsOf(const EndpointFingerprint& print) {
  return std::max(1.0, static_cast<double>(print.source_sessions));
}

}  // namespace

std::vector<EndpointFingerprint> ShareableFingerprints(
    std::span<const EndpointFingerprint> fingerprints) {
  std::vector<EndpointFingerprint> shared;
  for (const EndpointFingerprint& print : fingerprints) {
    if (print.source_sessions >= kLeastSharedSessions) shared.push_back(print);
  }
  return shared;
}

std::vector<EndpointFingerprint> BlendWithTeam(std::span<const EndpointFingerprint> own,
                                               std::span<const EndpointFingerprint> team,
                                               Milliseconds now) {
  std::map<std::string, EndpointFingerprint> blended;
  for (const EndpointFingerprint& print : team) {
    if (!Counts(print, now)) continue;
    const auto [known, is_new] = blended.emplace(print.endpoint_class, print);
    if (is_new) continue;
    known->second = Weighted(known->second, SessionsOf(known->second), print, SessionsOf(print));
  }
  for (const EndpointFingerprint& print : own) {
    const auto [known, is_new] = blended.emplace(print.endpoint_class, print);
    if (is_new) continue;
    known->second = Weighted(known->second, kTeamWeight, print, kOwnWeight);
  }
  std::vector<EndpointFingerprint> sorted;
  sorted.reserve(blended.size());
  for (auto& [name, print] : blended) sorted.push_back(std::move(print));
  return sorted;
}

std::string WriteFingerprintList(std::span<const EndpointFingerprint> fingerprints,
                                 std::string_view server) {
  const std::string prefix = EndpointName(server, "");
  std::string list;
  for (EndpointFingerprint& print : ShareableFingerprints(fingerprints)) {
    if (!print.endpoint_class.starts_with(prefix)) continue;
    print.endpoint_class.erase(0, prefix.size());
    list += fmt::format("{}{}", list.empty() ? "" : ",\n", WriteFingerprintLine(print));
  }
  return fmt::format("[{}]\n", list);
}

absl::StatusOr<std::vector<EndpointFingerprint>> ReadFingerprintList(std::string_view list) {
  const auto elements = ArrayElements(list);
  if (!elements.has_value()) {
    return absl::InvalidArgumentError("the answer is no list of fingerprints");
  }
  std::vector<EndpointFingerprint> fingerprints;
  for (const std::string_view element : *elements) {
    WM_ASSIGN_OR_RETURN(EndpointFingerprint print, ReadFingerprintLine(element));
    fingerprints.push_back(std::move(print));
  }
  return fingerprints;
}

std::vector<EndpointFingerprint> BlendWithProvider(std::span<const EndpointFingerprint> own,
                                                   std::string_view server,
                                                   std::span<const EndpointFingerprint> provider,
                                                   Milliseconds now) {
  std::vector<EndpointFingerprint> blended(own.begin(), own.end());
  for (EndpointFingerprint& print : blended) {
    const auto told =
        std::find_if(provider.begin(), provider.end(), [&](const EndpointFingerprint& one) {
          return EndpointName(server, one.endpoint_class) == print.endpoint_class;
        });
    if (told == provider.end() || !Counts(*told, now)) continue;
    const std::string name = print.endpoint_class;
    print = Weighted(*told, kProviderWeight, print, 1 - kProviderWeight);
    print.endpoint_class = name;
  }
  return blended;
}

}  // namespace waymark::services
