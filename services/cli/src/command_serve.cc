#include <chrono>
#include <cstdint>
#include <memory>

#include <CLI/CLI.hpp>

#include "argument_checks.h"
#include "command.h"
#include "exit_code.h"
#include "query_options.h"
#include "services/daemon.h"

namespace waymark::services {
namespace {

class ServeCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    app.add_flag("--no-watch", no_watch_,
                 "Do not follow changes on disk; answers say what differs");
    app.add_option("--idle-exit", idle_exit_seconds_,
                   "End after so many seconds without a question (default: never)")
        ->type_name("SECONDS")
        ->check(WholeNumber(1, UINT32_MAX));
    store_.AddTo(app);
  }

  int Run(const Settings& settings) override {
    const absl::StatusOr<std::filesystem::path> store = store_.Resolve(settings);
    if (!store.ok()) return FailUsage(std::string(store.status().message()));
    const absl::Status status = RunDaemon({.store_directory = *store,
                                           .runtime_directory = settings.runtime_directory,
                                           .watch = !no_watch_,
                                           .idle_exit = std::chrono::seconds(idle_exit_seconds_)});
    // Whatever keeps a daemon from serving is a failure of it.
    return status.ok() ? kExitDone : Fail(status, Phase::kServing);
  }

 private:
  bool no_watch_ = false;
  std::uint32_t idle_exit_seconds_ = 0;
  StoreOption store_;
};

}  // namespace

std::unique_ptr<Command> MakeServeCommand() { return std::make_unique<ServeCommand>(); }

}  // namespace waymark::services
