#include "services/percent_escapes.h"

#include <iterator>

#include <fmt/format.h>

#include "graph/ascii.h"

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

std::string EscapedPath(std::string_view path) {
  static constexpr std::string_view kPlain = "-._~/";
  std::string escaped;
  for (const char c : path) {
    if (IsLower(c) || IsUpper(c) || IsDigit(c) || kPlain.find(c) != std::string_view::npos) {
      escaped += c;
    } else {
      fmt::format_to(std::back_inserter(escaped), "%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return escaped;
}

}  // namespace waymark::services
