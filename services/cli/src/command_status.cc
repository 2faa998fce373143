#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "command.h"
#include "connect.h"
#include "exit_code.h"
#include "interrupt.h"
#include "output.h"
#include "query_options.h"
#include "render_records.h"
#include "standard_streams.h"
#include "visible_text.h"

namespace waymark::services {
namespace {

class StatusCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    app.add_flag("--prune", prune_, "Remove the views of checkouts that are gone first");
    format_.AddTo(app, {kTextFormat, kJsonFormat}, kTextFormat, kTextFormat);
    store_.AddTo(app);
  }

  int Run(const Settings& settings) override {
    const absl::StatusOr<std::filesystem::path> store = store_.Resolve(settings);
    if (!store.ok()) return FailUsage(std::string(store.status().message()));
    const absl::StatusOr<std::unique_ptr<Verbs>> verbs =
        OpenVerbs(*store, prune_ ? Access::kWrite : Access::kRead);
    if (!verbs.ok()) return Fail(verbs.status(), Phase::kOpening);
    if (prune_) {
      const absl::StatusOr<PruneAnswer> pruned = (*verbs)->Prune({.cancelled = Interrupt::flag()});
      if (!pruned.ok()) return Fail(pruned.status());
      for (const std::string& path : pruned->removed)
        PrintError(VisibleText(fmt::format("removed {}\n", path)));
    }
    Interrupt::SetAfter(kMaxQuestionTime);
    const absl::StatusOr<StatusAnswer> answer = (*verbs)->Status({.cancelled = Interrupt::flag()});
    if (!answer.ok()) return Fail(answer.status());
    const bool json = format_.Resolve(settings) == kJsonFormat;
    const absl::Status written = WriteText(json ? ToJson(*answer) : Render(*answer));
    return written.ok() ? kExitDone : Fail(written);
  }

 private:
  bool prune_ = false;
  FormatOption format_;
  StoreOption store_;
};

}  // namespace

std::unique_ptr<Command> MakeStatusCommand() { return std::make_unique<StatusCommand>(); }

}  // namespace waymark::services
