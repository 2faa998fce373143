#include "services/daemon_state.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <thread>

#include <fmt/format.h>
#include <grpcpp/grpcpp.h>

#include "connection/daemon_file.h"
#include "waymark/v1/waymark.grpc.pb.h"

namespace waymark::services {
namespace {

constexpr char kStartedDaemonLog[] = "daemon.log";
constexpr std::chrono::milliseconds kEndLookInterval{20};

// Empty if it does not answer in time.
std::string VersionOfDaemon(const std::filesystem::path& socket,
                            std::chrono::milliseconds timeout) {
  const std::unique_ptr<v1::Waymark::Stub> stub = v1::Waymark::NewStub(
      grpc::CreateChannel("unix:" + socket.string(), grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + timeout);
  v1::PingReply reply;
  return stub->Ping(&context, v1::PingRequest(), &reply).ok() ? reply.version() : "";
}

// What the process that holds the lock has announced.
std::optional<DaemonAddress> HeldAddress(const std::filesystem::path& store_directory) {
  if (!IsDaemonFileHeld(store_directory)) return std::nullopt;
  return ReadDaemonFile(store_directory);
}

}  // namespace

std::optional<DaemonState> FindDaemon(const std::filesystem::path& store_directory,
                                      std::chrono::milliseconds timeout) {
  const std::optional<DaemonAddress> address = HeldAddress(store_directory);
  if (!address.has_value()) return std::nullopt;
  return DaemonState{.process = address->process,
                     .socket = address->socket,
                     .log = address->log,
                     .version = VersionOfDaemon(address->socket, timeout)};
}

absl::Status StopDaemon(const std::filesystem::path& store_directory,
                        std::chrono::milliseconds patience) {
  const std::optional<DaemonAddress> address = HeldAddress(store_directory);
  if (!address.has_value()) {
    return absl::NotFoundError(fmt::format("no daemon serves {}", store_directory.string()));
  }
  if (::kill(address->process, SIGTERM) != 0 && errno != ESRCH) {
    return absl::PermissionDeniedError(
        fmt::format("stop process {}: {}", address->process, std::strerror(errno)));
  }
  const auto limit = std::chrono::steady_clock::now() + patience;
  while (IsDaemonFileHeld(store_directory)) {
    if (std::chrono::steady_clock::now() >= limit) {
      return absl::UnavailableError(
          fmt::format("process {} has not ended in {} ms; end it with: kill -9 {}",
                      address->process, patience.count(), address->process));
    }
    std::this_thread::sleep_for(kEndLookInterval);
  }
  return absl::OkStatus();
}

std::filesystem::path StartedDaemonLog(const std::filesystem::path& store_directory) {
  return store_directory / kStartedDaemonLog;
}

}  // namespace waymark::services
