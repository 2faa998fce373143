#include "http_connection.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "graph/ascii.h"

namespace waymark::services {
namespace {

constexpr std::size_t kReadBytes = 16 << 10;
constexpr std::string_view kHeadEnd = "\r\n\r\n";
// Time to wait before closing. Closing a socket while bytes of its client are on the way resets the
// connection, and the client may lose the response that explains it.
constexpr std::chrono::milliseconds kLingerTime{1000};

int MillisecondsUntil(HttpConnection::Clock::time_point deadline) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - HttpConnection::Clock::now());
  return static_cast<int>(std::max<std::chrono::milliseconds::rep>(left.count(), 0));
}

// Whether one of the events came before the deadline.
bool Poll(int socket, int events, HttpConnection::Clock::time_point deadline) {
  for (;;) {
    pollfd waiting{.fd = socket, .events = static_cast<std::int16_t>(events), .revents = 0};
    const int count = ::poll(&waiting, 1, MillisecondsUntil(deadline));
    if (count > 0) return true;
    if (count == 0 || errno != EINTR) return false;
  }
}

}  // namespace

HttpConnection::~HttpConnection() { ::close(socket_); }

HttpConnection::Read HttpConnection::ReadSome(Clock::time_point deadline) {
  char bytes[kReadBytes];
  for (;;) {
    const ssize_t count = ::recv(socket_, bytes, sizeof bytes, 0);
    if (count > 0) {
      received_.append(bytes, static_cast<std::size_t>(count));
      return Read::kSome;
    }
    if (count == 0) return Read::kEnd;
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return Read::kEnd;
    if (!Poll(socket_, POLLIN, deadline)) return Read::kLate;
  }
}

HttpConnection::Incoming HttpConnection::Ended(Read how) const {
  if (how == Read::kEnd) return {};
  return {.refusal = HttpRefusal{.status = HttpStatus::kRequestTimeout,
                                 .reason = fmt::format("the request was not complete after {} ms",
                                                       times_.request.count())}};
}

HttpConnection::Incoming HttpConnection::ReadHead(HttpRequest& request, std::size_t max_bytes,
                                                  Clock::time_point& deadline) {
  if (received_.empty() && ReadSome(Clock::now() + times_.idle) != Read::kSome) return {};
  deadline = Clock::now() + times_.request;
  std::size_t end = 0;
  std::size_t looked_at = 0;  // no end begins before
  while ((end = received_.find(kHeadEnd, looked_at)) == std::string::npos) {
    if (received_.size() > max_bytes) break;
    looked_at = received_.size() - std::min(received_.size(), kHeadEnd.size() - 1);
    if (const Read read = ReadSome(deadline); read != Read::kSome) return Ended(read);
  }
  if (end > max_bytes) {
    return {.refusal =
                HttpRefusal{.status = HttpStatus::kHeadersTooLarge,
                            .reason = fmt::format("the head is longer than {} bytes", max_bytes)}};
  }
  const std::size_t length = end + kHeadEnd.size();
  if (auto refusal = ReadHttpHead(std::string_view(received_).substr(0, length), request)) {
    return {.refusal = std::move(refusal)};
  }
  received_.erase(0, length);
  return {.is_complete = true};
}

HttpConnection::Incoming HttpConnection::ReadBody(HttpRequest& request, std::uint64_t max_bytes,
                                                  Clock::time_point deadline) {
  HttpBodyFrame frame;
  if (auto refusal = ReadHttpBodyFrame(request, max_bytes, frame)) {
    return {.refusal = std::move(refusal)};
  }
  if (const auto expected = request.Find("expect"); expected.has_value()) {
    if (LowerCase(*expected) != "100-continue") {
      return {.refusal = HttpRefusal{.status = HttpStatus::kExpectationFailed,
                                     .reason = "100-continue is the only expectation"}};
    }
    if (!Write("HTTP/1.1 100 Continue\r\n\r\n")) return {};
  }
  HttpChunkReader chunks(max_bytes);
  for (;;) {
    std::string_view rest = received_;
    if (frame.is_chunked) {
      if (auto refusal = chunks.Take(rest, request.body)) return {.refusal = std::move(refusal)};
    } else {
      const auto missing = static_cast<std::size_t>(frame.length - request.body.size());
      request.body += rest.substr(0, missing);
      rest.remove_prefix(std::min(missing, rest.size()));
    }
    received_.erase(0, received_.size() - rest.size());
    if (frame.is_chunked ? chunks.is_done() : request.body.size() == frame.length) {
      return {.is_complete = true};
    }
    if (const Read read = ReadSome(deadline); read != Read::kSome) return Ended(read);
  }
}

bool HttpConnection::Write(std::string_view bytes) {
  const auto deadline = Clock::now() + times_.write;
  while (!bytes.empty() && !is_broken_) {
    const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      is_broken_ = !Poll(socket_, POLLOUT, deadline);
    } else if (errno != EINTR) {
      is_broken_ = true;
    }
  }
  return !is_broken_;
}

bool HttpConnection::WaitForEnd(std::chrono::milliseconds limit) {
  return is_broken_ || Poll(socket_, POLLRDHUP, Clock::now() + limit);
}

void HttpConnection::WhenGone(std::function<void()> gone) {
  MutexLock lock(mutex_);
  gone_ = std::move(gone);
}

void HttpConnection::TellIfGone() {
  MutexLock lock(mutex_);
  if (gone_ == nullptr || !Poll(socket_, POLLRDHUP, Clock::now())) return;
  std::exchange(gone_, nullptr)();
}

void HttpConnection::HangUp() { ::shutdown(socket_, SHUT_RD); }

void HttpConnection::Close() {
  ::shutdown(socket_, SHUT_WR);
  const auto deadline = Clock::now() + kLingerTime;
  while (Clock::now() < deadline && ReadSome(deadline) == Read::kSome) received_.clear();
}

}  // namespace waymark::services
