#include "gcf/gcf_scan.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "text/gcf_token.h"
#include "wire/payload.h"
#include "wire/utf8.h"

namespace waymark::wire {

std::optional<float> ParseGcfScore(std::string_view text) {
  float score = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), score, std::chars_format::fixed);
  const bool is_read = error == std::errc() && end == text.data() + text.size();
  return is_read && std::isfinite(score) ? std::optional<float>(score) : std::nullopt;
}

std::vector<std::string_view> SplitAtBlanks(std::string_view line, std::size_t limit) {
  std::vector<std::string_view> fields;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end =
        fields.size() == limit ? line.size() : std::min(line.find(' ', at), line.size());
    fields.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return fields;
}

Halves SplitAt(std::string_view text, std::string_view separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return {text, std::nullopt};
  return {text.substr(0, at), text.substr(at + separator.size())};
}

bool GcfLines::Next(std::string_view& line) {
  if (at_ >= text_.size()) return false;
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  line = text_.substr(at_, end - at_);
  if (line.ends_with('\r')) line.remove_suffix(1);
  at_ = end + 1;
  ++number_;
  return true;
}

bool GcfLines::GoToInvalidUtf8() {
  const std::size_t invalid = FindInvalidUtf8(text_);
  if (invalid == text_.size()) return false;
  std::string_view line;
  while (at_ <= invalid && Next(line)) {
  }
  return true;
}

bool IsGcfComment(std::string_view line) {
  return line.empty() || line == "#" || line.starts_with("# ");
}

std::string GcfLineFault(std::string_view line) {
  if (line.size() > kMaxGcfLineBytes) {
    return fmt::format("a line of {} bytes; the limit is {}", line.size(), kMaxGcfLineBytes);
  }
  const std::size_t at = FindUnescapedBlank(line);
  if (at == std::string_view::npos) return {};
  return fmt::format("byte {} is a control character or white space, which tokens have as %{:02X}",
                     at + 1, static_cast<std::uint8_t>(line[at]));
}

}  // namespace waymark::wire
