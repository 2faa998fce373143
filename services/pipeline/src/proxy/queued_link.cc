#include "proxy/queued_link.h"

#include <utility>

#include <fmt/format.h>

#include "proxy/proxy_message.h"

namespace waymark::services {

QueuedLink::QueuedLink(std::unique_ptr<ServerLink> link, std::chrono::milliseconds end_grace,
                       MessageTaker& taker)
    : grace_(end_grace), taker_(taker), link_(std::move(link)), sender_(1, kMaxWaitingMessages) {}

QueuedLink::~QueuedLink() {
  if (!is_stopped_) Stop();
}

void QueuedLink::Send(std::string_view message) {
  const std::size_t size = message.size();
  const bool has_room = waiting_bytes_ + size <= kMaxWaitingBytes;
  waiting_bytes_ += size;
  const auto send = [this, text = std::string(message)] {
    link_->Send(text);
    waiting_bytes_ -= text.size();
    ++taken_;
  };
  if (has_room && sender_.Push(send)) return;
  waiting_bytes_ -= size;
  const ProxyMessage read = ReadProxyMessage(message);
  if (read.kind != ProxyMessage::Kind::kRequest) return;
  taker_.TakeMessage(
      ErrorMessage(read.id_raw, "the server does not read: too many messages wait for it already"));
}

void QueuedLink::SendPiece(std::string_view /*bytes*/, bool /*is_last*/) {}

ServerEnd QueuedLink::Stop() {
  is_stopped_ = true;
  // As long as the server takes messages, it gets those that wait.
  for (std::uint64_t before = taken_; !sender_.WaitUntilIdle(grace_); before = taken_) {
    if (taken_ == before) break;
  }
  return link_->Stop();
}

}  // namespace waymark::services
