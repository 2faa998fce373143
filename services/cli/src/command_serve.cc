#include <memory>

#include <CLI/CLI.hpp>

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
    store_.AddTo(app);
  }

  int Run(const Settings& settings) override {
    const absl::StatusOr<std::filesystem::path> store = store_.Resolve(settings);
    if (!store.ok()) return FailUsage(std::string(store.status().message()));
    const absl::Status status = RunDaemon({.store_directory = *store,
                                           .runtime_directory = settings.runtime_directory,
                                           .watch = !no_watch_});
    // Whatever keeps a daemon from serving is a failure of it.
    return status.ok() ? kExitDone : Fail(status, Phase::kServing);
  }

 private:
  bool no_watch_ = false;
  StoreOption store_;
};

}  // namespace

std::unique_ptr<Command> MakeServeCommand() { return std::make_unique<ServeCommand>(); }

}  // namespace waymark::services
