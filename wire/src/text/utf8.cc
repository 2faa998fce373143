#include "wire/utf8.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

#include <fmt/format.h>

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

struct CodePointRange {
  std::uint32_t first;
  std::uint32_t last;
};

constexpr CodePointRange kControls[] = {
    {0x00, 0x1F},     {0x7F, 0x9F},      // C0; delete and C1
    {0x061C, 0x061C}, {0x200E, 0x200F},  // marks of direction
    {0x2028, 0x202E},                    // separators, embeddings, overrides
    {0x2066, 0x2069},                    // isolates
};

// Whether a control may begin with this byte.
constexpr std::array<bool, 256> kMayBeginControl = [] {
  std::array<bool, 256> may{};
  for (const CodePointRange& range : kControls) {
    if (range.first < 0x80) {
      for (std::uint32_t c = range.first; c <= range.last && c < 0x80; ++c) may[c] = true;
    }
    if (range.last < 0x80) continue;
    may[range.last < 0x800 ? 0xC0 | range.last >> 6 : 0xE0 | range.last >> 12] = true;
  }
  return may;
}();

// Whether a tab or the end of a line stands at `at`.
bool IsLayout(std::string_view text, std::size_t at) {
  return text[at] == '\t' || text[at] == '\n' || text.substr(at, 2) == "\r\n";
}

std::string WithoutControls(std::string_view text, bool has_layout) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint read = DecodeUtf8(text, at);
    if (read.size == 0) {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<std::uint8_t>(text[at++]));
      continue;
    }
    if (has_layout && IsLayout(text, at)) {
      if (text[at] != '\r') out += text[at];
    } else if (IsControl(read.value)) {
      AppendControlEscape(out, read.value);
    } else {
      out += text.substr(at, read.size);
    }
    at += read.size;
  }
  return out;
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

bool IsControl(std::uint32_t code_point) {
  return std::any_of(std::begin(kControls), std::end(kControls), [=](const CodePointRange& range) {
    return range.first <= code_point && code_point <= range.last;
  });
}

std::size_t FindControl(std::string_view text, std::size_t at) {
  for (; at < text.size(); ++at) {
    if (!kMayBeginControl[static_cast<std::uint8_t>(text[at])]) continue;
    const CodePoint read = DecodeUtf8(text, at);
    if (read.size != 0 && IsControl(read.value)) return at;
  }
  return std::min(at, text.size());
}

void AppendControlEscape(std::string& out, std::uint32_t control) {
  fmt::format_to(std::back_inserter(out), "\\u{:04x}", control);
}

std::string VisibleText(std::string_view text) { return WithoutControls(text, true); }

std::string VisibleLine(std::string_view text) { return WithoutControls(text, false); }

}  // namespace waymark::wire
