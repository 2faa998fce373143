#include "services/daemon.h"

#include <algorithm>
#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/resource_quota.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon_file.h"
#include "graph/status.h"
#include "services/engine.h"
#include "socket_path.h"
#include "waymark_service.h"

namespace waymark::services {
namespace {

constexpr int kMaxStreamsPerConnection = 64;
// How long an idle thread waits before it looks whether the server is being stopped; a wake-up of
// gRPC's own is sometimes lost.
constexpr int kPollMs = 500;
constexpr std::chrono::seconds kPatienceLook{1};
constexpr int kMaxMetadataBytes = 128 << 10;  // holds the longest status message, percent-encoded

// SIGINT and SIGTERM, blocked in this thread and in all it creates.
class StopSignals {
 public:
  StopSignals() {
    sigemptyset(&set_);
    sigaddset(&set_, SIGINT);
    sigaddset(&set_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set_, nullptr);
  }

  // Returns the signal, or 0 when `is_over`, asked every kPatienceLook, says so; from then on
  // another signal ends the process.
  template <typename IsOver>
  int Wait(IsOver&& is_over) {
    constexpr timespec kLook{.tv_sec = kPatienceLook.count(), .tv_nsec = 0};
    int number = -1;
    while (number < 0 && !is_over()) number = sigtimedwait(&set_, nullptr, &kLook);
    number = std::max(number, 0);
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &set_, nullptr);
    return number;
  }

 private:
  sigset_t set_{};
};

void StartLog() {
  auto logger = spdlog::stderr_logger_mt("waymark");
  logger->set_pattern("%Y-%m-%dT%H:%M:%S.%e %l %v");
  spdlog::set_default_logger(std::move(logger));
}

std::unique_ptr<grpc::Server> StartServer(const std::filesystem::path& socket,
                                          grpc::Service& service) {
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  builder.AddListeningPort("unix:" + socket.string(), grpc::InsecureServerCredentials());
  builder.RegisterService(&service);
  builder.SetMaxReceiveMessageSize(kMaxRequestBytes);
  builder.SetMaxSendMessageSize(kMaxReplyBytes);
  builder.SetResourceQuota(grpc::ResourceQuota("waymark").SetMaxThreads(kMaxDaemonThreads));
  builder.SetSyncServerOption(grpc::ServerBuilder::SyncServerOption::NUM_CQS, 1);
  builder.SetSyncServerOption(grpc::ServerBuilder::SyncServerOption::CQ_TIMEOUT_MSEC, kPollMs);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, kMaxStreamsPerConnection);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, kMaxMetadataBytes);
  builder.AddChannelArgument(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  return builder.BuildAndStart();
}

}  // namespace

absl::Status RunDaemon(const DaemonOptions& options) {
  StopSignals signals;
  ::umask(0077);  // the socket is the user's alone
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<Engine> engine,
                      Engine::Open({.store_directory = options.store_directory}));
  WM_ASSIGN_OR_RETURN(DaemonFile file, DaemonFile::Lock(options.store_directory));
  WM_ASSIGN_OR_RETURN(const std::filesystem::path socket,
                      MakeSocketPath(options.runtime_directory, options.store_directory));
  // Left behind by a daemon that was killed: the lock says that nobody listens there.
  std::error_code ignored;
  std::filesystem::remove(socket, ignored);

  StartLog();
  if (options.watch) {
    engine->StartUpkeep({.watch = {}, .log = [](const std::string& line) { spdlog::info(line); }});
  }
  WaymarkService service(*engine);
  const std::unique_ptr<grpc::Server> server = StartServer(socket, service);
  if (server == nullptr) {
    return absl::UnavailableError(fmt::format("serve {}: cannot listen on {}",
                                              options.store_directory.string(), socket.string()));
  }
  WM_RETURN_IF_ERROR(file.Announce({.process = ::getpid(), .socket = socket}));
  spdlog::info("process {} serves {} on unix:{}", ::getpid(), options.store_directory.string(),
               socket.string());

  const int number = signals.Wait([&] {
    const bool is_idle = options.idle_exit.count() > 0 && service.IdleTime() >= options.idle_exit;
    return is_idle || !file.IsInPlace();
  });
  if (number != 0) {
    spdlog::info("signal {}: stopping", number);
  } else if (!file.IsInPlace()) {
    spdlog::info("the store {} was removed: stopping", options.store_directory.string());
  } else {
    spdlog::info("no call for {} s: stopping", options.idle_exit.count());
  }
  file.Withdraw();
  server->Shutdown(std::chrono::system_clock::now() + kStopGrace);
  server->Wait();
  std::filesystem::remove(socket, ignored);
  spdlog::info("stopped");
  return absl::OkStatus();
}

}  // namespace waymark::services
