#include "proxy/long_message.h"

#include <utility>

#include <fmt/format.h>

#include "proxy/proxy_message.h"

namespace waymark::services {
namespace {

// Longer keys and ids are not known.
constexpr std::size_t kMaxTokenBytes = 500;
constexpr std::string_view kBlanksOfJson = " \t\r\n";
// The depth of what is a field of the message.
constexpr std::size_t kFieldDepth = 1;

}  // namespace

void LongMessage::Add(std::string_view bytes) {
  for (const char c : bytes) {
    const bool is_field = depth_ == kFieldDepth;
    if (is_in_string_) {
      AddToString(c);
    } else if (c == '{' || c == '[') {
      ++depth_;
    } else if (c == '}' || c == ']') {
      if (is_field) EndValue();
      if (depth_ > 0) --depth_;
    } else if (c == ',' && is_field) {
      EndValue();
    } else if (c == ':' && is_field) {
      key_ = std::exchange(token_, "");
    } else if (kBlanksOfJson.find(c) == std::string_view::npos) {
      is_in_string_ = c == '"';
      if (is_field && token_.size() < kMaxTokenBytes) token_ += c;
    }
  }
}

void LongMessage::AddToString(char c) {
  if (depth_ == kFieldDepth && token_.size() < kMaxTokenBytes) token_ += c;
  if (is_escaped_) {
    is_escaped_ = false;
  } else {
    is_escaped_ = c == '\\';
    is_in_string_ = c != '"';
  }
}

void LongMessage::EndValue() {
  if (key_ == "\"id\"") id_ = token_;
  has_method_ |= key_ == "\"method\"";
  key_.clear();
  token_.clear();
}

std::string LongMessage::id() const {
  return ReadProxyMessage(fmt::format(R"({{"id":{}}})", id_)).id;
}

}  // namespace waymark::services
