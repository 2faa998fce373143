// The facts that the proxy needs about a message that is too long to be held, read piece by piece.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace waymark::services {

// Not thread-safe. Linear in the message; holds a few hundred bytes of it.
class LongMessage {
 public:
  void Add(std::string_view bytes);

  // JSON. Empty for a notification, a batch, and what is no message.
  std::string id() const;

  // With an id: whether it is a request, not the answer to one.
  bool has_method() const { return has_method_; }

 private:
  void AddToString(char c);
  void EndValue();

  std::size_t depth_ = 0;
  bool is_in_string_ = false;
  bool is_escaped_ = false;
  std::string key_;    // JSON, of the field that is read
  std::string token_;  // the beginning of a key or of a value, of the message itself
  std::string id_;
  bool has_method_ = false;
};

}  // namespace waymark::services
