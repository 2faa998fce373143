// Events that a server sends (text/event-stream; HTML standard, 9.2), as far as MCP uses them: each
// event's data is a message.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace waymark::services {

class EventStream {
 public:
  // Called with the data of each event that has any; its lines are joined by line feeds.
  explicit EventStream(std::function<void(std::string_view data)> take) : take_(std::move(take)) {}

  // False, and nothing is taken any more, once an event is longer than kMaxProxyMessageBytes.
  bool Add(std::string_view bytes);

 private:
  void EndLine();

  const std::function<void(std::string_view)> take_;
  std::string line_;
  std::string data_;
  bool has_data_ = false;
  bool was_carriage_return_ = false;
  bool is_too_long_ = false;
};

}  // namespace waymark::services
