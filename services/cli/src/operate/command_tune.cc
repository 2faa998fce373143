// `tune`: adapts the configuration of the response pipeline to what it met.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "config/config_file.h"
#include "config/pipeline_files.h"
#include "config/token_file.h"
#include "graph/status.h"
#include "operate/tune_report.h"
#include "options/command.h"
#include "options/query_options.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/notes.h"
#include "output/output.h"
#include "services/quantities.h"
#include "services/session_logs.h"
#include "services/tuner.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

enum class TuneAction : std::uint8_t { kAnalyze, kShow, kFromClaudeLogs };

constexpr Milliseconds kMillisecondsOfADay = 86'400'000;
constexpr int kUsualDays = 30;

// Session logs, played through the pipeline.
struct ReplayedLogs {
  std::vector<StoredEvent> events;
  std::map<std::string, std::uint64_t> models;
  std::uint64_t damaged_lines = 0;
};

std::string MostFrequent(const std::map<std::string, std::uint64_t>& models) {
  const auto most =
      std::max_element(models.begin(), models.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == models.end() ? "" : most->first;
}

std::vector<StoredEvent> Replayed(const LoggedSession& session, const PipelineConfig& config) {
  const SessionContext context{.model_id = MostFrequent(session.models)};
  return ReplaySession(session, ResolvePipeline(config, context));
}

SimulatedSavings SavedIn(const std::vector<StoredEvent>& events) {
  SimulatedSavings savings{.events = events.size()};
  for (const StoredEvent& event : events) {
    savings.references += event.is_dedup_hit ? 1 : 0;
    savings.tokens_baseline += event.tokens_baseline;
    savings.tokens_sent += event.tokens_final;
  }
  return savings;
}

class TuneCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    const std::map<std::string, TuneAction> actions = {
        {"analyze", TuneAction::kAnalyze},
        {"show", TuneAction::kShow},
        {"from-claude-logs", TuneAction::kFromClaudeLogs}};
    app.add_option("action", action_,
                   "analyze: tune by the events of telemetry. from-claude-logs: tune by the "
                   "session logs of Claude Code, whose answers are played through the pipeline. "
                   "show: show the settings that sessions begin with")
        ->type_name("analyze|show|from-claude-logs")
        ->transform(NameOf(actions))
        ->required();
    app.add_option("--days", days_,
                   fmt::format("Look at so many days back (default: {})", kUsualDays))
        ->type_name("N")
        ->check(WholeNumber(1, 3650));
    app.add_option("--input-dir", input_,
                   "Read the telemetry or the session logs in this directory (default: your own)")
        ->type_name("DIR")
        ->check(NotBlank("name a directory"));
    app.add_option("--project", project_,
                   "With from-claude-logs: read only projects with this text in the names of "
                   "their directories")
        ->type_name("NAME");
    app.add_option("--team", team_,
                   "With analyze: fingerprints of tools that others have shared, a file for each "
                   "of them; what they met weighs 70 %")
        ->type_name("FILE")
        ->allow_extra_args(false)
        ->check(NotBlank("name a file"));
    app.add_option("--share", share_,
                   "With analyze: write the fingerprints of tools that at least 5 sessions used to "
                   "this file, for others. Needs telemetry.share_endpoints_with_team")
        ->type_name("FILE")
        ->check(NotBlank("name a file"));
    auto* const provider =
        app.add_option("--provider", providers_,
                       "With analyze: ask the MCP server at this address, which is SERVER here, "
                       "what the answers of its tools are like, and let that weigh 40 %")
            ->type_name("SERVER=URL")
            ->allow_extra_args(false);
    app.add_option("--token-file", token_file_,
                   "Send the token in this file to the servers of --provider, as Authorization: "
                   "Bearer")
        ->type_name("FILE")
        ->needs(provider);
    app.add_flag("--dry-run", is_dry_run_, "Show the changes, and write nothing");
    format_.AddTo(app, {kTextFormat, kJsonFormat});
  }

  int Run(const Settings& settings) override {
    if (const std::string misuse = FindMisuse(); !misuse.empty()) return FailUsage(misuse);
    const absl::Status status = Act(settings);
    return status.ok() ? kExitDone : Fail(status);
  }

 private:
  std::string FindMisuse() const {
    if (action_ != TuneAction::kFromClaudeLogs && !project_.empty()) {
      return "--project goes with from-claude-logs";
    }
    const bool has_others = !team_.empty() || !share_.empty() || !providers_.empty();
    if (action_ != TuneAction::kAnalyze && has_others) {
      return "--team, --share and --provider go with analyze";
    }
    for (const std::string& provider : providers_) {
      const std::size_t equals = provider.find('=');
      if (equals != std::string::npos && equals > 0 && equals + 1 < provider.size()) continue;
      return fmt::format(
          "--provider '{}' names no server; write it as SERVER=URL, with the name "
          "that `waymark savings --by server` shows",
          provider);
    }
    const bool has_option = days_ != 0 || !input_.empty() || is_dry_run_;
    return action_ == TuneAction::kShow && has_option ? "show takes no options but --format" : "";
  }

  absl::Status Act(const Settings& settings) const {
    WM_ASSIGN_OR_RETURN(const PipelineFiles files, FindPipelineFiles(settings));
    WM_ASSIGN_OR_RETURN(const PipelineConfig config, LoadPipelineConfig(files));
    const bool json = format_.Resolve(settings) == kJsonFormat;
    switch (action_) {
      case TuneAction::kAnalyze:
        return Analyze(files, config, json);
      case TuneAction::kFromClaudeLogs:
        return TuneByLogs(settings, files, config, json);
      case TuneAction::kShow:
        break;
    }
    std::error_code ignored;
    const bool is_there = fs::exists(files.config, ignored);
    return WriteText(json ? PipelineJson(config, files.config, is_there)
                          : PipelineText(config, files.config, is_there));
  }

  int days() const { return days_ == 0 ? kUsualDays : days_; }

  Milliseconds since() const { return NowInMilliseconds() - days() * kMillisecondsOfADay; }

  std::string DaysText() const {
    return Counted(static_cast<std::uint64_t>(days()), "day", "days");
  }

  absl::Status Analyze(const PipelineFiles& files, const PipelineConfig& config, bool json) const {
    const fs::path directory = input_.empty() ? files.telemetry : fs::path(input_);
    const TelemetryRecord record = ReadTelemetry(directory, since());
    if (record.events.empty()) {
      return absl::NotFoundError(fmt::format(
          "there are no events of the last {} in {}{}", DaysText(), directory.string(),
          config.telemetry.enabled ? ""
                                   : "; telemetry is off: turn it on with `waymark telemetry on`, "
                                     "or use `waymark tune from-claude-logs`"));
    }
    const auto name_of = [&](const StoredEvent& event) {
      return EndpointNameOf(record, event.tool_name_anon);
    };
    TuneObservations seen = Observe(record.events, name_of);
    if (!is_dry_run_) WM_RETURN_IF_ERROR(WriteFingerprints(directory, seen.endpoints));
    WM_RETURN_IF_ERROR(Share(seen.endpoints, files, config));
    WM_RETURN_IF_ERROR(Blend(seen.endpoints));
    WM_RETURN_IF_ERROR(AskProviders(seen.endpoints));
    const auto simulate = [&](const PipelineConfig& tried) {
      return SimulateEvents(record.events, ResolvePipeline(tried, {}), name_of);
    };
    return Finish({.outcome = Tune(config, seen, TuneSource::kEvents, simulate),
                   .facts = seen.facts,
                   .damaged_lines = record.damaged_lines,
                   .looked_at = fmt::format("in {}", DaysText()),
                   .simulated = "references are simulated over the events; tokens of o200k_base, "
                                "the baseline is the texts of the servers"},
                  files, json);
  }

  absl::Status Share(const std::vector<EndpointFingerprint>& endpoints, const PipelineFiles& files,
                     const PipelineConfig& config) const {
    if (share_.empty()) return absl::OkStatus();
    if (!config.telemetry.share_endpoints_with_team) {
      return absl::FailedPreconditionError(fmt::format(
          "fingerprints are not shared unless you say so: set share_endpoints_with_team = true "
          "below [telemetry] in {}",
          files.config.string()));
    }
    std::string text;
    for (const EndpointFingerprint& print : ShareableFingerprints(endpoints)) {
      text += WriteFingerprintLine(print) + "\n";
    }
    if (is_dry_run_) return absl::OkStatus();
    WM_ASSIGN_OR_RETURN(const ConfigFile file, ReadConfigFile(share_));
    return ReplaceConfigFile(file, text);
  }

  // Adds what others met. A damaged line is an error: the file is somebody's, and could be asked
  // for again.
  absl::Status Blend(std::vector<EndpointFingerprint>& endpoints) const {
    std::vector<EndpointFingerprint> team;
    for (const std::string& name : team_) {
      WM_ASSIGN_OR_RETURN(const ConfigFile file, ReadConfigFile(name));
      if (!file.exists) {
        return absl::NotFoundError(fmt::format("there is no file {}", file.path.string()));
      }
      std::size_t line_number = 0;
      for (std::string_view rest = file.text; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const absl::StatusOr<EndpointFingerprint> print = ReadFingerprintLine(rest.substr(0, end));
        ++line_number;
        if (!print.ok()) {
          return absl::InvalidArgumentError(fmt::format(
              "{}:{}: {}", file.path.string(), line_number, std::string(print.status().message())));
        }
        team.push_back(*print);
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
    endpoints = BlendWithTeam(endpoints, team, NowInMilliseconds());
    return absl::OkStatus();
  }

  // Adds what servers tell of their tools. REQUIRES: FindMisuse() found none.
  absl::Status AskProviders(std::vector<EndpointFingerprint>& endpoints) const {
    std::string token;
    if (!token_file_.empty()) {
      WM_ASSIGN_OR_RETURN(token, ReadTokenFile(token_file_));
    }
    for (const std::string& provider : providers_) {
      const std::size_t equals = provider.find('=');
      const absl::StatusOr<std::vector<EndpointFingerprint>> told =
          FetchFingerprints(provider.substr(equals + 1), token, *Interrupt::flag());
      if (!told.ok()) {
        return absl::Status(
            told.status().code(),
            fmt::format("--provider {}: {}", provider, std::string(told.status().message())));
      }
      endpoints =
          BlendWithProvider(endpoints, provider.substr(0, equals), *told, NowInMilliseconds());
    }
    return absl::OkStatus();
  }

  absl::Status TuneByLogs(const Settings& settings, const PipelineFiles& files,
                          const PipelineConfig& config, bool json) const {
    WM_ASSIGN_OR_RETURN(const fs::path directory, LogDirectory(settings));
    WM_ASSIGN_OR_RETURN(const std::vector<fs::path> logs,
                        FindSessionLogs(directory, project_, since()));
    WM_ASSIGN_OR_RETURN(const ReplayedLogs replayed, Replay(logs, config));
    if (replayed.events.empty()) {
      return absl::NotFoundError(
          fmt::format("there are no answers of tools of the last {} in the session logs in {}",
                      DaysText(), directory.string()));
    }
    const auto name_of = [](const StoredEvent& event) { return event.tool_name_anon; };
    TuneObservations seen = Observe(replayed.events, name_of);
    seen.facts.models = replayed.models;
    const std::string model = MostFrequent(replayed.models);
    const auto simulate = [&](const PipelineConfig& tried) {
      return SimulateEvents(replayed.events, ResolvePipeline(tried, {.model_id = model}), name_of);
    };
    TuneReport report{
        .outcome = Tune(config, seen, TuneSource::kSessionLogs, simulate),
        .facts = seen.facts,
        .damaged_lines = replayed.damaged_lines,
        .looked_at = fmt::format("in {}", Counted(logs.size(), "session log", "session logs")),
        .simulated =
            "the answers were played through the pipeline; tokens of "
            "o200k_base, the baseline is the texts as they were logged"};
    report.outcome.before = SavedIn(replayed.events);
    WM_ASSIGN_OR_RETURN(const ReplayedLogs again, Replay(logs, report.outcome.config));
    report.outcome.after = SavedIn(again.events);
    return Finish(std::move(report), files, json);
  }

  absl::StatusOr<fs::path> LogDirectory(const Settings& settings) const {
    if (!input_.empty()) return fs::path(input_);
    const std::optional<fs::path>& named = settings.claude_directory;
    const std::optional<fs::path>& home = settings.home_directory;
    const bool is_home = named && home && *named / "" == *home / "";
    if (named && !is_home) return *named / "projects";
    if (home) return *home / ".claude" / "projects";
    return absl::FailedPreconditionError(
        "HOME is not set; name the directory of the session logs with --input-dir");
  }

  static absl::StatusOr<ReplayedLogs> Replay(const std::vector<fs::path>& logs,
                                             const PipelineConfig& config) {
    ReplayedLogs replayed;
    for (const fs::path& log : logs) {
      if (Interrupt::flag()->load()) return absl::CancelledError("tuning was interrupted");
      absl::StatusOr<LoggedSession> session = ReadSessionLog(log);
      if (!session.ok()) {
        PrintNote(fmt::format("waymark tune: {}\n",
                              VisibleMessage(std::string(session.status().message()))));
        continue;
      }
      replayed.damaged_lines += session->damaged_lines;
      for (const auto& [model, turns] : session->models) replayed.models[model] += turns;
      std::vector<StoredEvent> events = Replayed(*session, config);
      std::move(events.begin(), events.end(), std::back_inserter(replayed.events));
    }
    return replayed;
  }

  absl::Status Finish(TuneReport report, const PipelineFiles& files, bool json) const {
    report.file = files.config;
    report.is_refused = report.outcome.after.saved_tokens() < report.outcome.before.saved_tokens();
    if (!is_dry_run_ && !report.is_refused && !report.outcome.made.empty()) {
      WM_ASSIGN_OR_RETURN(report.former_file, SavePipelineConfig(files, report.outcome.config));
      report.is_written = true;
    }
    return WriteText(json ? TuneReportJson(report) : TuneReportText(report));
  }

  TuneAction action_ = TuneAction::kShow;
  int days_ = 0;  // 0: the usual number
  std::string input_;
  std::string project_;
  std::vector<std::string> team_;
  std::string share_;
  std::vector<std::string> providers_;  // "SERVER=URL"
  std::string token_file_;
  bool is_dry_run_ = false;
  FormatOption format_;
};

}  // namespace

std::unique_ptr<Command> MakeTuneCommand() { return std::make_unique<TuneCommand>(); }

}  // namespace waymark::services
