// Messages with their lengths before them, on a connected socket.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <google/protobuf/message_lite.h>

#include "graph/shared/blob_store.h"

namespace waymark::services {

// The largest message: one blob of the largest size with as many children as it may have.
inline constexpr std::size_t kMaxLinkMessageBytes =
    graph::kMaxBlobBytes + graph::kMaxBlobChildren * sizeof(graph::BlobHash::bytes) +
    (std::size_t{1} << 20);
// Nothing that the other side does takes longer without a message.
inline constexpr std::chrono::minutes kLinkPatience{10};

// Owns the socket. Not thread-safe.
class LinkSocket {
 public:
  // `cancelled` may be null; it outlives the socket. While it is set, waiting ends.
  LinkSocket(int socket, const std::atomic<bool>* cancelled)
      : socket_(socket), cancelled_(cancelled) {}

  ~LinkSocket();
  LinkSocket(const LinkSocket&) = delete;
  LinkSocket& operator=(const LinkSocket&) = delete;

  // Unavailable if the other side has ended.
  absl::Status Send(const google::protobuf::MessageLite& message);
  // Unavailable if the other side has ended, DataLoss for what is no such message, DeadlineExceeded
  // after kLinkPatience without a byte, Cancelled.
  absl::Status Receive(google::protobuf::MessageLite& message);
  // Tells the other side that nothing more comes. What it still sends can be received.
  void EndSending();

 private:
  absl::Status Await(int events);
  absl::Status ReceiveBytes(char* bytes, std::size_t size);

  const int socket_;
  const std::atomic<bool>* cancelled_;
};

}  // namespace waymark::services
