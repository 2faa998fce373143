#include "json/json_text.h"

#include <cstddef>

#include "wire/utf8.h"

namespace waymark::wire {

void AppendJsonString(std::string& out, std::string_view text) {
  constexpr std::string_view kEscaped = "\"\\\b\f\n\r\t";
  constexpr std::string_view kLetters = "\"\\bfnrt";
  out += '"';
  std::size_t copied = 0;
  std::size_t control = FindControl(text);
  for (std::size_t i = 0; i < text.size();) {
    if (i != control && text[i] != '"' && text[i] != '\\') {
      ++i;
      continue;
    }
    out += text.substr(copied, i - copied);
    if (const std::size_t letter = kEscaped.find(text[i]); letter != std::string_view::npos) {
      out += '\\';
      out += kLetters[letter];
      copied = i + 1;
    } else {
      const CodePoint read = DecodeUtf8(text, i);
      AppendControlEscape(out, read.value);
      copied = i + read.size;
    }
    i = copied;
    if (control < i) control = FindControl(text, i);
  }
  out += text.substr(copied);
  out += '"';
}

}  // namespace waymark::wire
