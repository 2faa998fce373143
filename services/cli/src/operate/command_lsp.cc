#include <csignal>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include "options/command.h"
#include "options/daemon_option.h"
#include "options/daemon_or_this.h"
#include "options/query_options.h"
#include "options/usual_source.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "services/lsp.h"

namespace waymark::services {
namespace {

class LspCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    place_.AddTo(app);
    app.add_flag(
        "--stdio", says_stdio_,
        "Accepted from editors that pass it; the server always uses standard input and output");
  }

  int Run(const Settings& settings) override {
    const absl::StatusOr<Place> place = place_.Resolve(settings);
    if (!place.ok()) return FailUsage(std::string(place.status().message()));
    // A client that is gone must show as a write error, and a daemon that ends must not become a
    // zombie.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGCHLD, SIG_IGN);
    const auto verbs = std::make_shared<DaemonOrThis>(*place, StartedDaemonPatience(settings));
    const absl::StatusOr<LspEnd> end = ServeLsp({.verbs = [verbs] { return (*verbs)(); },
                                                 .checkout_of = EnclosingRepository,
                                                 .home = settings.home_directory.value_or(""),
                                                 .usual = MakeUsualSource(settings),
                                                 .stopped = Interrupt::flag()},
                                                STDIN_FILENO, STDOUT_FILENO);
    if (!end.ok()) return Fail(end.status(), Phase::kServing);
    return *end == LspEnd::kOrderly ? kExitDone : kExitRefused;
  }

 private:
  PlaceOption place_;
  bool says_stdio_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeLspCommand() { return std::make_unique<LspCommand>(); }

}  // namespace waymark::services
