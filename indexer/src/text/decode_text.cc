#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "graph/ascii.h"
#include "indexer/read_file.h"
#include "text/jis_x_0208.h"
#include "text/utf8.h"

namespace waymark::indexer {
namespace {

constexpr char32_t kUnknown = 0xFFFD;

// The characters of Windows-1252 from 0x80 to 0x9F; 0 where it has none.
constexpr std::array<char16_t, 32> kWindows1252Characters = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

// Words: names of encodings in lower case, with dashes.
constexpr std::string_view kShiftJisNames =
    "shift-jis shift-jis-2004 shift-jisx0213 shiftjis sjis cp932 ms932 windows-31j ms-kanji "
    "csshiftjis";
constexpr std::string_view kEucJpNames = "euc-jp eucjp ujis";

enum class Encoding : std::uint8_t { kWindows1252, kShiftJis, kEucJp };

std::uint8_t ByteAt(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint8_t>(bytes[at]);
}

void AppendUtf8(char32_t c, std::string& out) {
  const auto byte = [&](char32_t value) { out += static_cast<char>(value); };
  if (c < 0x80) return byte(c);
  if (c < 0x800) {
    byte(0xC0 | (c >> 6));
  } else {
    if (c < 0x10000) {
      byte(0xE0 | (c >> 12));
    } else {
      byte(0xF0 | (c >> 18));
      byte(0x80 | ((c >> 12) & 0x3F));
    }
    byte(0x80 | ((c >> 6) & 0x3F));
  }
  byte(0x80 | (c & 0x3F));
}

// The order of the bytes of UTF-16.
struct Wide {
  std::size_t mark_bytes = 0;
  bool low_first = true;
};

std::optional<Wide> WideOf(std::string_view bytes) {
  constexpr std::size_t kProbeBytes = 8000;
  constexpr std::string_view kLowFirst = "\xFF\xFE";
  constexpr std::string_view kHighFirst = "\xFE\xFF";
  constexpr std::string_view kMarkOfUtf32("\xFF\xFE\0\0", 4);
  if (bytes.starts_with(kMarkOfUtf32)) return std::nullopt;
  if (bytes.starts_with(kLowFirst)) return Wide{kLowFirst.size(), true};
  if (bytes.starts_with(kHighFirst)) return Wide{kHighFirst.size(), false};
  // Without a mark: the high bytes of most characters of programs are zero, and few low bytes are.
  constexpr std::size_t kHighForLow = 16;
  if (bytes.size() % 2 != 0) return std::nullopt;
  const std::size_t probed = std::min(bytes.size(), kProbeBytes);
  if (bytes.substr(0, probed).find('\0') == std::string_view::npos) return std::nullopt;
  std::array<std::size_t, 2> zeros = {0, 0};
  for (std::size_t i = 0; i < probed; ++i) zeros[i % 2] += bytes[i] == '\0' ? 1 : 0;
  const std::size_t high = zeros[1] >= zeros[0] ? 1 : 0;
  const bool has_low = zeros[1 - high] * kHighForLow > zeros[high];
  if (zeros[high] == 0 || zeros[high] < probed / 4 || has_low) return std::nullopt;
  return Wide{0, high == 1};
}

// Empty if the text has control characters, which no text has.
std::optional<std::string> FromWide(std::string_view bytes, const Wide& wide) {
  constexpr std::string_view kControlBlanks = "\t\n\v\f\r\x1A\x1B";
  bytes.remove_prefix(wide.mark_bytes);
  const auto unit = [&](std::size_t at) {
    const char32_t first = ByteAt(bytes, at);
    const char32_t second = ByteAt(bytes, at + 1);
    return wide.low_first ? first | (second << 8) : (first << 8) | second;
  };
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    char32_t c = unit(i);
    if (c < 0x20 && kControlBlanks.find(static_cast<char>(c)) == std::string_view::npos) {
      return std::nullopt;
    }
    if (c >= 0xD800 && c < 0xE000) {
      const char32_t next = i + 3 < bytes.size() ? unit(i + 2) : 0;
      const bool is_pair = c < 0xDC00 && next >= 0xDC00 && next < 0xE000;
      c = is_pair ? 0x10000 + ((c - 0xD800) << 10) + (next - 0xDC00) : kUnknown;
      if (is_pair) i += 2;
    }
    AppendUtf8(c, out);
  }
  return out;
}

// The name in `coding: NAME` or `coding=NAME` in the first two lines, as PEP 263 and editors read
// it, in lower case and with dashes. Empty if there is none.
std::string DeclaredEncoding(std::string_view bytes) {
  constexpr std::string_view kKey = "coding";
  constexpr std::size_t kDeclarationBytes = 400;
  std::string_view head = bytes.substr(0, kDeclarationBytes);
  head = head.substr(0, head.find('\n', std::min(head.find('\n'), head.size() - 1) + 1));
  std::size_t at = head.find(kKey);
  if (at == std::string_view::npos) return "";
  at += kKey.size();
  if (at >= head.size() || (head[at] != ':' && head[at] != '=')) return "";
  at = std::min(head.find_first_not_of(" \t", at + 1), head.size());
  std::string name;
  for (; at < head.size(); ++at) {
    const char c = ToLower(head[at]);
    if (!IsLower(c) && !IsDigit(c) && c != '-' && c != '_' && c != '.') break;
    name += c == '_' ? '-' : c;
  }
  return name;
}

struct Character {
  char32_t code = kUnknown;
  std::size_t bytes = 1;
};

// The character that begins at `at` with a byte beyond ASCII. kUnknown if there is none.
Character ShiftJisAt(std::string_view bytes, std::size_t at) {
  const int lead = ByteAt(bytes, at);
  constexpr char32_t kHalfWidth = 0xFF61;
  if (lead >= 0xA1 && lead <= 0xDF) return {kHalfWidth + static_cast<char32_t>(lead - 0xA1), 1};
  const bool may_lead = (lead >= 0x81 && lead <= 0x9F) || (lead >= 0xE0 && lead <= 0xFC);
  const int trail = at + 1 < bytes.size() ? ByteAt(bytes, at + 1) : 0;
  if (!may_lead || trail < 0x40 || trail == 0x7F || trail > 0xFC) return {};
  const bool is_second = trail >= 0x9F;
  const int row = (lead - (lead < 0xA0 ? 0x81 : 0xC1)) * 2 + (is_second ? 1 : 0);
  const int cell = is_second ? trail - 0x9F : trail - 0x40 - (trail > 0x7F ? 1 : 0);
  return {JisCharacter(row, cell), 2};
}

Character EucJpAt(std::string_view bytes, std::size_t at) {
  constexpr int kHalfWidthShift = 0x8E;
  constexpr int kFirst = 0xA1;
  const int lead = ByteAt(bytes, at);
  const int trail = at + 1 < bytes.size() ? ByteAt(bytes, at + 1) : 0;
  if (trail < kFirst) return {};
  if (lead == kHalfWidthShift) return {0xFF61 + static_cast<char32_t>(trail - kFirst), 2};
  return lead < kFirst ? Character{} : Character{JisCharacter(lead - kFirst, trail - kFirst), 2};
}

Character Windows1252At(std::string_view bytes, std::size_t at) {
  const std::uint8_t byte = ByteAt(bytes, at);
  const bool is_own = byte < 0xA0 && kWindows1252Characters[byte - 0x80] != 0;
  return {is_own ? kWindows1252Characters[byte - 0x80] : char32_t{byte}, 1};
}

// Whether all bytes beyond ASCII are Shift-JIS, and most pairs of bytes follow each other, as those
// of words do. Single letters with accents, and quotes of Windows-1252, stand among ASCII.
bool LooksLikeShiftJis(std::string_view bytes) {
  std::size_t pairs = 0;
  std::size_t in_words = 0;
  bool is_frequent = false;  // kana, punctuation or a frequent kanji, which no accent looks like
  std::size_t end_of_last = std::string_view::npos;
  for (std::size_t i = 0; i < bytes.size();) {
    if (ByteAt(bytes, i) < 0x80) {
      ++i;
      continue;
    }
    const Character character = ShiftJisAt(bytes, i);
    if (character.code == kUnknown) return false;
    if (character.bytes == 2) {
      ++pairs;
      in_words += end_of_last == i ? 1 : 0;
      is_frequent = is_frequent || ByteAt(bytes, i) < 0xA0;
    }
    i += character.bytes;
    end_of_last = i;
  }
  return is_frequent && in_words * 2 >= pairs;
}

Encoding EncodingOf(std::string_view bytes) {
  const std::string declared = DeclaredEncoding(bytes);
  if (ListsWord(kShiftJisNames, declared)) return Encoding::kShiftJis;
  if (ListsWord(kEucJpNames, declared)) return Encoding::kEucJp;
  const bool is_japanese = declared.empty() && LooksLikeShiftJis(bytes);
  return is_japanese ? Encoding::kShiftJis : Encoding::kWindows1252;
}

std::string FromBytes(std::string_view bytes) {
  const Encoding encoding = EncodingOf(bytes);
  const auto character_at = encoding == Encoding::kShiftJis ? ShiftJisAt
                            : encoding == Encoding::kEucJp  ? EucJpAt
                                                            : Windows1252At;
  std::string out;
  out.reserve(bytes.size() + bytes.size() / 2);
  for (std::size_t i = 0; i < bytes.size();) {
    if (ByteAt(bytes, i) < 0x80) {
      out += bytes[i++];
      continue;
    }
    const Character character = character_at(bytes, i);
    AppendUtf8(character.code, out);
    i += character.bytes;
  }
  return out;
}

// In a text without line feeds, returns end the lines.
void MendLoneReturns(std::string& text) {
  if (text.find('\n') == std::string::npos) std::replace(text.begin(), text.end(), '\r', '\n');
}

}  // namespace

std::string DecodeText(std::string bytes) {
  const std::optional<Wide> wide = WideOf(bytes);
  std::optional<std::string> decoded = wide ? FromWide(bytes, *wide) : std::nullopt;
  if (!decoded.has_value() && bytes.find('\0') != std::string::npos) return bytes;
  if (!decoded.has_value() && !IsValidUtf8(bytes)) decoded = FromBytes(bytes);
  if (decoded.has_value()) bytes = *std::move(decoded);
  MendLoneReturns(bytes);
  return bytes;
}

}  // namespace waymark::indexer
