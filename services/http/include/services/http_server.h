// A small server of HTTP/1.1 whose every resource is bounded: connections, bytes of a head and of a
// body, time of a request, of a pause and of a write. A thread a connection. No TLS.
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

// Further connections are told 503 and closed.
inline constexpr std::size_t kMaxHttpConnections = 256;

struct HttpTimes {
  // A connection on which nobody asks anything for so long is closed.
  std::chrono::milliseconds idle{60'000};
  // From the first byte of a request to its last one; slower ones get 408.
  std::chrono::milliseconds request{10'000};
  // A client that does not take what is sent to it within this time is gone.
  std::chrono::milliseconds write{30'000};
  // What is still answered this long after the server was stopped is cancelled.
  std::chrono::milliseconds end{2'000};
};

class HttpConnection;

// A request and the way back to who sent it. Lives as long as the call that it is given to; only
// HangUp() may be called by other threads, as long as it lives.
class HttpExchange {
 public:
  HttpExchange(HttpConnection& connection, const HttpRequest& request)
      : connection_(connection), request_(request) {}

  const HttpRequest& request() const { return request_; }

  // The whole response. Call this or BeginStream(), once.
  void Reply(const HttpResponse& response);
  // The head of a response whose body comes in parts; that of `head` is not sent.
  void BeginStream(const HttpResponse& head);
  // Sends a part at once; "" sends nothing. False when the client is gone.
  bool Write(std::string_view part);
  // Of a stream. What a client does not read any more is no error.
  void End();
  // True as soon as the client is gone, the server ends or HangUp() was called; false when `limit`
  // has passed.
  bool WaitForEnd(std::chrono::milliseconds limit);
  // Has `gone` called once, by another thread, when the client closes its side before the call
  // ends.
  void WhenGone(std::function<void()> gone);
  // Nothing more is read from the client, as if it had said so itself.
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
  std::uint16_t port = 0;  // 0: any that is free
  std::uint64_t max_body_bytes = 0;
  HttpTimes times;
  // Looks at a request before its body is read; a response refuses it and ends the connection.
  std::function<std::optional<HttpResponse>(const HttpRequest& request)> admit;
  // Called by the thread of the connection; has to send a response.
  std::function<void(HttpExchange& exchange)> answer;
  // Called when the server ends and calls of `answer` do not. May be null.
  std::function<void()> cancel;
};

class HttpServer {
 public:
  // Listens, so that clients may connect; they are answered by Run(). InvalidArgument when the host
  // is none of this machine's, Unavailable when the port is taken.
  static absl::StatusOr<std::unique_ptr<HttpServer>> Listen(HttpServerOptions options);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // The address that was bound, without a port; the port.
  const std::string& address() const { return address_; }

  std::uint16_t port() const { return port_; }

  // Whether only programs of this machine reach it.
  bool is_loopback() const { return is_loopback_; }

  // Serves until `stopped`, then lets calls that are under way end.
  void Run(const std::atomic<bool>& stopped);

 private:
  struct Client;

  HttpServer(HttpServerOptions options, int listener);

  void Accept();
  void Serve(HttpConnection& connection);
  bool ServeRequest(HttpConnection& connection);
  // Of those that ended frees the threads; tells the others when their client is gone.
  void LookAtClients();
  void End();

  const HttpServerOptions options_;
  int listener_;
  std::string address_;
  std::uint16_t port_ = 0;
  bool is_loopback_ = false;
  std::list<Client> clients_;  // touched by the thread of Run() alone
};

}  // namespace waymark::services
