// `daemon`: shows, stops and reads the log of the daemon of a store.
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/command.h"
#include "options/query_options.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/log_tail.h"
#include "output/output.h"
#include "services/daemon_state.h"
#include "services/start_daemon.h"
#include "services/version.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

enum class DaemonAction : std::uint8_t { kStatus, kStop, kLogs };

constexpr std::uint32_t kUsualLogLines = 20;
constexpr std::uint32_t kMaxLogLines = 10'000;
constexpr std::chrono::milliseconds kFollowInterval{100};

absl::Status NoDaemon(const fs::path& store) {
  return absl::NotFoundError(fmt::format("no daemon serves {}", store.string()));
}

std::string TextOf(const DaemonState& daemon, const fs::path& store) {
  const std::string version =
      daemon.version.empty()
          ? "does not answer"
          : fmt::format("version {}{}", VisibleLine(daemon.version),
                        daemon.version == kVersion
                            ? ""
                            : fmt::format(", this program is {} and works without it", kVersion));
  const std::string log =
      daemon.log.empty() ? "standard error of the process" : VisibleLine(daemon.log.string());
  return fmt::format("process  {}, {}\nstore    {}\nsocket   {}\nlog      {}\n", daemon.process,
                     version, VisibleLine(store.string()), VisibleLine(daemon.socket.string()),
                     log);
}

std::string JsonOf(const DaemonState& daemon, const fs::path& store) {
  const Json json = {{"process", daemon.process},        {"answers", !daemon.version.empty()},
                     {"version", daemon.version},        {"store", store.string()},
                     {"socket", daemon.socket.string()}, {"log", daemon.log.string()}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// The log of the daemon that runs, otherwise that of the last one that was started on demand.
absl::StatusOr<fs::path> LogOf(const fs::path& store) {
  const std::optional<DaemonState> daemon = FindDaemon(store, std::chrono::milliseconds::zero());
  if (daemon.has_value() && daemon->log.empty()) {
    return absl::NotFoundError(fmt::format(
        "process {} logs to its standard error; under systemd run: journalctl --user -u waymark",
        daemon->process));
  }
  const fs::path log = daemon.has_value() ? daemon->log : StartedDaemonLog(store);
  std::error_code error;
  if (daemon.has_value() || fs::exists(log, error)) return log;
  return absl::NotFoundError(
      fmt::format("no daemon serves {}, and none has left a log in it", store.string()));
}

class DaemonCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    const std::map<std::string, DaemonAction> actions = {{"status", DaemonAction::kStatus},
                                                         {"stop", DaemonAction::kStop},
                                                         {"logs", DaemonAction::kLogs}};
    app.add_option("action", action_,
                   "status: show the process, its version, socket and log. stop: end it. logs: "
                   "print the last lines of its log")
        ->type_name("status|stop|logs")
        ->transform(NameOf(actions))
        ->required();
    app.add_flag("-f,--follow", follows_, "With logs: go on with each line that is added");
    app.add_option("-n,--lines", lines_,
                   fmt::format("With logs: number of lines (default: {})", kUsualLogLines))
        ->type_name("N")
        ->check(WholeNumber(1, kMaxLogLines));
    format_.AddTo(app, {kTextFormat, kJsonFormat});
    store_.AddTo(app);
  }

  int Run(const Settings& settings) override {
    const bool has_log_options = follows_ || lines_.has_value();
    if (has_log_options && action_ != DaemonAction::kLogs) {
      return FailUsage("--follow and --lines go with logs");
    }
    const absl::StatusOr<fs::path> store = store_.Resolve(settings);
    if (!store.ok()) return FailUsage(std::string(store.status().message()));
    const absl::Status status = action_ == DaemonAction::kStatus ? ShowStatus(*store, settings)
                                : action_ == DaemonAction::kStop ? Stop(*store, settings)
                                                                 : ShowLog(*store);
    return status.ok() ? kExitDone : Fail(status);
  }

 private:
  bool IsJson(const Settings& settings) const { return format_.Resolve(settings) == kJsonFormat; }

  absl::Status ShowStatus(const fs::path& store, const Settings& settings) const {
    const std::optional<DaemonState> daemon = FindDaemon(store, kDaemonPatience);
    if (!daemon.has_value()) return NoDaemon(store);
    return WriteText(IsJson(settings) ? JsonOf(*daemon, store) : TextOf(*daemon, store));
  }

  absl::Status Stop(const fs::path& store, const Settings& settings) const {
    const std::optional<std::int64_t> process = DaemonProcess(store);
    if (!process.has_value()) return NoDaemon(store);
    WM_RETURN_IF_ERROR(StopDaemon(store, kStopPatience));
    if (IsJson(settings)) return WriteText(Json({{"stopped", *process}}).dump(2) + "\n");
    return WriteText(fmt::format("stopped process {}, which served {}\n", *process,
                                 VisibleLine(store.string())));
  }

  absl::Status ShowLog(const fs::path& store) const {
    WM_ASSIGN_OR_RETURN(const fs::path log, LogOf(store));
    WM_ASSIGN_OR_RETURN(LogTail tail, LogTail::Open(log));
    WM_ASSIGN_OR_RETURN(std::string text, tail.LastLines(lines_.value_or(kUsualLogLines)));
    WM_RETURN_IF_ERROR(WriteText(text));
    while (follows_ && !*Interrupt::flag()) {
      WM_ASSIGN_OR_RETURN(text, tail.Added());
      if (text.empty()) std::this_thread::sleep_for(kFollowInterval);
      WM_RETURN_IF_ERROR(WriteText(text));
    }
    return absl::OkStatus();
  }

  DaemonAction action_ = DaemonAction::kStatus;
  bool follows_ = false;
  std::optional<std::uint32_t> lines_;
  FormatOption format_;
  StoreOption store_;
};

}  // namespace

std::unique_ptr<Command> MakeDaemonCommand() { return std::make_unique<DaemonCommand>(); }

}  // namespace waymark::services
