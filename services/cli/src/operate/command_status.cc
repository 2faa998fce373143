#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "graph/status.h"
#include "options/command.h"
#include "options/connect.h"
#include "options/daemon_option.h"
#include "options/query_options.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/notes.h"
#include "output/output.h"
#include "render/render_records.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

class StatusCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    app.add_flag("--prune", prune_, "First remove the views of checkouts that no longer exist");
    app.add_option("--at", at_, "Show only the view of this commit of the repository")
        ->type_name("REV");
    repository_.AddTo(app);
    app.get_option("--repo")->description(
        "Show only this checkout (default: all; with --at the one around the current directory)");
    format_.AddTo(app, {kTextFormat, kJsonFormat});
    place_.AddTo(app);
  }

  int Run(const Settings& settings) override {
    if (at_.has_value() && (at_->empty() || prune_)) {
      return FailUsage("--at names a commit, and does not go with --prune");
    }
    const absl::StatusOr<Place> place = place_.Resolve(settings);
    if (!place.ok()) return FailUsage(std::string(place.status().message()));
    const absl::StatusOr<std::unique_ptr<Verbs>> verbs =
        OpenVerbs(*place, prune_            ? Access::kWrite
                          : at_.has_value() ? Access::kExtend
                                            : Access::kRead);
    if (!verbs.ok()) return Fail(verbs.status(), Phase::kOpening);
    if (prune_) {
      const absl::StatusOr<PruneAnswer> pruned =
          (*verbs)->Prune({}, {.cancelled = Interrupt::flag()});
      if (!pruned.ok()) return Fail(pruned.status());
      for (const std::string& path : pruned->removed)
        PrintNote(fmt::format("removed {}\n", VisibleLine(path)));
    }
    Interrupt::SetAfter(kMaxQuestionTime);
    const absl::StatusOr<StatusAnswer> answer = Ask(**verbs, settings);
    if (!answer.ok()) return Fail(answer.status());
    const bool json = format_.Resolve(settings) == kJsonFormat;
    const absl::Status written = WriteText(json ? ToJson(*answer) : Render(*answer));
    return written.ok() ? kExitDone : Fail(written);
  }

 private:
  absl::StatusOr<StatusAnswer> Ask(Verbs& verbs, const Settings& settings) const {
    const CallControl control{.cancelled = Interrupt::flag()};
    if (!at_.has_value() && repository_.path.empty()) return verbs.Status(control);
    WM_ASSIGN_OR_RETURN(const std::filesystem::path root, repository_.Resolve(settings));
    WM_ASSIGN_OR_RETURN(
        DoctorAnswer answer,
        verbs.Doctor({.root = root, .state = {.at = at_.value_or(""), .buffers = {}}}, control));
    return std::move(answer.status);
  }

  bool prune_ = false;
  std::optional<std::string> at_;
  RepositoryOption repository_;
  FormatOption format_;
  PlaceOption place_;
};

}  // namespace

std::unique_ptr<Command> MakeStatusCommand() { return std::make_unique<StatusCommand>(); }

}  // namespace waymark::services
