// Cuts a stream of bytes into messages: lines, as MCP over standard input and output has them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace waymark::services {

// A longer message is passed on in pieces as it comes, so that memory stays bounded.
inline constexpr std::size_t kMaxProxyMessageBytes = std::size_t{100} << 20;

// Takes what a stream consists of, in its order.
class MessageTaker {
 public:
  virtual ~MessageTaker() = default;
  // A message without its line feed. A carriage return before that is part of it.
  virtual void TakeMessage(std::string_view message) = 0;
  // A piece of a message that is too long, the line feed at its end included.
  virtual void TakePiece(std::string_view bytes, bool is_last) = 0;

  // The stream has ended.
  virtual void TakeEnd() {}
};

class MessageCutter {
 public:
  explicit MessageCutter(MessageTaker& taker, std::size_t max_bytes = kMaxProxyMessageBytes)
      : taker_(taker), max_bytes_(max_bytes) {}

  void Add(std::string_view bytes);
  // The stream has ended: a last message may have no line feed.
  void Finish();

 private:
  MessageTaker& taker_;
  const std::size_t max_bytes_;
  std::string message_;
  bool is_too_long_ = false;
};

}  // namespace waymark::services
