// `team`: creates, shows, checks and collects the shared store of a team, and exchanges commits
// with it.
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "operate/team_exchange.h"
#include "options/command.h"
#include "options/option_groups.h"
#include "options/query_options.h"
#include "options/team_option.h"
#include "output/exit_code.h"
#include "output/notes.h"
#include "output/output.h"
#include "render/render_queue.h"
#include "render/render_team.h"
#include "services/quantities.h"
#include "services/visible_text.h"
#include "team/enqueue_action.h"
#include "team/work_action.h"

namespace waymark::services {
namespace {

enum class TeamAction : std::uint8_t { kInit, kPush, kPull, kStatus, kEnqueue, kWork, kFsck, kGc };

constexpr std::uint64_t kMostKeptCommits = 1'000'000;
constexpr std::uint64_t kMostGraceHours = std::uint64_t{10} * 366 * 24;
constexpr auto kLeastGraceHours =
    static_cast<std::uint64_t>(std::chrono::ceil<std::chrono::hours>(kMinGrace).count());

// A line that is redrawn, on a terminal alone.
class BlobMeter {
 public:
  BlobMeter(const Settings& settings, std::string_view verb)
      : is_terminal_(settings.stderr_is_terminal), verb_(verb) {}

  ~BlobMeter() {
    if (drawn_) PrintNote("\r\x1b[K");
  }

  BlobMeter(const BlobMeter&) = delete;
  BlobMeter& operator=(const BlobMeter&) = delete;

  SharedProgress Progress() {
    return [this](const std::string& repository, std::uint64_t blobs) {
      if (!is_terminal_) return;
      PrintNote(fmt::format("\r{} {}: {}\x1b[K", verb_, VisibleLine(repository),
                            Counted(blobs, "blob", "blobs")));
      drawn_ = true;
    };
  }

 private:
  const bool is_terminal_;
  const std::string_view verb_;
  bool drawn_ = false;
};

class TeamCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    const std::map<std::string, TeamAction> actions = {
        {"init", TeamAction::kInit},       {"push", TeamAction::kPush},
        {"pull", TeamAction::kPull},       {"status", TeamAction::kStatus},
        {"enqueue", TeamAction::kEnqueue}, {"work", TeamAction::kWork},
        {"fsck", TeamAction::kFsck},       {"gc", TeamAction::kGc}};
    app.add_option(
           "action", action_,
           "init: create the shared store in a database, or bring it up to the format of "
           "this program. push: publish the index of a commit. pull: take over the commit "
           "nearest to HEAD. status: show what it holds, and the queue of work. enqueue: put "
           "repositories into that queue. work: index and publish repositories of the queue. fsck: "
           "read all of it and name what is damaged or missing. gc: delete old commits, and what "
           "nothing refers to (default: status)")
        ->type_name("init|push|pull|status|enqueue|work|fsck|gc")
        ->transform(NameOf(actions));
    team_.AddTo(app);
    enqueue_.AddTo(app);
    work_.AddTo(app);
    app.add_flag("--repair", marks_damage_,
                 "fsck: mark damaged blobs, so that the next publication that holds them stores "
                 "them again");
    app.add_option("--keep-commits", kept_commits_,
                   "gc: keep so many commits of a repository, the last published ones, besides "
                   "those of branches and tags (default: 100)")
        ->type_name("N")
        ->check(WholeNumber(0, kMostKeptCommits))
        ->group(kMoreGroup);
    app.add_option("--grace-hours", grace_hours_,
                   "gc: keep blobs that were stored or asked for within so many hours, which a "
                   "publication under way may need (default: 24)")
        ->type_name("N")
        ->check(WholeNumber(kLeastGraceHours, kMostGraceHours))
        ->group(kMoreGroup);
    app.add_flag("--dry-run", policy_.is_trial, "gc: count what would be deleted, delete nothing");
    exchange_.AddTo(app);
    format_.AddTo(app, {kTextFormat, kJsonFormat});
  }

  std::optional<std::string> asked_directory() const override { return exchange_.directory(); }

  int Run(const Settings& settings) override {
    if (const std::string misuse = FindMisuse(); !misuse.empty()) return FailUsage(misuse);
    const absl::StatusOr<TeamOptions> options = team_.Resolve();
    if (!options.ok()) return FailUsage(std::string(options.status().message()));
    json_ = format_.Resolve(settings) == kJsonFormat;
    if (action_ == TeamAction::kInit) return Init(*options);
    if (action_ == TeamAction::kWork) return Work(*options, settings);
    const absl::StatusOr<std::unique_ptr<SharedStore>> store = OpenTeamStore(*options);
    if (!store.ok()) return FailToOpen(store.status());
    switch (action_) {
      case TeamAction::kEnqueue:
        return Enqueue((*store)->queue(), settings);
      case TeamAction::kPush:
        return Finish(exchange_.Push(**store, settings, json_));
      case TeamAction::kPull:
        return Finish(exchange_.Pull(**store, options->url, settings, json_));
      case TeamAction::kFsck:
        return Check(**store, settings);
      case TeamAction::kGc:
        return Collect(**store, settings);
      default:
        return Show(**store);
    }
  }

 private:
  static int FailToOpen(const absl::Status& status) {
    if (absl::IsInvalidArgument(status)) return FailUsage(std::string(status.message()));
    return Fail(status, Phase::kOpening);
  }

  static int Finish(const absl::Status& written, int code = kExitDone) {
    return written.ok() ? code : Fail(written);
  }

  int Init(const TeamOptions& options) const {
    const absl::StatusOr<InitialisedStore> made = InitialiseTeamStore(options);
    if (!made.ok()) return FailToOpen(made.status());
    return Finish(WriteText(json_ ? JsonOf(*made) : TextOf(*made)));
  }

  int Show(SharedStore& store) const {
    const absl::StatusOr<SharedStoreState> state = store.State();
    if (!state.ok()) return Fail(state.status(), Phase::kOpening);
    const absl::StatusOr<QueueState> queue = store.queue().State(kMaxReportedJobs);
    if (!queue.ok()) return Fail(queue.status(), Phase::kOpening);
    return Finish(WriteText(json_ ? JsonOf(*state, *queue) : TextOf(*state, *queue)));
  }

  std::string FindMisuse() const {
    const bool is_enqueue = action_ == TeamAction::kEnqueue;
    const bool is_push = action_ == TeamAction::kPush;
    std::string misuse =
        exchange_.MisuseOf(is_push || is_enqueue, is_push || action_ == TeamAction::kPull);
    if (!misuse.empty()) return misuse;
    const bool asks_for_gc =
        policy_.is_trial || kept_commits_.has_value() || grace_hours_.has_value();
    if (asks_for_gc && action_ != TeamAction::kGc) {
      return "--dry-run, --keep-commits and --grace-hours go with gc";
    }
    if (marks_damage_ && action_ != TeamAction::kFsck) return "--repair goes with fsck";
    if (is_enqueue) {
      if (work_.is_given()) return "options of work do not go with enqueue";
      return enqueue_.FindMisuse();
    }
    if (enqueue_.is_given()) return "repositories and their options go with enqueue";
    if (work_.is_given() && action_ != TeamAction::kWork) {
      return "--jobs, --until-empty, --dir, --max-disk and --memory go with work";
    }
    return "";
  }

  int Enqueue(WorkQueue& queue, const Settings& settings) {
    const absl::StatusOr<EnqueueReport> report =
        enqueue_.Run(queue, exchange_.revision(), settings);
    if (absl::IsInvalidArgument(report.status())) {
      return FailUsage(VisibleMessage(std::string(report.status().message())));
    }
    if (!report.ok()) return Fail(report.status());
    return Finish(WriteText(json_ ? JsonOf(*report) : TextOf(*report)),
                  report->set_aside.empty() ? kExitDone : kExitRefused);
  }

  int Work(const TeamOptions& options, const Settings& settings) {
    const absl::StatusOr<WorkReport> report = work_.Run(options, settings, json_);
    if (!report.ok()) return FailToOpen(report.status());
    const bool has_failed = report->failed + report->set_aside > 0;
    return Finish(WriteText(json_ ? LineOf(*report) : TextOf(*report)),
                  has_failed ? kExitRefused : kExitDone);
  }

  int Check(SharedStore& store, const Settings& settings) const {
    absl::StatusOr<StoreCheck> check;
    {
      BlobMeter meter(settings, "checking");
      check = store.Check(marks_damage_, meter.Progress());
    }
    if (!check.ok()) return Fail(check.status(), Phase::kOpening);
    const absl::Status written =
        WriteText(json_ ? JsonOf(*check, marks_damage_) : TextOf(*check, marks_damage_));
    return Finish(written, check->problems == 0 ? kExitDone : kExitFailure);
  }

  int Collect(SharedStore& store, const Settings& settings) {
    if (kept_commits_.has_value()) policy_.kept_commits = *kept_commits_;
    if (grace_hours_.has_value()) policy_.grace = std::chrono::hours(*grace_hours_);
    absl::StatusOr<CollectionReport> report;
    {
      BlobMeter meter(settings, "collecting");
      report = store.Collect(policy_, meter.Progress());
    }
    if (!report.ok()) return Fail(report.status(), Phase::kOpening);
    const bool is_trial = policy_.is_trial;
    return Finish(WriteText(json_ ? JsonOf(*report, is_trial) : TextOf(*report, is_trial)));
  }

  TeamAction action_ = TeamAction::kStatus;
  TeamOption team_;
  EnqueueAction enqueue_;
  WorkAction work_;
  TeamExchange exchange_;
  RetentionPolicy policy_;
  std::optional<std::uint64_t> kept_commits_;
  std::optional<std::uint64_t> grace_hours_;
  bool marks_damage_ = false;
  FormatOption format_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeTeamCommand() { return std::make_unique<TeamCommand>(); }

}  // namespace waymark::services
