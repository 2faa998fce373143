#include "team/cutting_proxy.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace waymark::testing {
namespace {

constexpr char kSocketName[] = ".s.PGSQL.5432";
constexpr int kRelayLookMs = 20;

sockaddr_un AddressOf(const std::filesystem::path& socket) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, socket.c_str(), sizeof(address.sun_path) - 1);
  return address;
}

}  // namespace

CuttingProxy::CuttingProxy(const std::filesystem::path& server_directory,
                           std::function<std::uint64_t()> bytes_of_next)
    : server_socket_(server_directory / kSocketName), bytes_of_next_(std::move(bytes_of_next)) {
  listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_un address = AddressOf(directory_.path() / kSocketName);
  EXPECT_EQ(::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  EXPECT_EQ(::listen(listener_, 64), 0);
  thread_ = std::thread([this] { Run(); });
}

CuttingProxy::~CuttingProxy() {
  is_over_ = true;
  thread_.join();
  for (const Connection& connection : connections_) {
    ::close(connection.client);
    ::close(connection.server);
  }
  ::close(listener_);
}

void CuttingProxy::Accept() {
  const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
  if (client < 0) return;
  const int server = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_un address = AddressOf(server_socket_);
  if (::connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    ::close(client);
    ::close(server);
    return;
  }
  connections_.push_back({client, server, bytes_of_next_()});
}

bool CuttingProxy::Relay(Connection& connection, int from, int to) {
  char bytes[4096];
  const std::size_t wanted = std::min<std::uint64_t>(sizeof(bytes), connection.left);
  const ::ssize_t count = ::recv(from, bytes, wanted, 0);
  if (count <= 0) return false;
  for (::ssize_t sent = 0; sent < count;) {
    const ::ssize_t more =
        ::send(to, bytes + sent, static_cast<std::size_t>(count - sent), MSG_NOSIGNAL);
    if (more <= 0) return false;
    sent += more;
  }
  connection.left -= static_cast<std::uint64_t>(count);
  if (connection.left > 0) return true;
  ++cuts_;
  return false;
}

void CuttingProxy::Run() {
  while (!is_over_) {
    std::vector<pollfd> waiting = {{listener_, POLLIN, 0}};
    for (const Connection& connection : connections_) {
      waiting.push_back({connection.client, POLLIN, 0});
      waiting.push_back({connection.server, POLLIN, 0});
    }
    if (::poll(waiting.data(), waiting.size(), kRelayLookMs) <= 0) continue;
    std::size_t at = 1;
    for (auto connection = connections_.begin(); connection != connections_.end(); at += 2) {
      bool goes_on = true;
      if (waiting[at].revents != 0) {
        goes_on = Relay(*connection, connection->client, connection->server);
      }
      if (goes_on && waiting[at + 1].revents != 0) {
        goes_on = Relay(*connection, connection->server, connection->client);
      }
      if (goes_on) {
        ++connection;
        continue;
      }
      ::close(connection->client);
      ::close(connection->server);
      connection = connections_.erase(connection);
    }
    if (waiting[0].revents != 0) Accept();
  }
}

}  // namespace waymark::testing
