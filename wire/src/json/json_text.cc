#include "json/json_text.h"

#include <cstdint>

namespace waymark::wire {

void AppendJsonString(std::string& out, std::string_view text) {
  constexpr std::string_view kHexDigits = "0123456789abcdef";
  constexpr std::string_view kEscaped = "\"\\\b\f\n\r\t";
  constexpr std::string_view kLetters = "\"\\bfnrt";
  out += '"';
  std::size_t copied = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<std::uint8_t>(text[i]);
    if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
    out += text.substr(copied, i - copied);
    copied = i + 1;
    out += '\\';
    if (const std::size_t letter = kEscaped.find(text[i]); letter != std::string_view::npos) {
      out += kLetters[letter];
    } else {
      out += "u00";
      out += kHexDigits[byte >> 4];
      out += kHexDigits[byte & 0xF];
    }
  }
  out += text.substr(copied);
  out += '"';
}

}  // namespace waymark::wire
