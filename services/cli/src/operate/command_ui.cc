#include <csignal>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "config/pipeline_files.h"
#include "graph/status.h"
#include "install/health_checks.h"
#include "operate/open_browser.h"
#include "operate/savings_json.h"
#include "options/command.h"
#include "options/connect.h"
#include "options/daemon_option.h"
#include "options/daemon_or_this.h"
#include "options/first_question.h"
#include "options/query_options.h"
#include "options/usual_source.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/notes.h"
#include "output/output.h"
#include "render/render_records.h"
#include "services/page_server.h"
#include "services/shell_word.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

// Indexes the checkout if it has no index; an error if it cannot be asked about.
absl::Status IndexIfNeeded(const Place& place, const std::filesystem::path& root,
                           const Settings& settings) {
  if (place.daemon.has_value()) return absl::OkStatus();
  absl::StatusOr<std::unique_ptr<Verbs>> opened = OpenVerbs(place, Access::kRead);
  absl::Status status = opened.status();
  std::unique_ptr<Verbs> verbs;
  if (opened.ok()) {
    verbs = *std::move(opened);
    WaitForFirstIndex(*verbs, place.store, root);
    status = verbs->Generation({.root = root}, {.cancelled = Interrupt::flag()}).status();
  }
  if (!WantsIndex(status, verbs.get(), place.store, root)) return status;
  return IndexFirst(place, root, settings, verbs);
}

absl::StatusOr<std::string> SavedSoFar(const Settings& settings) {
  WM_ASSIGN_OR_RETURN(const PipelineFiles files, FindPipelineFiles(settings));
  const TelemetryRecord record = ReadTelemetry(files.telemetry, {});
  return SavingsJson(SavingsOf(record, SavingsBy::kTool), SavingsBy::kTool, record);
}

MachineAnswers AnswersAbout(const Place& place, const Settings& settings) {
  return {.status = [](const StatusAnswer& answer) { return ToJson(answer); },
          .doctor =
              [place, &settings](const DoctorAnswer& answer) {
                return ToJson(answer, CheckHealth(place, settings));
              },
          .savings = [&settings] { return SavedSoFar(settings); }};
}

class UiCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    repository_.AddTo(app);
    app.add_option("--port", port_, "Port on 127.0.0.1 (default: any free one)")
        ->type_name("N")
        ->check(WholeNumber(0, std::numeric_limits<std::uint16_t>::max()));
    app.add_flag("--no-open", no_open_, "Print the address and leave the browser alone");
    place_.AddTo(app);
  }

  std::optional<std::string> asked_directory() const override { return repository_.path; }

  int Run(const Settings& settings) override {
    const absl::StatusOr<Place> place = place_.Resolve(settings);
    if (!place.ok()) return FailUsage(std::string(place.status().message()));
    const absl::StatusOr<std::filesystem::path> root = repository_.Resolve(settings);
    if (!root.ok()) return Fail(root.status());
    if (const absl::Status ready = IndexIfNeeded(*place, *root, settings); !ready.ok()) {
      return Fail(ready);
    }
    // A browser that is gone must show as a write error, and what is started must not become a
    // zombie.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGCHLD, SIG_IGN);
    const auto verbs = std::make_shared<DaemonOrThis>(*place, StartedDaemonPatience(settings));
    std::string place_options;
    for (const auto& [name, value] : place_.Written(settings)) {
      place_options += fmt::format(" {} {}", name, ShellWord(value));
    }
    const absl::Status status =
        ServePage({.root = *root,
                   .verbs = [verbs] { return (*verbs)(); },
                   .usual = MakeUsualSource(settings),
                   .machine = AnswersAbout(*place, settings),
                   .repository = repository_.path,
                   .place_options = place_options,
                   .port = port_,
                   .listening = [&](const PageAddress& address) { Tell(*root, address); },
                   .stopped = Interrupt::flag()});
    return status.ok() ? kExitDone : Fail(status, Phase::kServing);
  }

 private:
  // The address goes to standard output, for programs; what is to be known of it to people.
  void Tell(const std::filesystem::path& root, const PageAddress& address) const {
    if (const absl::Status written = WriteOut(address.url + "\n"); !written.ok()) {
      PrintNote(fmt::format("waymark ui: {}\n", std::string(written.message())));
    }
    PrintNote(
        fmt::format("waymark ui: shows {} until interrupted; whoever has the address can "
                    "read the source\n",
                    VisibleLine(root.string())));
    if (no_open_) return;
    if (const absl::Status opened = OpenInBrowser(address.once); !opened.ok()) {
      PrintNote(
          fmt::format("waymark ui: no browser is opened: {}\n", std::string(opened.message())));
    }
  }

  RepositoryOption repository_;
  PlaceOption place_;
  std::uint16_t port_ = 0;
  bool no_open_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeUiCommand() { return std::make_unique<UiCommand>(); }

}  // namespace waymark::services
