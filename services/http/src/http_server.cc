#include "services/http_server.h"

#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "graph/status.h"
#include "http_connection.h"

namespace waymark::services {
namespace {

using Clock = HttpConnection::Clock;

constexpr int kBacklog = 128;
// Longest time until a signal is noticed.
constexpr std::chrono::milliseconds kLookInterval{100};
constexpr std::chrono::milliseconds kEndLookInterval{5};

struct AddressDeleter {
  void operator()(addrinfo* address) const { ::freeaddrinfo(address); }
};

using Address = std::unique_ptr<addrinfo, AddressDeleter>;

absl::StatusOr<Address> Resolve(const std::string& host, std::uint16_t port) {
  const addrinfo wanted{.ai_flags = AI_PASSIVE | AI_NUMERICSERV,
                        .ai_family = AF_UNSPEC,
                        .ai_socktype = SOCK_STREAM,
                        .ai_protocol = IPPROTO_TCP,
                        .ai_addrlen = 0,
                        .ai_addr = nullptr,
                        .ai_canonname = nullptr,
                        .ai_next = nullptr};
  addrinfo* found = nullptr;
  const int error = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found);
  if (error == 0 && found != nullptr) return Address(found);
  return absl::InvalidArgumentError(fmt::format("listen on '{}': {}", host, ::gai_strerror(error)));
}

bool IsLoopback(const sockaddr_storage& address) {
  if (address.ss_family == AF_INET) {
    constexpr std::uint32_t kFirstByte = 24;
    sockaddr_in v4{};
    std::memcpy(&v4, &address, sizeof v4);
    return ntohl(v4.sin_addr.s_addr) >> kFirstByte == IN_LOOPBACKNET;
  }
  sockaddr_in6 v6{};
  std::memcpy(&v6, &address, sizeof v6);
  return address.ss_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&v6.sin6_addr);
}

HttpResponse RefusalOf(const HttpRefusal& refusal) {
  return {.status = refusal.status,
          .headers = {{"Content-Type", "text/plain; charset=utf-8"}},
          .body = refusal.reason + "\n",
          .ends_connection = true};
}

}  // namespace

void HttpExchange::Reply(const HttpResponse& response) {
  has_begun_ = true;
  ends_connection_ = response.ends_connection || !request_.KeepsConnection();
  std::vector<HttpHeader> headers = response.headers;
  if (response.status != HttpStatus::kNoContent) {
    headers.push_back({.name = "Content-Length", .value = std::to_string(response.body.size())});
  }
  connection_.Write(HttpHeadText(response.status, headers, ends_connection_) + response.body);
}

void HttpExchange::BeginStream(const HttpResponse& head) {
  has_begun_ = true;
  is_chunked_ = request_.minor_version > 0;
  ends_connection_ = !is_chunked_ || head.ends_connection || !request_.KeepsConnection();
  std::vector<HttpHeader> headers = head.headers;
  if (is_chunked_) headers.push_back({.name = "Transfer-Encoding", .value = "chunked"});
  connection_.Write(HttpHeadText(head.status, headers, ends_connection_));
}

bool HttpExchange::Write(std::string_view part) {
  if (!is_chunked_ || part.empty()) return connection_.Write(part);
  return connection_.Write(fmt::format("{:x}\r\n{}\r\n", part.size(), part));
}

void HttpExchange::End() {
  if (is_chunked_) connection_.Write("0\r\n\r\n");
}

bool HttpExchange::WaitForEnd(std::chrono::milliseconds limit) {
  return connection_.WaitForEnd(limit);
}

void HttpExchange::WhenGone(std::function<void()> gone) { connection_.WhenGone(std::move(gone)); }

void HttpExchange::HangUp() { connection_.HangUp(); }

struct HttpServer::Client {
  Client(int socket, const HttpTimes& times) : connection(socket, times) {}

  HttpConnection connection;
  std::atomic<bool> has_ended{false};
  std::thread thread;
};

absl::StatusOr<std::unique_ptr<HttpServer>> HttpServer::Listen(HttpServerOptions options) {
  WM_ASSIGN_OR_RETURN(const Address address, Resolve(options.host, options.port));
  const int listener =
      ::socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, IPPROTO_TCP);
  const auto unavailable = [&options](const char* what) {
    return absl::UnavailableError(
        fmt::format("{} {}:{}: {}", what, options.host, options.port, std::strerror(errno)));
  };
  if (listener < 0) return unavailable("make a socket for");
  std::unique_ptr<HttpServer> server(new HttpServer(options, listener));
  const int yes = 1;
  ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (::bind(listener, address->ai_addr, address->ai_addrlen) != 0) return unavailable("bind");
  if (::listen(listener, kBacklog) != 0) return unavailable("listen on");
  sockaddr_storage bound{};
  socklen_t length = sizeof bound;
  char host[NI_MAXHOST];
  char port[NI_MAXSERV];
  if (::getsockname(listener, reinterpret_cast<sockaddr*>(&bound), &length) != 0 ||
      ::getnameinfo(reinterpret_cast<sockaddr*>(&bound), length, host, sizeof host, port,
                    sizeof port, NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return unavailable("look up the address of");
  }
  server->address_ = host;
  server->port_ = static_cast<std::uint16_t>(std::stoi(port));
  server->is_loopback_ = IsLoopback(bound);
  return server;
}

HttpServer::HttpServer(HttpServerOptions options, int listener)
    : options_(std::move(options)), listener_(listener) {}

HttpServer::~HttpServer() {
  if (listener_ >= 0) ::close(listener_);
}

void HttpServer::Run(const std::atomic<bool>& stopped) {
  while (!stopped) {
    pollfd waiting{.fd = listener_, .events = POLLIN, .revents = 0};
    const int count = ::poll(&waiting, 1, static_cast<int>(kLookInterval.count()));
    LookAtClients();
    if (count > 0) Accept();
  }
  End();
}

void HttpServer::Accept() {
  const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (socket < 0) {
    // No descriptor is free: new clients wait until one is.
    if (errno == EMFILE || errno == ENFILE) std::this_thread::sleep_for(kLookInterval);
    return;
  }
  const int yes = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (clients_.size() >= kMaxHttpConnections) {
    const std::string head =
        HttpHeadText(HttpStatus::kServiceUnavailable,
                     {{"Retry-After", "1"}, {"Content-Length", "0"}}, /*ends_connection=*/true);
    static_cast<void>(::send(socket, head.data(), head.size(), MSG_NOSIGNAL));
    ::close(socket);
    return;
  }
  Client& client = clients_.emplace_back(socket, options_.times);
  client.thread = std::thread([this, &client] {
    Serve(client.connection);
    client.has_ended = true;
  });
}

void HttpServer::Serve(HttpConnection& connection) {
  while (ServeRequest(connection)) {
  }
  connection.Close();
}

// False if the connection ends.
bool HttpServer::ServeRequest(HttpConnection& connection) {
  HttpRequest request;
  HttpExchange exchange(connection, request);
  Clock::time_point deadline;
  const auto goes_on = [&exchange](const HttpConnection::Incoming& incoming) {
    if (incoming.refusal.has_value()) exchange.Reply(RefusalOf(*incoming.refusal));
    return incoming.is_complete;
  };
  if (!goes_on(connection.ReadHead(request, options_.max_head_bytes, deadline))) return false;
  if (std::optional<HttpResponse> refused = options_.admit(request)) {
    refused->ends_connection = true;  // its body is not read
    exchange.Reply(*refused);
    return false;
  }
  if (!goes_on(connection.ReadBody(request, options_.max_body_bytes, deadline))) return false;
  options_.answer(exchange);
  connection.WhenGone(nullptr);
  return !exchange.ends_connection();
}

void HttpServer::LookAtClients() {
  for (auto client = clients_.begin(); client != clients_.end();) {
    if (!client->has_ended) {
      client->connection.TellIfGone();
      ++client;
      continue;
    }
    client->thread.join();
    client = clients_.erase(client);
  }
}

void HttpServer::End() {
  ::close(std::exchange(listener_, -1));
  for (Client& client : clients_) client.connection.HangUp();
  const auto deadline = Clock::now() + options_.times.end;
  while (!clients_.empty() && Clock::now() < deadline) {
    clients_.remove_if([](Client& client) {
      if (client.has_ended) client.thread.join();
      return client.has_ended.load();
    });
    std::this_thread::sleep_for(kEndLookInterval);
  }
  if (!clients_.empty() && options_.cancel != nullptr) options_.cancel();
  for (Client& client : clients_) client.connection.TellIfGone();  // it was hung up on
  for (Client& client : clients_) client.thread.join();
  clients_.clear();
}

}  // namespace waymark::services
