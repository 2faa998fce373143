#include "output/display_width.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "wire/utf8.h"

namespace waymark::services {
namespace {

struct WidthRange {
  std::uint32_t first;
  std::uint32_t last;
  std::uint8_t columns;
};

// Blocks of Unicode whose characters do not take one column, in order.
constexpr WidthRange kRanges[] = {
    {0x0300, 0x036F, 0},    // combining diacritical marks
    {0x0483, 0x0489, 0},    // combining Cyrillic
    {0x0591, 0x05BD, 0},    // Hebrew points
    {0x064B, 0x065F, 0},    // Arabic marks
    {0x1100, 0x115F, 2},    // Hangul Jamo
    {0x1AB0, 0x1AFF, 0},    // combining diacritical marks, extended
    {0x1DC0, 0x1DFF, 0},    // combining diacritical marks, supplement
    {0x200B, 0x200D, 0},    // joiners
    {0x20D0, 0x20FF, 0},    // combining marks for symbols
    {0x2E80, 0x303E, 2},    // radicals, punctuation of East Asia
    {0x3041, 0xA4CF, 2},    // kana to Yi
    {0xAC00, 0xD7A3, 2},    // Hangul
    {0xF900, 0xFAFF, 2},    // compatibility ideographs
    {0xFE00, 0xFE0F, 0},    // variation selectors
    {0xFE20, 0xFE2F, 0},    // combining half marks
    {0xFE30, 0xFE6F, 2},    // compatibility and small forms
    {0xFF00, 0xFF60, 2},    // full width forms
    {0xFFE0, 0xFFE6, 2},    // full width signs
    {0x1F300, 0x1F64F, 2},  // pictures
    {0x1F680, 0x1F6FF, 2},  // transport
    {0x1F900, 0x1F9FF, 2},  // supplemental pictures
    {0x20000, 0x3FFFD, 2},  // further ideographs
};

std::size_t ColumnsOf(std::uint32_t code_point) {
  const auto* const range =
      std::lower_bound(std::begin(kRanges), std::end(kRanges), code_point,
                       [](const WidthRange& row, std::uint32_t value) { return row.last < value; });
  const bool is_in = range != std::end(kRanges) && code_point >= range->first;
  return is_in ? range->columns : 1;
}

// Bytes of the longest beginning of `text` that fits.
std::size_t FittingBytes(std::string_view text, std::size_t columns, std::size_t& used) {
  std::size_t at = 0;
  while (at < text.size()) {
    const wire::CodePoint point = wire::DecodeUtf8(text, at);
    const std::size_t width = point.size == 0 ? 1 : ColumnsOf(point.value);
    if (used + width > columns) return at;
    used += width;
    at += std::max<std::size_t>(point.size, 1);
  }
  return at;
}

}  // namespace

std::size_t DisplayWidth(std::string_view text) {
  std::size_t used = 0;
  FittingBytes(text, text.size() * 2, used);
  return used;
}

std::string CutToWidth(std::string_view text, std::size_t columns) {
  std::size_t used = 0;
  if (columns == 0 || FittingBytes(text, columns, used) == text.size()) return std::string(text);
  used = 0;
  return std::string(text.substr(0, FittingBytes(text, columns - 1, used))) + "…";
}

}  // namespace waymark::services
