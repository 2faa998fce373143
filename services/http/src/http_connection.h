// One socket: reads requests and writes bytes, each within a time limit.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "graph/mutex.h"
#include "services/http_server.h"

namespace waymark::services {

class HttpConnection {
 public:
  using Clock = std::chrono::steady_clock;

  // Takes ownership of the socket, which does not block.
  HttpConnection(int socket, const HttpTimes& times) : socket_(socket), times_(times) {}

  ~HttpConnection();
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  // The outcome of reading a request. Neither complete nor refused: the client is gone.
  struct Incoming {
    bool is_complete = false;
    std::optional<HttpRefusal> refusal;
  };

  // Reads a request without its body; `deadline` receives the time by which all of it must arrive.
  Incoming ReadHead(HttpRequest& request, std::size_t max_bytes, Clock::time_point& deadline);
  Incoming ReadBody(HttpRequest& request, std::uint64_t max_bytes, Clock::time_point deadline);

  // False if the client is gone or takes no data; then nothing more is sent.
  bool Write(std::string_view bytes);
  // True if the client has closed its side.
  bool WaitForEnd(std::chrono::milliseconds limit);
  // TellIfGone() calls `gone` if the client has closed its side; null: no callback. After `gone`
  // was replaced, no call of the old one is running.
  void WhenGone(std::function<void()> gone);
  void TellIfGone();
  // Thread-safe.
  void HangUp();
  // Gives the client time to read what was sent before the socket is closed.
  void Close();

 private:
  enum class Read : std::uint8_t { kSome, kEnd, kLate };

  // Appends to received_.
  Read ReadSome(Clock::time_point deadline);
  Incoming Ended(Read how) const;

  const int socket_;
  const HttpTimes times_;
  std::string received_;  // and not taken yet
  std::atomic<bool> is_broken_{false};
  Mutex mutex_;
  std::function<void()> gone_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
