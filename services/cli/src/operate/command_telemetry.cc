// `telemetry`: switches the telemetry of the response pipeline, shows what it has recorded, and
// deletes it.
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "config/argument_checks.h"
#include "config/pipeline_files.h"
#include "graph/status.h"
#include "options/command.h"
#include "options/query_options.h"
#include "output/exit_code.h"
#include "output/output.h"
#include "services/quantities.h"
#include "services/tuner.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

constexpr Milliseconds kMillisecondsOfASecond = 1000;
constexpr char kCsvFormat[] = "csv";

enum class TelemetryAction : std::uint8_t { kOn, kOff, kShow, kPurge };

// The content of a directory of telemetry, summed up.
struct RecordedTelemetry {
  bool is_on = false;
  std::filesystem::path directory;
  TelemetryRecord record;
  std::uint64_t sessions = 0;
  Milliseconds first = 0;
  const StoredEvent* newest = nullptr;  // of the record
  std::vector<EndpointFingerprint> endpoints;
};

RecordedTelemetry SumUp(bool is_on, const std::filesystem::path& directory) {
  RecordedTelemetry sums{.is_on = is_on,
                         .directory = directory,
                         .record = ReadTelemetry(directory, 0),
                         .endpoints = {}};
  std::set<std::string_view> sessions;
  for (const StoredEvent& event : sums.record.events) {
    sessions.insert(event.session_hash);
    sums.first = sums.first == 0 ? event.ts_ms : std::min(sums.first, event.ts_ms);
    if (sums.newest == nullptr || event.ts_ms >= sums.newest->ts_ms) sums.newest = &event;
  }
  sums.sessions = sessions.size();
  const auto name_of = [&](const StoredEvent& event) {
    return EndpointNameOf(sums.record, event.tool_name_anon);
  };
  sums.endpoints = Observe(sums.record.events, name_of).endpoints;
  std::stable_sort(sums.endpoints.begin(), sums.endpoints.end(),
                   [](const EndpointFingerprint& a, const EndpointFingerprint& b) {
                     return a.call_count > b.call_count;
                   });
  return sums;
}

std::string TextOf(const RecordedTelemetry& sums) {
  std::string text = sums.is_on ? "telemetry is on; turn it off: waymark telemetry off\n"
                                : "telemetry is off; turn it on: waymark telemetry on\n";
  text += fmt::format("directory  {} ({})\n", VisibleLine(sums.directory.string()),
                      ByteSize(sums.record.bytes));
  if (sums.newest != nullptr) {
    text += fmt::format("events     {} in {}, {} to {}; kept for {} days\n",
                        Counted(sums.record.events.size(), "event", "events"),
                        Counted(sums.sessions, "session", "sessions"),
                        UtcDay(sums.first / kMillisecondsOfASecond),
                        UtcDay(sums.newest->ts_ms / kMillisecondsOfASecond), kEventDays);
  }
  text +=
      fmt::format("summaries  of {}; kept for {} days\n",
                  Counted(sums.record.sessions.size(), "session that ended", "sessions that ended"),
                  kSessionDays);
  if (sums.record.damaged_lines + sums.record.unreadable_files != 0) {
    text +=
        fmt::format("damaged    {} and {} were passed over\n",
                    Counted(sums.record.damaged_lines, "line", "lines"),
                    Counted(sums.record.unreadable_files, "unreadable file", "unreadable files"));
  }
  if (sums.newest == nullptr) return text;
  text += "\n answers  repeated  mean size  tool\n";
  for (const EndpointFingerprint& print : sums.endpoints) {
    text += fmt::format("{:>8}  {:>6.0f} %  {:>9}  {}\n", Grouped(print.call_count),
                        100 * print.dup_rate,
                        ByteSize(static_cast<std::uint64_t>(print.avg_response_chars)),
                        VisibleLine(print.endpoint_class));
  }
  return text + fmt::format("\nthe newest event, as it is stored:\n{}\n",
                            VisibleLine(WriteEventLine(*sums.newest)));
}

std::string JsonOf(const RecordedTelemetry& sums) {
  Json endpoints = Json::array();
  for (const EndpointFingerprint& print : sums.endpoints) {
    endpoints.push_back(Json::parse(WriteFingerprintLine(print)));
  }
  const Json json = {
      {"enabled", sums.is_on},
      {"directory", sums.directory.string()},
      {"bytes", sums.record.bytes},
      {"events", sums.record.events.size()},
      {"sessions", sums.sessions},
      {"summaries", sums.record.sessions.size()},
      {"damaged_lines", sums.record.damaged_lines},
      {"unreadable_files", sums.record.unreadable_files},
      {"endpoints", std::move(endpoints)},
      {"newest_event", sums.newest == nullptr ? Json() : Json::parse(WriteEventLine(*sums.newest))},
  };
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

class TelemetryCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    const std::map<std::string, TelemetryAction> actions = {{"on", TelemetryAction::kOn},
                                                            {"off", TelemetryAction::kOff},
                                                            {"show", TelemetryAction::kShow},
                                                            {"purge", TelemetryAction::kPurge}};
    app.add_option("action", action_,
                   "on, off: record what the response pipeline does in sessions that begin from "
                   "now on, or do not. show: sum up what is recorded, and show the newest event "
                   "as it is stored. purge: delete everything that was recorded (default: show)")
        ->type_name("on|off|show|purge")
        ->transform(NameOf(actions));
    format_.AddTo(app, {kTextFormat, kJsonFormat, kCsvFormat});
  }

  int Run(const Settings& settings) override {
    if (action_ != TelemetryAction::kShow && format_.Resolve(settings) == kCsvFormat) {
      return FailUsage("csv is a format of show: it has a line for each tool");
    }
    const absl::Status status = Act(settings);
    return status.ok() ? kExitDone : Fail(status);
  }

 private:
  absl::Status Act(const Settings& settings) const {
    WM_ASSIGN_OR_RETURN(const PipelineFiles files, FindPipelineFiles(settings));
    const bool json = format_.Resolve(settings) == kJsonFormat;
    switch (action_) {
      case TelemetryAction::kOn:
      case TelemetryAction::kOff:
        return Switch(files, action_ == TelemetryAction::kOn, json);
      case TelemetryAction::kPurge:
        return Purge(files, json);
      case TelemetryAction::kShow:
        break;
    }
    WM_ASSIGN_OR_RETURN(const PipelineConfig config, LoadPipelineConfig(files));
    const RecordedTelemetry sums = SumUp(config.telemetry.enabled, files.telemetry);
    if (format_.Resolve(settings) == kCsvFormat) {
      return WriteText(WriteFingerprintsCsv(sums.endpoints));
    }
    return WriteText(json ? JsonOf(sums) : TextOf(sums));
  }

  static absl::Status Switch(const PipelineFiles& files, bool is_on, bool json) {
    WM_RETURN_IF_ERROR(SwitchTelemetry(files, is_on));
    const std::string file = files.config.string();
    if (json) return WriteText(Json{{"enabled", is_on}, {"file", file}}.dump(2) + "\n");
    const std::string told =
        is_on ? fmt::format(
                    "telemetry is on for sessions that begin from now on; it stays on this "
                    "machine, in {}\n",
                    VisibleLine(files.telemetry.string()))
              : "telemetry is off for sessions that begin from now on; what is recorded stays "
                "until `waymark telemetry purge`\n";
    return WriteText(told + fmt::format("set in {}\n", VisibleLine(file)));
  }

  static absl::Status Purge(const PipelineFiles& files, bool json) {
    WM_ASSIGN_OR_RETURN(const std::uint64_t removed, PurgeTelemetry(files.telemetry));
    if (json) return WriteText(Json{{"removed_files", removed}}.dump(2) + "\n");
    return WriteText(fmt::format("deleted {} in {}\n", Counted(removed, "file", "files"),
                                 VisibleLine(files.telemetry.string())));
  }

  TelemetryAction action_ = TelemetryAction::kShow;
  FormatOption format_;
};

}  // namespace

std::unique_ptr<Command> MakeTelemetryCommand() { return std::make_unique<TelemetryCommand>(); }

}  // namespace waymark::services
