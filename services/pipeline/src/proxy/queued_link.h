// A link whose messages wait in a queue, so that a server that reads nothing holds up nobody else.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "proxy/message_cutter.h"
#include "proxy/server_link.h"
#include "services/call_queue.h"

namespace waymark::services {

class QueuedLink final : public ServerLink {
 public:
  // Bytes of messages that wait, beside kMaxWaitingMessages. Beyond them a request gets an error,
  // and another message is left out.
  static constexpr std::size_t kMaxWaitingBytes = std::size_t{256} << 20;

  // `end_grace` is how long Stop() waits for a server that takes no message. `taker`, which
  // outlives the object, gets the errors.
  QueuedLink(std::unique_ptr<ServerLink> link, std::chrono::milliseconds end_grace,
             MessageTaker& taker);
  ~QueuedLink() override;

  void Begin() override { link_->Begin(); }

  // Returns at once.
  void Send(std::string_view message) override;
  // Left out: what is behind several servers is not sent in pieces.
  void SendPiece(std::string_view bytes, bool is_last) override;

  void Look(std::chrono::steady_clock::time_point now) override { link_->Look(now); }

  int ended_descriptor() const override { return link_->ended_descriptor(); }

  std::string EndReason() const override { return link_->EndReason(); }

  // The server gets what waits before its input is closed.
  ServerEnd Stop() override;

  ToolPlace PlaceOf(std::string_view tool) const override { return link_->PlaceOf(tool); }

 private:
  const std::chrono::milliseconds grace_;
  MessageTaker& taker_;
  const std::unique_ptr<ServerLink> link_;
  bool is_stopped_ = false;
  std::atomic<std::uint64_t> taken_ = 0;  // messages that the server took
  std::atomic<std::size_t> waiting_bytes_ = 0;
  CallQueue sender_;  // the last, so that its thread ends first
};

}  // namespace waymark::services
