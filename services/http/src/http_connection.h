// One socket: requests read from it and bytes written to it, each within a time.
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

  // Owns the socket, which does not block.
  HttpConnection(int socket, const HttpTimes& times) : socket_(socket), times_(times) {}

  ~HttpConnection();
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  // What came of a request. Neither a value nor a refusal: nobody asks any more.
  struct Incoming {
    bool is_complete = false;
    std::optional<HttpRefusal> refusal;
  };

  // A request without its body; then `deadline` is when all of it has to be there.
  Incoming ReadHead(HttpRequest& request, Clock::time_point& deadline);
  Incoming ReadBody(HttpRequest& request, std::uint64_t max_bytes, Clock::time_point deadline);

  // False when the client is gone or takes nothing; then nothing more is sent.
  bool Write(std::string_view bytes);
  // True when the client has closed its side.
  bool WaitForEnd(std::chrono::milliseconds limit);
  // `gone` is called by TellIfGone() when the client has closed its side; null: nothing is. No call
  // is under way after it was replaced.
  void WhenGone(std::function<void()> gone);
  void TellIfGone();
  // Thread-safe.
  void HangUp();
  // Lets the client read what was sent to it before the socket is gone.
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
