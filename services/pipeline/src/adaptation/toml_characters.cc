#include "adaptation/toml_characters.h"

#include <algorithm>

namespace waymark::services {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool IsBeyondAscii(char c) { return (static_cast<unsigned char>(c) & 0x80U) != 0; }

bool ContinuesCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// The end of a text in quotes that begins at `at`: behind its closing quotes, or the end of the
// line (of the input, for a text of several lines) if it has none.
std::size_t EndOfQuoted(std::string_view text, std::size_t at) {
  const std::string_view mark = text.substr(at, 1);
  const std::string three(3, text[at]);
  const bool has_lines = text.substr(at).starts_with(three);
  const std::string_view closing = has_lines ? std::string_view(three) : mark;
  const std::size_t end = has_lines ? text.size() : std::min(text.find('\n', at), text.size());
  for (at += closing.size(); at < end; ++at) {
    if (text.substr(at).starts_with(closing)) return at + closing.size();
    if (text[at] == '\\' && mark == "\"") ++at;
  }
  return end;
}

}  // namespace

AsciiToml AsciiTomlOf(std::string_view text) {
  AsciiToml ascii{.text = "", .stray = text.size()};
  std::size_t at = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  while (at < text.size()) {
    std::size_t end = at + 1;
    if (text[at] == '#') {
      end = std::min(text.find('\n', at), text.size());
      for (const char c : text.substr(at, end - at)) {
        if (!ContinuesCharacter(c)) ascii.text += IsBeyondAscii(c) ? 'x' : c;
      }
    } else {
      if (text[at] == '"' || text[at] == '\'') end = EndOfQuoted(text, at);
      const std::string_view part = text.substr(at, end - at);
      const auto stray = std::find_if(part.begin(), part.end(), IsBeyondAscii);
      if (stray != part.end()) {
        ascii.stray = at + static_cast<std::size_t>(stray - part.begin());
        return ascii;
      }
      ascii.text += part;
    }
    at = end;
  }
  return ascii;
}

}  // namespace waymark::services
