#include "services/percent_escapes.h"

namespace waymark::services {
namespace {

int HexDigit(char c) {
  constexpr int kLetters = 10;
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + kLetters;
  if (c >= 'A' && c <= 'F') return c - 'A' + kLetters;
  return -1;
}

}  // namespace

std::string Unescaped(std::string_view text) {
  constexpr int kHex = 16;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_escape = text[i] == '%' && i + 2 < text.size() && HexDigit(text[i + 1]) >= 0 &&
                           HexDigit(text[i + 2]) >= 0;
    if (!is_escape) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(HexDigit(text[i + 1]) * kHex + HexDigit(text[i + 2]));
    i += 2;
  }
  return out;
}

}  // namespace waymark::services
