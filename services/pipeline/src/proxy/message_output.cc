#include "proxy/message_output.h"

#include <algorithm>
#include <cerrno>
#include <climits>

#include <poll.h>
#include <unistd.h>

namespace waymark::services {
namespace {

constexpr std::chrono::milliseconds kLookForStop{100};
// A pipe that is ready takes so many bytes without making the writer wait (POSIX, pipe(7)).
constexpr std::size_t kBytesWithoutWait = PIPE_BUF;

// Whether the other end of a pipe or socket is closed, even if there are bytes to read before that.
bool IsOtherEndClosed(int descriptor) {
  pollfd closed{.fd = descriptor, .events = POLLRDHUP, .revents = 0};
  return ::poll(&closed, 1, 0) > 0;
}

}  // namespace

bool MessageOutput::Send(std::string_view message) {
  MutexLock lock(mutex_);
  std::string line(message);
  line += '\n';
  if (is_in_pieces_) {
    waiting_.push_back(std::move(line));
    return true;
  }
  return Write(line);
}

void MessageOutput::SendPiece(std::string_view bytes, bool is_last) {
  MutexLock lock(mutex_);
  Write(bytes);
  is_in_pieces_ = !is_last;
  if (!is_last) return;
  for (const std::string& line : waiting_) Write(line);
  waiting_.clear();
}

void MessageOutput::Stop() {
  is_stopped_ = true;
  MutexLock lock(mutex_);
}

bool MessageOutput::Write(std::string_view bytes) {
  std::chrono::milliseconds waited{0};
  while (!bytes.empty()) {
    if (has_ended()) return false;
    pollfd ready{.fd = descriptor_, .events = POLLOUT, .revents = 0};
    const int count_ready = ::poll(&ready, 1, static_cast<int>(kLookForStop.count()));
    if (count_ready == 0) {
      waited += kLookForStop;
      if (waited >= limits_.patience && IsOtherEndClosed(limits_.source)) is_stopped_ = true;
    }
    if (count_ready <= 0) continue;
    const ssize_t count =
        ::write(descriptor_, bytes.data(), std::min(bytes.size(), kBytesWithoutWait));
    if (count > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
      waited = std::chrono::milliseconds(0);
    } else if (errno != EINTR && errno != EAGAIN) {
      is_stopped_ = true;
    }
  }
  return true;
}

}  // namespace waymark::services
