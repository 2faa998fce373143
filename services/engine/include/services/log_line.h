// A log line: an event and its data as key=value.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

namespace waymark::services {

// A value with spaces, quotes or controls (wire/utf8.h) is quoted, with \", \\, \n and \uNNNN for
// characters that would end it or its line, and \xNN for bytes that are not UTF-8. Keys are written
// unchanged.
class LogLine {
 public:
  explicit LogLine(std::string_view event) { With("event", event); }

  LogLine& With(std::string_view key, std::string_view value);

  // Integers, or seconds and milliseconds with decimals.
  template <typename Number, typename = std::enable_if_t<std::is_arithmetic_v<Number>>>
  LogLine& With(std::string_view key, Number value) {
    if constexpr (std::is_floating_point_v<Number>) {
      return With(key, std::string_view(fmt::format("{:.3f}", value)));
    } else {
      return With(key, std::string_view(fmt::format("{}", value)));
    }
  }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace waymark::services
