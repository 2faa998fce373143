#include "team/work_action.h"

#include <algorithm>
#include <memory>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "indexer/indexer.h"
#include "options/option_groups.h"
#include "output/interrupt.h"
#include "output/notes.h"
#include "output/output.h"
#include "render/render_queue.h"
#include "services/quantities.h"
#include "services/visible_text.h"
#include "team/indexing_steps.h"
#include "team/reopened_queue.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMinCloneBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kMinJobMemoryBytes = std::uint64_t{96} << 20;

// The jobs of a worker share the cores.
unsigned ThreadsOfJob(unsigned jobs) {
  return std::max(1U, std::thread::hardware_concurrency() / jobs);
}

}  // namespace

void WorkAction::AddTo(CLI::App& app) {
  app.add_option("--jobs", jobs_, "work: index so many repositories at once (default: 1)")
      ->type_name("N")
      ->check(WholeNumber(1, kMaxJobsOfWorker));
  app.add_flag("--until-empty", until_empty_, "work: end when no repository is due");
  app.add_option("--dir", directory_,
                 "work: the directory of the clones (default: waymark/work in the user's directory "
                 "of state)")
      ->type_name("DIR")
      ->check(NotBlank("name a directory"))
      ->group(kMoreGroup);
  app.add_option("--max-disk", clone_bytes_,
                 "work: delete the clones that were not used for the longest time beyond this size "
                 "(default: 20GiB)")
      ->type_name("SIZE")
      ->transform(ByteCount(kMinCloneBytes))
      ->group(kMoreGroup);
  app.add_option("--memory", memory_bytes_,
                 "work: memory to use for each repository at most (default: 1GiB)")
      ->type_name("SIZE")
      ->transform(ByteCount(kMinJobMemoryBytes))
      ->group(kMoreGroup);
}

bool WorkAction::is_given() const {
  return jobs_.has_value() || !directory_.empty() || clone_bytes_.has_value() ||
         memory_bytes_.has_value() || until_empty_;
}

absl::StatusOr<fs::path> WorkAction::Directory(const Settings& settings) const {
  if (!directory_.empty()) return settings.working_directory / directory_;
  if (settings.state_directory.has_value()) return *settings.state_directory / "waymark" / "work";
  return absl::InvalidArgumentError("name the directory of the clones: --dir DIR");
}

absl::StatusOr<WorkReport> WorkAction::Run(const TeamOptions& team, const Settings& settings,
                                           bool is_json) {
  WM_ASSIGN_OR_RETURN(const fs::path directory, Directory(settings));
  const unsigned jobs = jobs_.value_or(1);
  // Leases are given back after an interrupt.
  TeamOptions for_queue = team;
  for_queue.cancelled = nullptr;
  ReopenedQueue queue(for_queue);
  const IndexingLimits limits{.threads = ThreadsOfJob(jobs),
                              .memory_bytes = memory_bytes_.value_or(indexer::kDefaultMemoryBytes)};
  const WorkerOptions options{
      .name = fmt::format("{}/{}", settings.host_name.empty() ? "host" : settings.host_name,
                          ::getpid()),
      .directory = directory,
      .max_clone_bytes = clone_bytes_.value_or(kUsualCloneBytes),
      .jobs = jobs,
      .until_empty = until_empty_,
      .cancelled = Interrupt::flag()};
  absl::Status written;
  const WorkerSinks sinks{
      .taken =
          [](const LeasedJob& job) {
            PrintDetail(fmt::format("waymark: takes {}\n", TextOf(job.key)));
          },
      .ended =
          [&](const EndedJob& ended) {
            if (written.ok()) written = WriteText(is_json ? LineOf(ended) : TextOf(ended));
          },
      .waits =
          [](const absl::Status& trouble) {
            PrintNote(fmt::format("waymark: {}; asking again in {} s\n",
                                  VisibleMessage(std::string(trouble.message())),
                                  kAskInterval.count()));
          }};
  WM_ASSIGN_OR_RETURN(const WorkReport report,
                      RunWorker(
                          queue, [&] { return MakeIndexingSteps(team, limits); }, options, sinks));
  WM_RETURN_IF_ERROR(written);
  return report;
}

}  // namespace waymark::services
