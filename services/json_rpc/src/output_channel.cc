#include "services/output_channel.h"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <unistd.h>

namespace waymark::services {

void OutputChannel::Send(const std::string& message) {
  const std::string framed =
      framing_ == Framing::kLines
          ? message + '\n'
          : fmt::format("Content-Length: {}\r\n\r\n{}", message.size(), message);
  MutexLock lock(mutex_);
  std::size_t sent = 0;
  while (status_.ok() && sent < framed.size()) {
    const ssize_t count = ::write(descriptor_, framed.data() + sent, framed.size() - sent);
    if (count > 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      status_ =
          absl::UnavailableError(fmt::format("write to the client: {}", std::strerror(errno)));
    }
  }
}

absl::Status OutputChannel::status() {
  MutexLock lock(mutex_);
  return status_;
}

}  // namespace waymark::services
