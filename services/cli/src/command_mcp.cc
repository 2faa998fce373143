#include <csignal>
#include <memory>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include "command.h"
#include "connect.h"
#include "exit_code.h"
#include "graph/mutex.h"
#include "interrupt.h"
#include "query_options.h"
#include "services/mcp.h"
#include "services/start_daemon.h"

namespace waymark::services {
namespace {

// The daemon of the store, started when there is none; where none can be, this process itself.
class DaemonOrThis {
 public:
  explicit DaemonOrThis(std::filesystem::path store) : store_(std::move(store)) {}

  absl::StatusOr<std::shared_ptr<Verbs>> operator()() {
    MutexLock lock(mutex_);  // one start at a time
    // Once none could be started, only one that somebody else starts is looked for.
    absl::StatusOr<std::unique_ptr<RemoteEngine>> daemon =
        own_ == nullptr ? ConnectOrStartDaemon(store_)
                        : RemoteEngine::Connect(store_, kDaemonPatience);
    if (daemon.ok()) return std::shared_ptr<Verbs>(*std::move(daemon));
    if (own_ != nullptr) return own_;
    absl::StatusOr<std::unique_ptr<Verbs>> own = OpenVerbs(store_, Access::kWrite);
    if (!own.ok()) return own.status();
    own_ = *std::move(own);
    return own_;
  }

 private:
  const std::filesystem::path store_;
  Mutex mutex_;
  std::shared_ptr<Verbs> own_ WM_GUARDED_BY(mutex_);
};

class McpCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    repository_.AddTo(app);
    store_.AddTo(app);
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
    const absl::Status status = ServeMcp(
        {.root = *root, .verbs = [verbs] { return (*verbs)(); }, .stopped = Interrupt::flag()},
        STDIN_FILENO, STDOUT_FILENO);
    return status.ok() ? kExitDone : Fail(status, Phase::kServing);
  }

 private:
  RepositoryOption repository_;
  StoreOption store_;
};

}  // namespace

std::unique_ptr<Command> MakeMcpCommand() { return std::make_unique<McpCommand>(); }

}  // namespace waymark::services
