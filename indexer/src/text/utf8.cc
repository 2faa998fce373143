#include "text/utf8.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace waymark::indexer {
namespace {

// A number of ASCII bytes from `begin` on: at most seven fewer than there are before the next other
// byte or the end. Most texts are little else, so these are looked at eight at a time.
std::size_t CountAscii(std::string_view text, std::size_t begin) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::size_t end = begin;
  for (std::uint64_t word = 0; end + sizeof(word) <= text.size(); end += sizeof(word)) {
    std::memcpy(&word, text.data() + end, sizeof(word));
    if ((word & kHighBits) != 0) break;
  }
  return end - begin;
}

}  // namespace

bool IsValidUtf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    i += CountAscii(text, i);
    if (i == text.size()) break;
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if ((lead >= 0x80 && lead < 0xC2) || lead > 0xF4 || i + length > text.size()) return false;
    for (std::size_t k = 1; k < length; ++k) {
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) return false;
    }
    const auto second = length > 1 ? static_cast<unsigned char>(text[i + 1]) : 0;
    // Overlong forms, surrogates, and code points above U+10FFFF.
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
        (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F)) {
      return false;
    }
    i += length;
  }
  return true;
}

}  // namespace waymark::indexer
