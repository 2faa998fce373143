#include <csignal>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include "command.h"
#include "daemon_or_this.h"
#include "exit_code.h"
#include "interrupt.h"
#include "query_options.h"
#include "services/mcp.h"

namespace waymark::services {
namespace {

class McpCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    repository_.AddTo(app);
    store_.AddTo(app);
    app.add_flag(
        "--learn", learns_,
        "Learn from the symbols that are asked for after a task: `waymark feedback list` shows it");
  }

  int Run(const Settings& settings) override {
    const absl::StatusOr<std::filesystem::path> store = store_.Resolve(settings);
    if (!store.ok()) return FailUsage(std::string(store.status().message()));
    const absl::StatusOr<std::filesystem::path> root = repository_.Resolve(settings);
    if (!root.ok()) return Fail(root.status());
    // A client that is gone is an error of writing, and a daemon that ends leaves nothing behind.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGCHLD, SIG_IGN);
    const auto verbs = std::make_shared<DaemonOrThis>(*store);
    const absl::Status status = ServeMcp({.root = *root,
                                          .verbs = [verbs] { return (*verbs)(); },
                                          .learns = learns_,
                                          .stopped = Interrupt::flag()},
                                         STDIN_FILENO, STDOUT_FILENO);
    return status.ok() ? kExitDone : Fail(status, Phase::kServing);
  }

 private:
  RepositoryOption repository_;
  StoreOption store_;
  bool learns_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeMcpCommand() { return std::make_unique<McpCommand>(); }

}  // namespace waymark::services
