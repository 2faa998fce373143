#include "link/link_socket.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "graph/status.h"

namespace waymark::services {
namespace {

constexpr std::size_t kLengthBytes = 4;
constexpr std::chrono::milliseconds kLinkLookInterval{50};
// Memory for a message grows as its bytes arrive.
constexpr std::size_t kLinkPieceBytes = std::size_t{1} << 20;

absl::Status PeerEnded(std::string_view what) {
  return absl::UnavailableError(
      fmt::format("the link between waymark and waymark-team: {}; try again", what));
}

}  // namespace

LinkSocket::~LinkSocket() { ::close(socket_); }

absl::Status LinkSocket::Await(int events) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + kLinkPatience;
  while (true) {
    if (cancelled_ != nullptr && *cancelled_) return absl::CancelledError("cancelled");
    pollfd waiting{socket_, static_cast<decltype(pollfd::events)>(events), 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(kLinkLookInterval.count()));
    if (ready > 0) return absl::OkStatus();
    if (ready < 0 && errno != EINTR) return PeerEnded(std::strerror(errno));
    if (Clock::now() > deadline) {
      return absl::DeadlineExceededError(
          "the link between waymark and waymark-team: the other program does not answer");
    }
  }
}

absl::Status LinkSocket::Send(const google::protobuf::MessageLite& message) {
  const std::size_t size = message.ByteSizeLong();
  if (size > kMaxLinkMessageBytes) {
    return absl::InvalidArgumentError(
        fmt::format("send {} bytes to the shared store: the limit of a message is {}", size,
                    kMaxLinkMessageBytes));
  }
  std::string bytes(kLengthBytes, '\0');
  for (std::size_t i = 0; i < kLengthBytes; ++i) bytes[i] = static_cast<char>(size >> (8 * i));
  if (!message.AppendToString(&bytes)) return absl::InternalError("a message cannot be written");
  for (std::size_t sent = 0; sent < bytes.size();) {
    WM_RETURN_IF_ERROR(Await(POLLOUT));
    const ::ssize_t count =
        ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno != EAGAIN && errno != EINTR) {
      return PeerEnded(std::strerror(errno));
    }
  }
  return absl::OkStatus();
}

absl::Status LinkSocket::ReceiveBytes(char* bytes, std::size_t size) {
  for (std::size_t received = 0; received < size;) {
    WM_RETURN_IF_ERROR(Await(POLLIN));
    const ::ssize_t count = ::recv(socket_, bytes + received, size - received, MSG_DONTWAIT);
    if (count == 0) return PeerEnded("the other program has ended");
    if (count > 0) {
      received += static_cast<std::size_t>(count);
    } else if (errno != EAGAIN && errno != EINTR) {
      return PeerEnded(std::strerror(errno));
    }
  }
  return absl::OkStatus();
}

absl::Status LinkSocket::Receive(google::protobuf::MessageLite& message) {
  char length[kLengthBytes];
  WM_RETURN_IF_ERROR(ReceiveBytes(length, kLengthBytes));
  std::size_t size = 0;
  for (std::size_t i = kLengthBytes; i > 0; --i) {
    size = (size << 8) | static_cast<std::uint8_t>(length[i - 1]);
  }
  if (size > kMaxLinkMessageBytes) {
    return absl::DataLossError(
        fmt::format("a message between waymark and waymark-team has {} bytes, the limit is {}",
                    size, kMaxLinkMessageBytes));
  }
  std::string bytes;
  while (bytes.size() < size) {
    const std::size_t begin = bytes.size();
    bytes.resize(std::min(size, begin + kLinkPieceBytes));
    WM_RETURN_IF_ERROR(ReceiveBytes(bytes.data() + begin, bytes.size() - begin));
  }
  if (message.ParseFromString(bytes)) return absl::OkStatus();
  return absl::DataLossError(
      "a message between waymark and waymark-team cannot be read; install both from one package");
}

void LinkSocket::EndSending() { ::shutdown(socket_, SHUT_WR); }

}  // namespace waymark::services
