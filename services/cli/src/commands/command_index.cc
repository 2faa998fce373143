#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "graph/store.h"
#include "options/command.h"
#include "options/connect.h"
#include "options/daemon_option.h"
#include "options/query_options.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/notes.h"
#include "output/output.h"
#include "output/progress_meter.h"
#include "output/standard_streams.h"
#include "render/render_records.h"
#include "services/engine.h"
#include "services/quantities.h"
#include "services/remote_engine.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMinMemoryBytes = std::uint64_t{96} << 20;

class IndexCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    app.add_option("path", path_,
                   "Directory to index, such as ~/src/project (default: the checkout around the "
                   "current directory). Files that a .waymarkignore in it leaves out are not "
                   "indexed; it is written like a .gitignore")
        ->type_name("PATH")
        ->check(NotBlank("name a directory, such as ."));
    repository_.AddTo(app);
    app.get_option("--repo")->description("Another way to name PATH, as with the other commands");
    app.add_option("--name", request_.repository_name,
                   "Name of the repository (default: its remote, else the directory)")
        ->type_name("NAME")
        ->check(NotBlank("give a name"));
    app.add_option("--at", request_.at,
                   "Index a commit instead of the files on disk: branch, tag, HEAD~3 or id")
        ->type_name("REV")
        ->check(NotBlank("name a branch, a tag or a commit"));
    app.add_option("--memory", request_.memory_bytes,
                   "Memory to use at most, such as 512MiB or 2GiB (default: 1GiB)")
        ->type_name("SIZE")
        ->transform(ByteCount(kMinMemoryBytes));
    app.add_flag(
        "--force", request_.force,
        "Read all files again, and repair a damaged store. Also allows indexing / or the home "
        "directory");
    app.add_flag("--no-history", no_history_,
                 "Leave the commits to a later run; until then rankings go without history");
    format_.AddTo(app, {kTextFormat, kJsonFormat});
    place_.AddTo(app);
  }

  std::optional<std::string> asked_directory() const override {
    return path_.empty() ? repository_.path : path_;
  }

  int Run(const Settings& settings) override {
    const absl::StatusOr<Place> place = place_.Resolve(settings);
    if (!place.ok()) return FailUsage(std::string(place.status().message()));
    if (!path_.empty() && !repository_.path.empty()) {
      return FailUsage("PATH and --repo both name the directory; leave out one of them");
    }
    if (!path_.empty()) repository_.path = path_;
    request_.read_history = !no_history_;
    // Resolved before the store is opened, because opening creates it.
    const absl::StatusOr<fs::path> root = repository_.Resolve(settings);
    if (!root.ok()) return Fail(root.status());
    request_.root = *root;
    Phase phase = Phase::kOpening;
    absl::StatusOr<IndexAnswer> answer = Index(*place, settings, phase);
    const bool may_replace = request_.force && !place->daemon.has_value();
    if (may_replace && IsBeyondUse(answer.status(), phase)) {
      answer = IndexInNewStore(*place, answer.status(), settings);
    }
    if (!answer.ok()) return Fail(answer.status(), phase);
    const bool is_json = format_.Resolve(settings) == kJsonFormat;
    if (IsQuiet() && !is_json) return kExitDone;
    const absl::Status written = WriteText(is_json ? ToJson(*answer) : Render(*answer));
    return written.ok() ? kExitDone : Fail(written);
  }

 private:
  // Which part a failure comes from is left in `phase`.
  absl::StatusOr<IndexAnswer> Index(const Place& place, const Settings& settings, Phase& phase) {
    phase = Phase::kOpening;
    WM_ASSIGN_OR_RETURN(const std::unique_ptr<Verbs> verbs, OpenVerbs(place, Access::kWrite));
    phase = Phase::kAsking;
    return IndexShowingProgress(*verbs, settings);
  }

  // A file that cannot be opened may be one of another program: Replace() tells them apart.
  static bool IsBeyondUse(const absl::Status& status, Phase phase) {
    return absl::IsDataLoss(status) ||
           (phase == Phase::kOpening && absl::IsFailedPrecondition(status));
  }

  // Not through a daemon: it has the old file open, and ends.
  absl::StatusOr<IndexAnswer> IndexInNewStore(const Place& place, const absl::Status& reason,
                                              const Settings& settings) {
    const fs::path& store = place.store;
    const absl::StatusOr<graph::ReplacedStore> replaced = graph::Store::Replace(store);
    if (!replaced.ok()) {
      return absl::Status(
          reason.code(), fmt::format("{}; it cannot be replaced: {}", std::string(reason.message()),
                                     std::string(replaced.status().message())));
    }
    PrintError(VisibleText(fmt::format(
        "waymark: {}\nwaymark: made a new one{}; kept {} of feedback and workspaces; other "
        "repositories have to be indexed again\n",
        std::string(reason.message()),
        replaced->kept_as.empty()
            ? ""
            : fmt::format(", and put the old one aside as {}", replaced->kept_as.string()),
        Counted(replaced->rows_rescued, "row", "rows"))));
    WM_ASSIGN_OR_RETURN(const std::unique_ptr<Engine> engine,
                        Engine::Open({.store_directory = store, .shared = place.team}));
    absl::StatusOr<IndexAnswer> answer = IndexShowingProgress(*engine, settings);
    if (answer.ok()) answer->report.damaged.emplace_back("the store as a whole");
    WaitForDaemonToEnd(store);
    return answer;
  }

  // A daemon that has the old file open notices within a second; until then it refuses questions.
  static void WaitForDaemonToEnd(const fs::path& store) {
    constexpr int kLooks = 30;
    constexpr std::chrono::milliseconds kPause{100};
    for (int i = 0; i < kLooks && RemoteEngine::Connect(store, kDaemonAnswerTime).ok(); ++i) {
      std::this_thread::sleep_for(kPause);
    }
  }

  absl::StatusOr<IndexAnswer> IndexShowingProgress(Verbs& verbs, const Settings& settings) {
    ProgressMeter meter(settings);
    return verbs.Index(request_,
                       [&meter](const indexer::Progress& progress) { meter.Show(progress); },
                       {.cancelled = Interrupt::flag()});
  }

  std::string path_;
  RepositoryOption repository_;
  IndexRequest request_;
  FormatOption format_;
  bool no_history_ = false;
  PlaceOption place_;
};

}  // namespace

std::unique_ptr<Command> MakeIndexCommand() { return std::make_unique<IndexCommand>(); }

}  // namespace waymark::services
