#include "wire/utf8.h"

#include <cstring>

namespace waymark::wire {
namespace {

bool IsContinuation(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }

// Length of the run of ASCII bytes from `at`.
std::size_t SkipAscii(std::string_view text, std::size_t at) {
  while (at + 8 <= text.size()) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + at, sizeof word);
    if ((word & 0x8080808080808080) != 0) break;
    at += 8;
  }
  while (at < text.size() && static_cast<std::uint8_t>(text[at]) < 0x80) ++at;
  return at;
}

}  // namespace

CodePoint DecodeUtf8(std::string_view text, std::size_t at) {
  const auto byte = [text, at](std::size_t i) { return static_cast<std::uint8_t>(text[at + i]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::uint32_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + size > text.size()) return {};
  std::uint32_t value = first & (0x7FU >> size);
  for (std::uint32_t i = 1; i < size; ++i) {
    if (!IsContinuation(byte(i))) return {};
    value = value << 6 | (byte(i) & 0x3FU);
  }
  constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kSmallest[size] || value > 0x10FFFF || surrogate) return {};
  return {value, size};
}

std::size_t FindInvalidUtf8(std::string_view text) {
  std::size_t at = SkipAscii(text, 0);
  while (at < text.size()) {
    const CodePoint code_point = DecodeUtf8(text, at);
    if (code_point.size == 0) return at;
    at = SkipAscii(text, at + code_point.size);
  }
  return at;
}

std::string ReplaceInvalidUtf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t valid = FindInvalidUtf8(text);
    out += text.substr(0, valid);
    text.remove_prefix(valid);
    if (!text.empty()) {
      AppendUtf8(out, kReplacementCharacter);
      text.remove_prefix(1);
    }
  }
  return out;
}

void AppendUtf8(std::string& out, std::uint32_t code_point) {
  if (code_point < 0x80) {
    out.push_back(static_cast<char>(code_point));
    return;
  }
  const int size = code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
  out.push_back(static_cast<char>((0xF00U >> size & 0xFFU) | code_point >> (6 * (size - 1))));
  for (int i = size - 2; i >= 0; --i) {
    out.push_back(static_cast<char>(0x80U | (code_point >> (6 * i) & 0x3FU)));
  }
}

}  // namespace waymark::wire
