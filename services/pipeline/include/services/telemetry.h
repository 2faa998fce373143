// Telemetry of the response pipeline: what it did to each text, kept on this machine.
//
// A directory holds
//
//   events/SESSION-PART.jsonl  an event a line, kept for kEventDays
//   sessions.jsonl             a summary of each session that ended, kept for kSessionDays
//   endpoints.jsonl            fingerprints of endpoints, written anew by `waymark tune analyze`
//   secret                     32 random bytes, the key of the hashes
//   servers.jsonl              which name each hash of a server stands for
//
// Events hold no text, no arguments and no path: sessions, contexts, calls, servers, paths and
// contents are hashes with the secret as their key. Without `secret` and `servers.jsonl` they tell
// names of tools, sizes and times. Files are readable by their owner alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "services/pipeline_event.h"
#include "services/pipeline_settings.h"

namespace waymark::services {

inline constexpr int kEventDays = 30;
inline constexpr int kSessionDays = 90;
// A session goes on in the next file when the one that it writes to has this size.
inline constexpr std::uint64_t kMaxEventFileBytes = std::uint64_t{16} << 20;
// A longer line is damaged.
inline constexpr std::size_t kMaxTelemetryLine = std::size_t{64} << 10;

// Milliseconds since 1970.
using Milliseconds = std::int64_t;

// An event as a line holds it. Hashes are hexadecimal.
struct StoredEvent {
  std::string session_hash;        // 16 digits
  std::string context_hash;        // 8 digits; empty: unknown
  std::string tool_call_id_hash;   // 8 digits; empty: unknown
  std::string tool_name_anon;      // the endpoint: "mcp__p3fa9c1__list_issues"
  std::string endpoint_class;      // the tool: "list_issues"
  std::string tool_kind;           // "file-read", "file-mutate", "other"
  std::string file_path_hash;      // 8 digits; empty: none
  std::string content_sha_prefix;  // 32 digits
  bool is_dedup_hit = false;
  bool would_hit = false;
  bool is_numbered = false;
  std::string layer_used;   // "L0" to "L3"
  std::string format_id;    // as in PipelineEvent
  std::string template_id;  // empty: none
  std::string baseline_id;
  std::string tokenizer_id;
  std::uint64_t tokens_baseline = 0;
  std::uint64_t tokens_final = 0;
  std::uint64_t response_chars = 0;  // bytes
  std::uint64_t final_chars = 0;     // bytes
  std::string shape;
  std::vector<std::string> inner_formats;
  std::uint64_t nested_depth = 0;
  std::uint64_t n_cols = 0;
  std::uint64_t n_rows = 0;
  double key_stability = 0;
  std::uint64_t context_partition = 0;
  bool is_sidechain = false;
  std::uint64_t ref_age = 0;  // tokens
  std::uint64_t roundtrip_fail = 0;
  std::uint64_t encode_ns = 0;
  double sample_rate_applied = 1;
  Milliseconds ts_ms = 0;
};

// One line of sessions.jsonl, inside of {"type": "session_summary", "data": ...}.
struct SessionSummary {
  std::string session_hash;
  std::uint64_t total_events = 0;
  double dedup_hit_rate = 0;
  double l1_hit_rate = 0;
  double l2_hit_rate = 0;
  double avg_response_chars = 0;
  std::uint64_t compaction_count = 0;
  std::map<std::string, std::uint64_t> endpoint_mix;  // the most frequent kMaxEndpointMix
  std::uint64_t total_baseline_tokens = 0;
  std::uint64_t total_final_tokens = 0;
  double savings_pct = 0;  // of the baseline; negative if more was sent
  double duration_sec = 0;
  Milliseconds ended_at_ms = 0;
  double sample_rate_applied = 1;
};

inline constexpr std::size_t kMaxEndpointMix = 20;

// A line without its end. ReadEventLine: InvalidArgument for what is no event; members that it does
// not know are ignored, those that are missing have their defaults.
std::string WriteEventLine(const StoredEvent& event);
absl::StatusOr<StoredEvent> ReadEventLine(std::string_view line);
std::string WriteSummaryLine(const SessionSummary& summary);
absl::StatusOr<SessionSummary> ReadSummaryLine(std::string_view line);

// Sums the events of one session.
class SessionTotals {
 public:
  void Add(const StoredEvent& event);

  bool empty() const { return sums_.total_events == 0; }

  SessionSummary Summary() const;

 private:
  SessionSummary sums_;  // endpoint_mix has every endpoint
  std::map<std::string, double> layers_;
  std::uint64_t bytes_ = 0;
  Milliseconds first_ = 0;
  std::uint64_t first_partition_ = 0;
};

// Replaces names by hashes with a key. Thread-safe.
class Anonymizer {
 public:
  // An empty key leaves the names as they are, for events that are not written.
  explicit Anonymizer(std::string key) : key_(std::move(key)) {}

  // Without the session and the time.
  StoredEvent Anonymized(const PipelineEvent& event) const;
  std::string Session(std::string_view id) const;
  // "p3fa9c1"; empty for an empty name.
  std::string Server(std::string_view name) const;
  // Whether a session is recorded at this rate: the same answer for each of its events.
  bool IsSampled(std::string_view session_id, double rate) const;

 private:
  std::string Hashed(std::string_view domain, std::string_view value, std::size_t digits) const;

  std::string key_;
};

// Writes the events of one session. Thread-safe. An event that cannot be written is counted and
// costs nothing else.
class TelemetryLog final : public EventSink {
 public:
  using Clock = std::function<Milliseconds()>;

  // Makes the directory and its secret if they are missing, and deletes what is older than it is
  // kept. Errors are those of files.
  static absl::StatusOr<std::unique_ptr<TelemetryLog>> Open(const std::filesystem::path& directory,
                                                            const TelemetrySettings& settings,
                                                            std::string_view session_id,
                                                            Clock clock);
  ~TelemetryLog() override;  // ends the session: writes what is left, and its summary
  TelemetryLog(const TelemetryLog&) = delete;
  TelemetryLog& operator=(const TelemetryLog&) = delete;

  void Add(const PipelineEvent& event) override;
  // Events that could not be written.
  std::uint64_t lost_events() const;

 private:
  class State;
  explicit TelemetryLog(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The clock of the system.
Milliseconds NowInMilliseconds();

// The content of a directory.
struct TelemetryRecord {
  std::vector<StoredEvent> events;  // by session, in the order in which they were written
  std::vector<SessionSummary> sessions;
  std::map<std::string, std::string> servers;  // by hash
  std::uint64_t damaged_lines = 0;             // that were skipped
  std::uint64_t unreadable_files = 0;
  std::uint64_t bytes = 0;  // of all files
};

// Reads the events and summaries since a time. A missing directory is an empty record.
TelemetryRecord ReadTelemetry(const std::filesystem::path& directory, Milliseconds since);

// The name of an endpoint with its server's name, where that is known.
std::string EndpointNameOf(const TelemetryRecord& record, std::string_view tool_name_anon);

// Deletes everything that telemetry has written, and nothing else. Returns the number of files.
absl::StatusOr<std::uint64_t> PurgeTelemetry(const std::filesystem::path& directory);

}  // namespace waymark::services
