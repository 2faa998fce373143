// A small HTTP/1.1 server with bounded resources: connections, bytes of head and body, times of a
// request, a pause and a write. One thread per connection. No TLS.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "services/http_message.h"

namespace waymark::services {

// Further connections get 503 and are closed.
inline constexpr std::size_t kMaxHttpConnections = 256;

struct HttpTimes {
  // A connection without a request for this long is closed.
  std::chrono::milliseconds idle{60'000};
  // From the first byte of a request to its last one; slower ones get 408.
  std::chrono::milliseconds request{10'000};
  // A client that takes no data for this long is considered gone.
  std::chrono::milliseconds write{30'000};
  // Calls that still run this long after the server was stopped are cancelled.
  std::chrono::milliseconds end{2'000};
};

class HttpConnection;

// A request and the way back to its client. Lives as long as the call that gets it. Meanwhile other
// threads may call HangUp() only.
class HttpExchange {
 public:
  HttpExchange(HttpConnection& connection, const HttpRequest& request)
      : connection_(connection), request_(request) {}

  const HttpRequest& request() const { return request_; }

  // Sends the whole response. Call this or BeginStream(), once.
  void Reply(const HttpResponse& response);
  // Sends the head of a response whose body comes in parts; the body of `head` is not sent.
  void BeginStream(const HttpResponse& head);
  // Sends a part at once; "" sends nothing. False when the client is gone.
  bool Write(std::string_view part);
  // Ends a stream. Data that a client does not read any more is no error.
  void End();
  // True as soon as the client is gone, the server ends or HangUp() was called; false after
  // `limit`.
  bool WaitForEnd(std::chrono::milliseconds limit);
  // Calls `gone` once, from another thread, if the client closes its side before the call ends.
  void WhenGone(std::function<void()> gone);
  // Stops reading from the client, as if the client had closed its side.
  void HangUp();

  bool has_begun() const { return has_begun_; }

  bool ends_connection() const { return ends_connection_; }

 private:
  HttpConnection& connection_;
  const HttpRequest& request_;
  bool has_begun_ = false;
  bool is_chunked_ = false;
  bool ends_connection_ = false;
};

struct HttpServerOptions {
  std::string host;        // a name or an address without brackets
  std::uint16_t port = 0;  // 0: any free port
  std::size_t max_head_bytes = kMaxHttpHeadBytes;
  std::uint64_t max_body_bytes = 0;
  HttpTimes times;
  // Checks a request before its body is read; a response rejects it and ends the connection.
  std::function<std::optional<HttpResponse>(const HttpRequest& request)> admit;
  // Called by the thread of the connection; must send a response.
  std::function<void(HttpExchange& exchange)> answer;
  // Called if the server ends while calls of `answer` run on. May be null.
  std::function<void()> cancel;
};

class HttpServer {
 public:
  // Listens, so that clients may connect; Run() answers them. InvalidArgument if the host is not an
  // address of this machine, Unavailable if the port is taken.
  static absl::StatusOr<std::unique_ptr<HttpServer>> Listen(HttpServerOptions options);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // The bound address without port, and the port.
  const std::string& address() const { return address_; }

  std::uint16_t port() const { return port_; }

  // Whether only programs on this machine can reach it.
  bool is_loopback() const { return is_loopback_; }

  // Serves until `stopped`, then lets running calls end.
  void Run(const std::atomic<bool>& stopped);

 private:
  struct Client;

  HttpServer(HttpServerOptions options, int listener);

  void Accept();
  void Serve(HttpConnection& connection);
  bool ServeRequest(HttpConnection& connection);
  // Frees the threads of ended connections; notifies calls whose client is gone.
  void LookAtClients();
  void End();

  const HttpServerOptions options_;
  int listener_;
  std::string address_;
  std::uint16_t port_ = 0;
  bool is_loopback_ = false;
  std::list<Client> clients_;  // used only by the thread of Run()
};

}  // namespace waymark::services
