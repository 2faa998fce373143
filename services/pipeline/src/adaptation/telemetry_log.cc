// Writes the events of a session.
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "adaptation/telemetry_files.h"
#include "graph/mutex.h"
#include "graph/status.h"
#include "services/telemetry.h"

namespace waymark::services {

namespace fs = std::filesystem;

class TelemetryLog::State {
 public:
  State(const fs::path& directory, const TelemetrySettings& settings, std::string_view session_id,
        Clock clock, std::string secret)
      : paths_(directory),
        anonymizer_(std::move(secret)),
        clock_(std::move(clock)),
        flush_every_(settings.flush_every),
        rate_(settings.sample_rate),
        session_(anonymizer_.Session(session_id)),
        is_sampled_(anonymizer_.IsSampled(session_id, settings.sample_rate)) {
    MutexLock lock(mutex_);
    // Names that cannot be read are written again.
    EachLine(paths_.servers, [&](std::string_view line) WM_REQUIRES(mutex_) {
      known_servers_ += fmt::format("{}\n", line);
    }).IgnoreError();
  }

  void Add(const PipelineEvent& event) {
    if (!is_sampled_) return;
    StoredEvent stored = anonymizer_.Anonymized(event);
    stored.session_hash = session_;
    stored.sample_rate_applied = rate_;
    stored.ts_ms = clock_();
    MutexLock lock(mutex_);
    NoteServer(event.server);
    totals_.Add(stored);
    waiting_ += WriteEventLine(stored);
    waiting_ += '\n';
    if (++waiting_events_ >= flush_every_) Flush();
  }

  void End() {
    MutexLock lock(mutex_);
    Flush();
    if (totals_.empty()) return;
    // A summary that cannot be written is lost alone: the events are there.
    AppendSession(paths_, WriteSummaryLine(totals_.Summary())).IgnoreError();
  }

  std::uint64_t lost_events() const {
    MutexLock lock(mutex_);
    return lost_events_;
  }

 private:
  void Flush() WM_REQUIRES(mutex_) {
    if (waiting_.empty()) return;
    const fs::path file = paths_.events / fmt::format("{}-{:04}.jsonl", session_, part_);
    const absl::StatusOr<std::uint64_t> size = AppendToFile(file, waiting_);
    if (!size.ok()) lost_events_ += waiting_events_;
    if (size.ok() && *size >= kMaxEventFileBytes) ++part_;
    waiting_.clear();
    waiting_events_ = 0;
  }

  void NoteServer(const std::string& server) WM_REQUIRES(mutex_) {
    if (server.empty()) return;
    const std::string line = WriteServerLine(anonymizer_.Server(server), server) + "\n";
    if (known_servers_.find(line) != std::string::npos) return;
    known_servers_ += line;
    AppendToFile(paths_.servers, line).status().IgnoreError();
  }

  const TelemetryPaths paths_;
  const Anonymizer anonymizer_;
  const Clock clock_;
  const std::uint32_t flush_every_;
  const double rate_;
  const std::string session_;
  const bool is_sampled_;
  mutable Mutex mutex_;
  std::string known_servers_ WM_GUARDED_BY(mutex_);  // lines of the file of servers
  SessionTotals totals_ WM_GUARDED_BY(mutex_);
  std::string waiting_ WM_GUARDED_BY(mutex_);
  std::uint32_t waiting_events_ WM_GUARDED_BY(mutex_) = 0;
  std::uint64_t lost_events_ WM_GUARDED_BY(mutex_) = 0;
  int part_ WM_GUARDED_BY(mutex_) = 0;
};

TelemetryLog::TelemetryLog(std::unique_ptr<State> state) : state_(std::move(state)) {}

TelemetryLog::~TelemetryLog() { state_->End(); }

absl::StatusOr<std::unique_ptr<TelemetryLog>> TelemetryLog::Open(const fs::path& directory,
                                                                 const TelemetrySettings& settings,
                                                                 std::string_view session_id,
                                                                 Clock clock) {
  WM_ASSIGN_OR_RETURN(std::string secret, PrepareTelemetry(directory));
  DropOldTelemetry(TelemetryPaths(directory), clock());
  return std::unique_ptr<TelemetryLog>(new TelemetryLog(std::make_unique<State>(
      directory, settings, session_id, std::move(clock), std::move(secret))));
}

void TelemetryLog::Add(const PipelineEvent& event) { state_->Add(event); }

std::uint64_t TelemetryLog::lost_events() const { return state_->lost_events(); }

Milliseconds NowInMilliseconds() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace waymark::services
