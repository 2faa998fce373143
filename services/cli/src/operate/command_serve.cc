#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "config/token_file.h"
#include "graph/status.h"
#include "options/command.h"
#include "options/daemon_option.h"
#include "options/query_options.h"
#include "options/team_option.h"
#include "output/exit_code.h"
#include "services/daemon.h"
#include "services/listen_address.h"
#include "services/remote_engine.h"
#include "services/start_daemon.h"

namespace waymark::services {
namespace {

class ServeCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    app.add_flag("--check", check_,
                 "Check whether a daemon answers for the store, and exit: 0 if so, 3 if not");
    app.add_flag("--no-watch", no_watch_,
                 "Do not follow changes on disk; answers say what differs");
    app.add_option("--idle-exit", idle_exit_seconds_,
                   "End after this many seconds without a question (default: never)")
        ->type_name("SECONDS")
        ->check(WholeNumber(1, UINT32_MAX));
    app.add_option("--log-file", log_file_,
                   "Log into this file instead of standard error; at 4 MiB NAME.log is renamed to "
                   "NAME.1.log, in the place of an older one")
        ->type_name("FILE")
        ->check(NotBlank("name a file"));
    std::vector<std::string> levels(std::begin(kLogLevels), std::end(kLogLevels));
    app.add_option("--log-level", log_level_, "Lowest level to log (default: info)")
        ->type_name(fmt::format("{}", fmt::join(levels, "|")))
        ->check(OneOf(levels));
    app.add_option("--metrics", metrics_,
                   "Answer GET /metrics for Prometheus; without HOST on 127.0.0.1, and on any free "
                   "port for 0; a host that other machines reach needs --token-file")
        ->type_name("[HOST:]PORT")
        ->check(IsListenAddress());
    app.add_option("--listen", listen_,
                   "Also listen over TCP, for clients that send the token; a host that other "
                   "machines reach needs TLS")
        ->type_name("[HOST:]PORT")
        ->check(IsListenAddress());
    app.add_option("--allow-root", allowed_roots_,
                   "Let clients over TCP index directories below this one; elsewhere they may only "
                   "update an index; may be repeated")
        ->type_name("DIR")
        ->allow_extra_args(false)
        ->check(NotBlank("name a directory"));
    app.add_option("--tcp-rate", calls_per_second_,
                   fmt::format("Calls per second that a machine may make over TCP (default: {})",
                               kTcpCallsPerSecond))
        ->type_name("N")
        ->check(WholeNumber(1, UINT32_MAX));
    app.add_option("--tcp-keepalive", keepalive_seconds_,
                   fmt::format("Probe a client over TCP after this many seconds of silence, and "
                               "close its connection if it does not answer (default: {})",
                               kTcpKeepalive.count()))
        ->type_name("SECONDS")
        ->check(WholeNumber(1, std::chrono::seconds(kMaxTcpKeepalive).count()));
    const std::pair<const char*, std::pair<std::string*, const char*>> files[] = {
        {"--token-file",
         {&token_file_,
          "File with the token that clients over TCP send, as Authorization: Bearer"}},
        {"--tls-certificate", {&tls_.certificates, "Use TLS over TCP, with this certificate"}},
        {"--tls-key", {&tls_.key, "Private key of that certificate"}},
        {"--tls-client-ca",
         {&tls_.authorities,
          "Require clients to have a certificate that one of these authorities signed"}}};
    for (const auto& [name, file] : files) {
      app.add_option(name, *file.first, file.second)
          ->type_name("FILE")
          ->check(NotBlank("name a file"));
    }
    store_.AddTo(app);
  }

  int Run(const Settings& settings) override {
    const absl::StatusOr<std::filesystem::path> store = store_.Resolve(settings);
    if (!store.ok()) return FailUsage(std::string(store.status().message()));
    const absl::Status status =
        check_ ? RemoteEngine::Connect(*store, kDaemonPatience).status() : Serve(*store, settings);
    // Every error that keeps a daemon from serving is a failure of the daemon.
    return status.ok() ? kExitDone : Fail(status, Phase::kServing);
  }

 private:
  absl::Status Serve(const std::filesystem::path& store, const Settings& settings) const {
    DaemonOptions options{.store_directory = store,
                          .runtime_directory = settings.runtime_directory,
                          .watch = !no_watch_,
                          .idle_exit = std::chrono::seconds(idle_exit_seconds_),
                          .log_level = log_level_,
                          .metrics = ReadListenAddress(metrics_),
                          .shared = ConfiguredTeamBlobs(settings)};
    if (!log_file_.empty()) options.log_file = settings.working_directory / log_file_;
    if (!token_file_.empty()) {
      WM_ASSIGN_OR_RETURN(options.token, ReadTokenFile(token_file_));
    }
    if (const auto address = ReadListenAddress(listen_); address.has_value()) {
      options.tcp = TcpOptions{.address = *address,
                               .calls_per_second = calls_per_second_,
                               .keepalive = std::chrono::seconds(keepalive_seconds_)};
      for (const std::string& root : allowed_roots_) {
        options.tcp->allowed_roots.push_back(settings.working_directory / root);
      }
      WM_ASSIGN_OR_RETURN(options.tcp->tls, tls_.Read(settings.working_directory));
    }
    return RunDaemon(options);
  }

  bool check_ = false;
  bool no_watch_ = false;
  std::uint32_t idle_exit_seconds_ = 0;
  std::string log_file_;
  std::string log_level_ = "info";
  std::string metrics_;
  std::string listen_;
  std::vector<std::string> allowed_roots_;
  std::uint32_t calls_per_second_ = kTcpCallsPerSecond;
  std::uint32_t keepalive_seconds_ = kTcpKeepalive.count();
  std::string token_file_;
  TlsFiles tls_;
  StoreOption store_;
};

}  // namespace

std::unique_ptr<Command> MakeServeCommand() { return std::make_unique<ServeCommand>(); }

}  // namespace waymark::services
