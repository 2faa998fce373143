#include "services/visible_text.h"

#include <iterator>

#include <fmt/format.h>

#include "wire/utf8.h"

namespace waymark::services {
namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

constexpr Range kInvisible[] = {
    {0x00, 0x08},     {0x0B, 0x1F},      // C0 but tab and line feed
    {0x7F, 0x9F},                        // delete, C1
    {0x200E, 0x200F}, {0x2028, 0x202E},  // direction marks, separators, embeddings, overrides
    {0x2066, 0x2069},                    // isolates
};

bool IsInvisible(std::uint32_t code_point) {
  for (const Range& range : kInvisible) {
    if (code_point >= range.first && code_point <= range.last) return true;
  }
  return false;
}

// Tabs and line breaks are layout in a text of several lines, but not within one line.
std::string WithoutControls(std::string_view text, bool has_layout) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const wire::CodePoint read = wire::DecodeUtf8(text, at);
    if (read.size == 0) {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(text[at]));
      ++at;
      continue;
    }
    const bool is_layout = text[at] == '\t' || text[at] == '\n' || text.substr(at, 2) == "\r\n";
    if (is_layout ? !has_layout : IsInvisible(read.value)) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", read.value);
    } else {
      out += text.substr(at, read.size);
    }
    at += read.size;
  }
  return out;
}

}  // namespace

std::string VisibleText(std::string_view text) { return WithoutControls(text, true); }

std::string VisibleLine(std::string_view text) { return WithoutControls(text, false); }

}  // namespace waymark::services
