// The tuner: from what the pipeline met to a better configuration. It works between sessions, by
// rules, and gives the numbers behind each change.
//
// Thread-safe; pure, but for what reads files or asks servers.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "services/pipeline_config.h"
#include "services/telemetry.h"

namespace waymark::services {

// Rules about one endpoint need so many answers of it.
inline constexpr std::uint64_t kLeastCalls = 20;

// Figures of the answers of an endpoint in the time that was looked at.
struct EndpointFingerprint {
  std::string endpoint_class;  // as EndpointName() has it
  std::uint64_t call_count = 0;
  double avg_response_chars = 0;  // bytes
  std::string shape_dominant;
  std::map<std::string, double> shape_mix;  // shares, which add up to 1
  double dup_rate = 0;   // of answers that an earlier one of the same context and partition equals
  double burst_p90 = 0;  // different answers between two equal ones, of nine in ten or less
  double format_entropy = 0;  // of shape_mix, in bits
  std::vector<std::string> inner_formats_top3;
  double avg_cols = 0;  // of tables of Markdown
  double avg_rows = 0;
  double key_stability_mean = 0;  // of arrays of objects
  Milliseconds first_seen_ms = 0;
  Milliseconds last_seen_ms = 0;
  std::uint64_t source_sessions = 0;
};

// A line of endpoints.jsonl, without its end. Errors of reading are those of ReadEventLine.
std::string WriteFingerprintLine(const EndpointFingerprint& fingerprint);
absl::StatusOr<EndpointFingerprint> ReadFingerprintLine(std::string_view line);

// The same as CSV (RFC 4180), with a line of names. Lists and shares stand in a cell: "url;log",
// "prose=0.5;unknown=0.5".
std::string WriteFingerprintsCsv(std::span<const EndpointFingerprint> fingerprints);

// The fingerprints in endpoints.jsonl; damaged lines are passed over. Empty if there is no file.
std::vector<EndpointFingerprint> ReadFingerprints(const std::filesystem::path& directory);

// Writes endpoints.jsonl of a directory of telemetry anew. Unavailable if it cannot be written.
absl::Status WriteFingerprints(const std::filesystem::path& directory,
                               std::span<const EndpointFingerprint> fingerprints);

// Only what so many sessions were behind is shared, and only so long it counts.
inline constexpr std::uint64_t kLeastSharedSessions = 5;
inline constexpr int kTeamDays = 14;

// The fingerprints that others may see.
std::vector<EndpointFingerprint> ShareableFingerprints(
    std::span<const EndpointFingerprint> fingerprints);

// Own fingerprints with those of a team: 70 % of a number are the team's. Fingerprints of several
// members are weighted by their sessions; those of fewer sessions than may be shared, or that were
// seen last more than kTeamDays ago, do not count.
std::vector<EndpointFingerprint> BlendWithTeam(std::span<const EndpointFingerprint> own,
                                               std::span<const EndpointFingerprint> team,
                                               Milliseconds now);

// A server tells what the answers of its tools are like at its address and this, as a JSON list.
inline constexpr std::string_view kFingerprintsPath = "/fingerprints/v1";
// A longer list is refused.
inline constexpr std::size_t kMaxFingerprintsBytes = std::size_t{4} << 20;

// Fingerprints that a server may tell of its own tools, by the names that the server gives them.
// ReadFingerprintList: InvalidArgument for anything else.
std::string WriteFingerprintList(std::span<const EndpointFingerprint> fingerprints,
                                 std::string_view server);
absl::StatusOr<std::vector<EndpointFingerprint>> ReadFingerprintList(std::string_view list);

// Asks the server of MCP at an address, "http://127.0.0.1:8123/mcp", for its list. `token` may be
// empty. Blocks up to half a minute a step; Cancelled soon after `stopped`; InvalidArgument for
// what is no address or no list, Unavailable if it cannot be had, with the reason.
absl::StatusOr<std::vector<EndpointFingerprint>> FetchFingerprints(
    std::string_view address, std::string_view token, const std::atomic<bool>& stopped);

// Own fingerprints with those of a server for its tools: 40 % of a number are the server's. Those
// of tools that were not called here do not count, nor those that a team's would not.
std::vector<EndpointFingerprint> BlendWithProvider(std::span<const EndpointFingerprint> own,
                                                   std::string_view server,
                                                   std::span<const EndpointFingerprint> provider,
                                                   Milliseconds now);

// Figures of sessions.
struct SessionFacts {
  std::uint64_t sessions = 0;
  std::uint64_t events = 0;
  std::uint64_t compactions = 0;
  double events_of_a_session = 0;    // mean
  double events_of_a_partition = 0;  // mean
  double read_share = 0;             // of events that read files
  std::uint64_t depth_p95 = 0;       // of nested objects; 0: there were none
  std::uint64_t bytes_p25 = 0;
  std::map<std::string, std::uint64_t> models;  // turns of each; empty: unknown
};

struct TuneObservations {
  std::vector<EndpointFingerprint> endpoints;
  SessionFacts facts;
};

// Gives the name of an event's endpoint, as EndpointName() has it.
using EndpointNamer = std::function<std::string(const StoredEvent&)>;

// Fingerprints are ordered by name.
TuneObservations Observe(std::span<const StoredEvent> events, const EndpointNamer& name_of);

// The amounts that a configuration would have sent.
struct SimulatedSavings {
  std::uint64_t events = 0;
  std::uint64_t references = 0;
  std::uint64_t tokens_baseline = 0;
  std::uint64_t tokens_sent = 0;

  std::int64_t saved_tokens() const;
  double saved_pct() const;
};

// Replays references, and the numbers that they need, over recorded events. Encodings cannot be
// replayed, since events hold no text: an answer that is sent has the tokens that it, or an equal
// one, had when it was encoded.
SimulatedSavings SimulateEvents(std::span<const StoredEvent> events,
                                const PipelineSettings& settings, const EndpointNamer& name_of);

// A change that a rule asks for.
struct TuneChange {
  std::string rule;    // "R1"
  std::string knob;    // "dedup.lru_size"
  std::string before;  // its value; empty: unset
  std::string after;
  std::string reason;  // with the numbers
  std::function<void(PipelineConfig&)> apply;
  std::int64_t saved_difference = 0;  // tokens that it saves more, by the simulation
  // Whether the simulation can tell what it saves: it is about references.
  bool is_simulated = false;
};

// The rules about sessions as agents log them tell more than events do: which models, which tools.
enum class TuneSource : std::uint8_t { kEvents, kSessionLogs };

// The changes that the rules ask for, in their order. None if the configuration fits.
std::vector<TuneChange> ChangesFor(const PipelineConfig& current, const TuneObservations& seen,
                                   TuneSource source);

struct TuneOutcome {
  PipelineConfig config;
  std::vector<TuneChange> made;
  std::vector<TuneChange> declined;  // each would have saved less, or no more if that is known
  SimulatedSavings before;
  SimulatedSavings after;
};

using Simulation = std::function<SimulatedSavings(const PipelineConfig&)>;

// Makes the changes one after the other, and leaves out each one that lowers what is saved, or that
// is about references and saves nothing. Tuning
// its outcome by the same observations makes no change.
TuneOutcome Tune(const PipelineConfig& current, const TuneObservations& seen, TuneSource source,
                 const Simulation& simulate);

}  // namespace waymark::services
