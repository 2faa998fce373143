#include "services/daemon.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <grpc/grpc.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/resource_quota.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include "connection/daemon_file.h"
#include "connection/socket_path.h"
#include "connection/tcp_credentials.h"
#include "daemon/daemon_log.h"
#include "daemon/end_bound.h"
#include "daemon/freed_memory.h"
#include "daemon/waymark_service.h"
#include "graph/status.h"
#include "metrics/call_metrics.h"
#include "metrics/metrics_page.h"
#include "metrics/metrics_text.h"
#include "metrics/process_usage.h"
#include "services/engine.h"
#include "services/log_line.h"

namespace waymark::services {
namespace {

constexpr int kMaxStreamsPerConnection = 64;
// An idle thread checks this often whether the server is being stopped, because a wake-up inside
// gRPC is sometimes lost.
constexpr int kPollMs = 500;
constexpr std::chrono::seconds kPatienceLook{1};
// Time for the last replies to be sent. gRPC also waits for connections to close, and an idle
// client does not notice that it should close its own.
constexpr std::chrono::milliseconds kCloseGrace{50};
// Time for the TLS handshake; after it the connection is closed.
constexpr int kHandshakeMs = 10'000;
// Time for a client to answer a keepalive probe; the interval between probes if that is shorter.
constexpr std::chrono::seconds kPingPatience{20};
// Clients may send probes this often. By default gRPC closes connections that send them within five
// minutes.
constexpr int kLeastPingIntervalMs = 10'000;
constexpr int kMaxMetadataBytes = 128 << 10;  // holds the longest status message, percent-encoded

// SIGINT and SIGTERM, blocked in this thread and in all threads that it creates.
class StopSignals {
 public:
  StopSignals() {
    sigemptyset(&set_);
    sigaddset(&set_, SIGINT);
    sigaddset(&set_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set_, nullptr);
  }

  // Returns the signal, or 0 when `is_over`, which is called every kPatienceLook, returns true.
  // After that a further signal ends the process.
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

// The bound TCP port, if one was requested.
struct StartedServer {
  std::unique_ptr<grpc::Server> server;  // null when it cannot listen
  int port = 0;
};

absl::StatusOr<StartedServer> StartServer(const std::filesystem::path& socket,
                                          const DaemonOptions& options, grpc::Service& service) {
  StartedServer started;
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  builder.AddListeningPort("unix:" + socket.string(), grpc::InsecureServerCredentials());
  if (options.tcp.has_value()) {
    WM_ASSIGN_OR_RETURN(const std::shared_ptr<grpc::ServerCredentials> credentials,
                        ServerTcpCredentials(*options.tcp, options.token));
    builder.AddListeningPort(TextOf(options.tcp->address), credentials, &started.port);
    // Two servers on one port would share its clients.
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, kHandshakeMs);
    const std::chrono::milliseconds keepalive = options.tcp->keepalive;
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, static_cast<int>(keepalive.count()));
    builder.AddChannelArgument(
        GRPC_ARG_KEEPALIVE_TIMEOUT_MS,
        static_cast<int>(std::min<std::chrono::milliseconds>(keepalive, kPingPatience).count()));
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
                               kLeastPingIntervalMs);
  }
  builder.RegisterService(&service);
  builder.SetMaxReceiveMessageSize(kMaxRequestBytes);
  builder.SetMaxSendMessageSize(kMaxReplyBytes);
  builder.SetResourceQuota(grpc::ResourceQuota("waymark").SetMaxThreads(kMaxDaemonThreads));
  builder.SetSyncServerOption(grpc::ServerBuilder::SyncServerOption::NUM_CQS, 1);
  builder.SetSyncServerOption(grpc::ServerBuilder::SyncServerOption::CQ_TIMEOUT_MSEC, kPollMs);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, kMaxStreamsPerConnection);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, kMaxMetadataBytes);
  builder.AddChannelArgument(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  started.server = builder.BuildAndStart();
  if (started.server != nullptr && (!options.tcp.has_value() || started.port != 0)) return started;
  return absl::UnavailableError(fmt::format(
      "serve {}: cannot listen on {}{}", options.store_directory.string(), socket.string(),
      options.tcp.has_value()
          ? fmt::format(" and {}; the port may be taken, or a certificate or key be none",
                        TextOf(options.tcp->address))
          : ""));
}

absl::StatusOr<std::unique_ptr<MetricsPage>> ServeMetrics(const DaemonOptions& options,
                                                          const Engine& engine,
                                                          CallMetrics& calls) {
  const auto start = std::chrono::duration_cast<std::chrono::seconds>(
      std::chrono::system_clock::now().time_since_epoch());
  const auto write = [&engine, &calls, start]() -> absl::StatusOr<std::string> {
    WM_ASSIGN_OR_RETURN(EngineGauges gauges, engine.Gauges());
    return MetricsText({.calls = calls.Take(),
                        .engine = std::move(gauges),
                        .process = ReadProcessUsage(),
                        .start_unix_seconds = static_cast<std::uint64_t>(start.count())});
  };
  return MetricsPage::Serve(*options.metrics, options.token, write);
}

}  // namespace

absl::Status RunDaemon(const DaemonOptions& options) {
  StopSignals signals;  // before any thread: one that does not block a signal would swallow it
  // Never given back: the last reference would wait up to 10 s for a poller of the library.
  ::grpc_init();
  EndBound end;   // outlives all that may be held
  ::umask(0077);  // only the user may open the socket
  WM_ASSIGN_OR_RETURN(
      const std::unique_ptr<Engine> engine,
      Engine::Open({.store_directory = options.store_directory, .shared = options.shared}));
  WM_ASSIGN_OR_RETURN(DaemonFile file, DaemonFile::Lock(options.store_directory));
  WM_ASSIGN_OR_RETURN(const std::filesystem::path socket,
                      MakeSocketPath(options.runtime_directory, options.store_directory));
  // A daemon that was killed left it behind: the lock proves that nobody listens there.
  std::error_code ignored;
  std::filesystem::remove(socket, ignored);

  WM_RETURN_IF_ERROR(StartLog(options.log_file, options.log_level));
  if (options.watch) {
    engine->StartViewRefresher(
        {.watch = {}, .log = [](const std::string& line) { spdlog::info("{}", line); }});
  }
  CallMetrics calls;
  // A program that starts daemons on demand will start the newer one.
  std::atomic<bool> gives_way{false};
  const std::function<void()> give_way = [&gives_way] {
    gives_way = true;
    ::kill(::getpid(), SIGTERM);
  };
  WaymarkService service(*engine, calls, options.idle_exit.count() > 0 ? give_way : nullptr,
                         options.tcp.value_or(TcpOptions()));
  WM_ASSIGN_OR_RETURN(const StartedServer serving, StartServer(socket, options, service));
  LogLine started("start");
  started.With("process", ::getpid())
      .With("store", options.store_directory.string())
      .With("socket", socket.string());
  if (options.tcp.has_value()) started.With("port", serving.port);
  std::unique_ptr<MetricsPage> metrics;
  if (options.metrics.has_value()) {
    WM_ASSIGN_OR_RETURN(metrics, ServeMetrics(options, *engine, calls));
    started.With("metrics", metrics->Url());
  }
  WM_RETURN_IF_ERROR(
      file.Announce({.process = ::getpid(), .socket = socket, .log = options.log_file}));
  spdlog::info("{}", started.text());

  std::string reason;
  FreedMemory memory;
  const int number = signals.Wait([&] {
    memory.Look(FreedMemory::Clock::now());
    if (!file.IsInPlace()) {
      reason = "the store was removed";
    } else if (!std::filesystem::exists(socket, ignored)) {
      reason = "the socket was removed";
    } else if (options.idle_exit.count() > 0 && service.IdleTime() >= options.idle_exit) {
      reason = fmt::format("no call for {} s", options.idle_exit.count());
    }
    return !reason.empty();
  });
  if (gives_way) {
    reason = "a newer version takes over";
  } else if (number != 0) {
    reason = fmt::format("signal {}", number);
  }
  spdlog::info("{}", LogLine("stopping").With("reason", reason).text());
  end.Start(kMaxStop);
  file.Withdraw();
  service.StopTaking(kStopGrace);
  serving.server->Shutdown(std::chrono::system_clock::now() + kCloseGrace);
  serving.server->Wait();
  std::filesystem::remove(socket, ignored);
  spdlog::info("{}", LogLine("stopped").text());
  return absl::OkStatus();
}

}  // namespace waymark::services
