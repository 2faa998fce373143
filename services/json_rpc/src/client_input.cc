#include "services/client_input.h"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

namespace waymark::services {
namespace {

constexpr int kLookEveryMs = 500;

absl::Status LastError() {
  return absl::UnavailableError(fmt::format("read from the client: {}", std::strerror(errno)));
}

}  // namespace

absl::StatusOr<std::size_t> ReadInput(int input, std::string& buffer,
                                      const std::atomic<bool>* stopped) {
  for (;;) {
    if (stopped != nullptr && *stopped) return absl::CancelledError("interrupted");
    pollfd waiting{.fd = input, .events = POLLIN, .revents = 0};
    const int ready = ::poll(&waiting, 1, kLookEveryMs);
    if (ready < 0 && errno != EINTR) return LastError();
    if (ready <= 0) continue;
    const ssize_t count = ::read(input, buffer.data(), buffer.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) return LastError();
  }
}

}  // namespace waymark::services
