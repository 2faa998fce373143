#include "proxy/event_stream.h"

#include <algorithm>

#include "proxy/message_cutter.h"

namespace waymark::services {
namespace {

constexpr std::string_view kDataField = "data:";

}  // namespace

bool EventStream::Add(std::string_view bytes) {
  while (!bytes.empty() && !is_too_long_) {
    if (bytes.front() == '\n' && was_carriage_return_) bytes.remove_prefix(1);
    was_carriage_return_ = false;
    const std::size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
    line_ += bytes.substr(0, end);
    is_too_long_ = line_.size() + data_.size() > kMaxProxyMessageBytes;
    if (end == bytes.size()) break;
    was_carriage_return_ = bytes[end] == '\r';
    bytes.remove_prefix(end + 1);
    EndLine();
  }
  return !is_too_long_;
}

void EventStream::EndLine() {
  if (line_.empty()) {
    if (has_data_) take_(data_);
    data_.clear();
    has_data_ = false;
  } else if (line_.starts_with(kDataField)) {
    std::string_view value = std::string_view(line_).substr(kDataField.size());
    if (value.starts_with(' ')) value.remove_prefix(1);
    if (has_data_) data_ += '\n';
    data_ += value;
    has_data_ = true;
  }
  line_.clear();
}

}  // namespace waymark::services
