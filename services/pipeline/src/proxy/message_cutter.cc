#include "proxy/message_cutter.h"

namespace waymark::services {

void MessageCutter::Add(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t line_feed = bytes.find('\n');
    const bool is_last = line_feed != std::string_view::npos;
    const std::string_view part = bytes.substr(0, is_last ? line_feed : bytes.size());
    bytes.remove_prefix(part.size() + (is_last ? 1 : 0));
    if (is_too_long_) {
      taker_.TakePiece(is_last ? std::string(part) + '\n' : std::string(part), is_last);
      is_too_long_ = !is_last;
    } else if (is_last && message_.empty()) {
      taker_.TakeMessage(part);
    } else {
      message_ += part;
      if (is_last) {
        taker_.TakeMessage(message_);
        message_ = {};
      } else if (message_.size() > max_bytes_) {
        is_too_long_ = true;
        taker_.TakePiece(message_, false);
        message_ = {};
      }
    }
  }
}

void MessageCutter::Finish() {
  if (is_too_long_) taker_.TakePiece("\n", true);
  if (!message_.empty()) taker_.TakeMessage(message_);
  message_ = {};
  is_too_long_ = false;
}

}  // namespace waymark::services
