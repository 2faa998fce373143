// A text of which some bytes are replaced for a parser; positions stay the same.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace waymark::indexer {

class MaskedText {
 public:
  // Both must outlive the object. `buffer` is written only once something is replaced.
  MaskedText(std::string_view bytes, std::string& buffer) : bytes_(bytes), buffer_(buffer) {}

  void Put(std::size_t at, std::size_t size, char c) {
    if (!is_copied_) buffer_.assign(bytes_);
    is_copied_ = true;
    std::fill_n(buffer_.begin() + static_cast<std::ptrdiff_t>(at), size, c);
  }

  // The bytes themselves if nothing is replaced, else a view of the buffer.
  std::string_view text() const { return is_copied_ ? std::string_view(buffer_) : bytes_; }

 private:
  std::string_view bytes_;
  std::string& buffer_;
  bool is_copied_ = false;
};

}  // namespace waymark::indexer
