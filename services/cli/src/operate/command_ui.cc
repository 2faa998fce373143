#include <csignal>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "operate/open_browser.h"
#include "operate/page_questions.h"
#include "options/asked_checkout.h"
#include "options/command.h"
#include "options/daemon_option.h"
#include "options/daemon_or_this.h"
#include "options/query_options.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/notes.h"
#include "output/output.h"
#include "services/page_server.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

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
    const AskedCheckout asked = FindCheckout(place_, repository_, settings);
    if (asked.exit_code != kExitDone) return asked.exit_code;
    const absl::Status ready = IndexIfNeeded(asked.place, asked.root, settings);
    if (!ready.ok()) return Fail(ready);
    // A browser that is gone must show as a write error, and what is started must not become a
    // zombie.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGCHLD, SIG_IGN);
    const auto verbs = std::make_shared<DaemonOrThis>(asked.place, StartedDaemonPatience(settings));
    PageOptions options =
        PageOptionsFor(asked.place, asked.root, settings, [verbs] { return (*verbs)(); });
    options.repository = repository_.path;
    options.place_options = OptionsWritten(place_, settings);
    options.port = port_;
    options.listening = [&](const PageAddress& address) { Tell(asked.root, address); };
    options.stopped = Interrupt::flag();
    const absl::Status status = ServePage(options);
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
