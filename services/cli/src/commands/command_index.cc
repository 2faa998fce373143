#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "options/command.h"
#include "options/connect.h"
#include "options/daemon_option.h"
#include "options/query_options.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "output/progress_meter.h"
#include "output/render_records.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMinMemoryBytes = std::uint64_t{96} << 20;

class IndexCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    app.add_option("path", path_, "Directory to index, such as ~/src/project")
        ->type_name("PATH")
        ->check(NotBlank("name a directory, such as ."))
        ->required();
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
    app.add_flag("--force", request_.force,
                 "Also read files that look unchanged; index even / or the home directory");
    app.add_flag("--no-history", no_history_,
                 "Leave the commits to a later run; until then rankings go without history");
    format_.AddTo(app, {kTextFormat, kJsonFormat}, kTextFormat, kTextFormat);
    place_.AddTo(app);
  }

  int Run(const Settings& settings) override {
    const absl::StatusOr<Place> place = place_.Resolve(settings);
    if (!place.ok()) return FailUsage(std::string(place.status().message()));
    // Checked before the store is opened, because opening creates it.
    std::error_code error;
    request_.read_history = !no_history_;
    request_.root = fs::canonical(settings.working_directory / path_, error);
    if (error) {
      return Fail(absl::NotFoundError(fmt::format("index {}: {}", path_, error.message())));
    }
    if (!fs::is_directory(request_.root, error)) {
      return Fail(absl::InvalidArgumentError(
          fmt::format("index {}: it is not a directory; name the root of a repository", path_)));
    }
    const absl::StatusOr<std::unique_ptr<Verbs>> verbs = OpenVerbs(*place, Access::kWrite);
    if (!verbs.ok()) return Fail(verbs.status(), Phase::kOpening);
    const absl::StatusOr<IndexAnswer> answer = IndexShowingProgress(**verbs, settings);
    if (!answer.ok()) return Fail(answer.status());
    const absl::Status written =
        WriteText(format_.Resolve(settings) == kJsonFormat ? ToJson(*answer) : Render(*answer));
    return written.ok() ? kExitDone : Fail(written);
  }

 private:
  absl::StatusOr<IndexAnswer> IndexShowingProgress(Verbs& verbs, const Settings& settings) {
    ProgressMeter meter(settings);
    return verbs.Index(request_,
                       [&meter](const indexer::Progress& progress) { meter.Show(progress); },
                       {.cancelled = Interrupt::flag()});
  }

  std::string path_;
  IndexRequest request_;
  FormatOption format_;
  bool no_history_ = false;
  PlaceOption place_;
};

}  // namespace

std::unique_ptr<Command> MakeIndexCommand() { return std::make_unique<IndexCommand>(); }

}  // namespace waymark::services
