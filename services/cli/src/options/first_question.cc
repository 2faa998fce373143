#include "options/first_question.h"

#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "output/interrupt.h"
#include "output/notes.h"
#include "output/progress_meter.h"
#include "services/index_run.h"
#include "services/quantities.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

// How long a question waits for the first index run of another process.
constexpr std::chrono::seconds kFirstIndexPatience{10};

bool IsIndexed(Verbs& verbs, const fs::path& root) {
  const CallControl control{.cancelled = Interrupt::flag()};
  return !absl::IsFailedPrecondition(verbs.Generation({root}, control).status());
}

}  // namespace

void WaitForFirstIndex(Verbs& verbs, const fs::path& store, const fs::path& root) {
  constexpr std::chrono::milliseconds kLook{50};
  const auto end = std::chrono::steady_clock::now() + kFirstIndexPatience;
  bool is_told = false;
  while (const std::optional<IndexRun> run = FindIndexRun(store, root)) {
    if (IsIndexed(verbs, root) || *Interrupt::flag()) return;
    if (std::chrono::steady_clock::now() >= end) return;
    if (!is_told) {
      PrintNote(fmt::format("waiting for the first index of {}, which process {} makes\n",
                            VisibleLine(root.string()), run->process));
    }
    is_told = true;
    std::this_thread::sleep_for(kLook);
  }
}

bool WantsIndex(const absl::Status& refusal, Verbs* verbs, const fs::path& store,
                const fs::path& root) {
  const bool has_store = verbs != nullptr;
  if (has_store ? !absl::IsFailedPrecondition(refusal) : !absl::IsNotFound(refusal)) return false;
  return IsRepositoryRoot(root) && !(has_store && IsIndexed(*verbs, root)) &&
         !FindIndexRun(store, root).has_value() && !(has_store && !IsWritable(store)) &&
         !*Interrupt::flag();
}

absl::Status IndexFirst(const Place& place, const fs::path& root, const Settings& settings,
                        std::unique_ptr<Verbs>& verbs) {
  verbs.reset();
  WM_ASSIGN_OR_RETURN(verbs, OpenVerbs(place, Access::kWrite));
  PrintNote(fmt::format("waymark: {} is not indexed yet; indexing it first\n",
                        VisibleLine(root.string())));
  absl::StatusOr<IndexAnswer> answer;
  {
    bool is_told = false;
    ProgressMeter meter(settings);
    const auto show = [&meter, &is_told](const indexer::Progress& progress) {
      if (!is_told && progress.files_total > kManyFiles) {
        meter.Say(fmt::format(
            "waymark: it has {}: that takes a while, once; what is read is kept if you stop it\n",
            Counted(progress.files_total, "file", "files")));
        is_told = true;
      }
      meter.Show(progress);
    };
    answer = verbs->Index({.root = root}, show, {.cancelled = Interrupt::flag()});
  }
  WM_RETURN_IF_ERROR(answer.status());
  PrintNote(fmt::format("waymark: indexed {} in {}\n",
                        Counted(answer->report.symbols, "symbol", "symbols"),
                        Counted(answer->report.files_indexed, "file", "files")));
  return absl::OkStatus();
}

}  // namespace waymark::services
