#include "proxy/message_output.h"

#include <algorithm>
#include <cerrno>
#include <climits>

#include <poll.h>
#include <unistd.h>

namespace waymark::services {
namespace {

constexpr int kLookForStopMs = 100;
// A pipe that is ready takes so many bytes without making the writer wait (POSIX, pipe(7)).
constexpr std::size_t kBytesWithoutWait = PIPE_BUF;

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
  while (!bytes.empty()) {
    if (has_ended()) return false;
    pollfd ready{.fd = descriptor_, .events = POLLOUT, .revents = 0};
    if (::poll(&ready, 1, kLookForStopMs) == 0) continue;
    const ssize_t count =
        ::write(descriptor_, bytes.data(), std::min(bytes.size(), kBytesWithoutWait));
    if (count > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EINTR && errno != EAGAIN) {
      is_stopped_ = true;
    }
  }
  return true;
}

}  // namespace waymark::services
