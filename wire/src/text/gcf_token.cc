#include "text/gcf_token.h"

#include <array>
#include <charconv>
#include <cstdint>

#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr std::string_view kEmptyField = "-";

// Bytes that may have to be escaped, depending on their neighbours; all others stay unchanged.
constexpr std::array<bool, 256> kSuspect = [] {
  std::array<bool, 256> suspect{};
  for (std::size_t byte = 0; byte < suspect.size(); ++byte) {
    suspect[byte] = byte < 0x21 || byte >= 0x7F || byte == '%';
  }
  return suspect;
}();

bool IsHexDigit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// Whether "%HH" stands at `at`.
bool IsEscape(std::string_view text, std::size_t at) {
  return text[at] == '%' && at + 2 < text.size() && IsHexDigit(text[at + 1]) &&
         IsHexDigit(text[at + 2]);
}

// White space beyond ASCII and the byte order mark, at which some decoders split too.
bool IsUnicodeBlank(std::uint32_t code_point) {
  switch (code_point) {
    case 0x85:
    case 0xA0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202F:
    case 0x205F:
    case 0x3000:
    case 0xFEFF:
      return true;
    default:
      return code_point >= 0x2000 && code_point <= 0x200A;
  }
}

void AppendEscaped(std::string& out, std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (const char c : bytes) {
    const auto byte = static_cast<std::uint8_t>(c);
    out.push_back('%');
    out.push_back(kDigits[byte >> 4]);
    out.push_back(kDigits[byte & 0xF]);
  }
}

// Number of bytes at `at` at which some reader splits a line of tokens; 0 for other characters.
std::size_t SplittingSize(std::string_view text, std::size_t at) {
  const auto byte = static_cast<std::uint8_t>(text[at]);
  if (byte < 0x80) return byte < 0x21 || byte == 0x7F ? 1 : 0;
  const CodePoint code_point = DecodeUtf8(text, at);
  return IsUnicodeBlank(code_point.value) ? code_point.size : 0;
}

// Number of bytes of `field` from `at` that must be escaped together; 0 if the byte there stays
// unchanged.
std::size_t EscapedSize(std::string_view field, std::size_t at, GcfCharset charset) {
  if (field[at] == '%') return IsEscape(field, at) ? 1 : 0;
  if (const std::size_t size = SplittingSize(field, at); size != 0) return size;
  if (static_cast<std::uint8_t>(field[at]) < 0x80) return 0;
  const CodePoint code_point = DecodeUtf8(field, at);
  const bool is_escaped = charset == GcfCharset::kAscii || IsControl(code_point.value);
  return is_escaped ? code_point.size : 0;
}

}  // namespace

void AppendGcfToken(std::string& out, std::string_view field, GcfCharset charset) {
  if (field.empty()) {
    out += kEmptyField;
    return;
  }
  if (field == kEmptyField) {
    AppendEscaped(out, field);
    return;
  }
  std::size_t copied = 0;
  for (std::size_t at = 0; at < field.size();) {
    const std::size_t escaped =
        kSuspect[static_cast<std::uint8_t>(field[at])] ? EscapedSize(field, at, charset) : 0;
    if (escaped == 0) {
      ++at;
      continue;
    }
    out += field.substr(copied, at - copied);
    AppendEscaped(out, field.substr(at, escaped));
    at += escaped;
    copied = at;
  }
  out += field.substr(copied);
}

std::string DecodeGcfToken(std::string_view token) {
  if (token == kEmptyField) return {};
  std::string field;
  field.reserve(token.size());
  for (std::size_t at = 0; at < token.size(); ++at) {
    if (!IsEscape(token, at)) {
      field.push_back(token[at]);
      continue;
    }
    std::uint8_t byte = 0;
    std::from_chars(token.data() + at + 1, token.data() + at + 3, byte, 16);
    field.push_back(static_cast<char>(byte));
    at += 2;
  }
  return field;
}

std::string_view WithoutGcfBrackets(std::string_view token) {
  const bool has_brackets = token.size() > 2 && token.starts_with('[') && token.ends_with(']');
  return has_brackets ? token.substr(1, token.size() - 2) : token;
}

void AppendGcfStatus(std::string& out, std::string_view status, GcfCharset charset) {
  const bool has_brackets = WithoutGcfBrackets(status) != status;
  if (has_brackets) AppendEscaped(out, status.substr(0, 1));
  AppendGcfToken(out, status.substr(has_brackets ? 1 : 0), charset);
}

std::size_t FindUnescapedBlank(std::string_view line) {
  for (std::size_t at = 0; at < line.size(); ++at) {
    const bool may_be = kSuspect[static_cast<std::uint8_t>(line[at])];
    if (!may_be || line[at] == ' ' || line[at] == '%') continue;
    if (SplittingSize(line, at) != 0) return at;
  }
  return std::string_view::npos;
}

std::string_view GcfKindName(const Payload& payload, Term<SymbolKind> kind) {
  const std::string_view abbreviation =
      kind.is_foreign() ? std::string_view() : Abbreviation(static_cast<SymbolKind>(kind.code()));
  return abbreviation.empty() ? TermName(payload, kind) : abbreviation;
}

}  // namespace waymark::wire
