#include "encoded_text.h"

#include <algorithm>
#include <iterator>

namespace waymark::services {
namespace {

struct Character {
  std::size_t bytes = 1;
  std::uint32_t units = 1;
};

// The character that begins at `at`; a byte that begins none is a character of its own.
Character CharacterAt(std::string_view line, std::size_t at, PositionEncoding encoding) {
  constexpr unsigned kContinuation = 0x80;
  constexpr unsigned kContinuationMask = 0xC0;
  const auto lead = static_cast<unsigned char>(line[at]);
  std::size_t bytes = 1;
  if (lead >= 0xF0 && lead < 0xF8) bytes = 4;
  if (lead >= 0xE0 && lead < 0xF0) bytes = 3;
  if (lead >= 0xC2 && lead < 0xE0) bytes = 2;
  if (at + bytes > line.size()) bytes = 1;
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((static_cast<unsigned char>(line[at + i]) & kContinuationMask) != kContinuation) {
      return {};
    }
  }
  switch (encoding) {
    case PositionEncoding::kUtf8:
      return {bytes, static_cast<std::uint32_t>(bytes)};
    case PositionEncoding::kUtf16:
      return {bytes, bytes == 4 ? 2U : 1U};
    case PositionEncoding::kUtf32:
      break;
  }
  return {bytes, 1};
}

bool IsPartOfName(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || byte == '_' || byte == '$' || (byte >= '0' && byte <= '9') ||
         (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

// Whether a text begins with exactly that name, not with a longer one.
bool IsWordOf(std::string_view text, std::string_view name) {
  if (name.empty() || !text.starts_with(name)) return false;
  const bool goes_on = text.size() > name.size() && IsPartOfName(text[name.size()]);
  return !goes_on || !IsPartOfName(name.back());
}

// A mark may be the last letter of a name, as in Ruby.
bool EndsWithMark(std::string_view text) {
  if (!text.ends_with('?') && !text.ends_with('!')) return false;
  return text.size() > 1 && IsPartOfName(text[text.size() - 2]);
}

}  // namespace

std::uint32_t UnitsOf(std::string_view line, std::size_t bytes, PositionEncoding encoding) {
  std::uint32_t units = 0;
  for (std::size_t at = 0; at < std::min(bytes, line.size());) {
    const Character character = CharacterAt(line, at, encoding);
    at += character.bytes;
    units += character.units;
  }
  return units;
}

std::size_t BytesOf(std::string_view line, std::uint32_t units, PositionEncoding encoding) {
  std::size_t at = 0;
  while (at < line.size()) {
    const Character character = CharacterAt(line, at, encoding);
    if (character.units > units) break;
    units -= character.units;
    at += character.bytes;
  }
  return at;
}

EncodedText::EncodedText(std::string_view text, ClientUnits units)
    : text_(text), units_(units), begins_{0} {
  // In a text without line feeds, returns end the lines of the index too.
  const char end = text.find('\n') == std::string_view::npos ? '\r' : '\n';
  units_.ends_lines_at_return |= end == '\r';
  for (std::size_t begin = 0;;) {
    const std::size_t feed = text.find(end, begin);
    if (end == '\n' && units.ends_lines_at_return) AddReturns(text.substr(0, feed), begin);
    if (feed == std::string_view::npos) break;
    begin = feed + 1;
    begins_.push_back(begin);
    if (!fed_.empty()) fed_.push_back(begin);
  }
}

void EncodedText::AddReturns(std::string_view before_feed, std::size_t begin) {
  const bool has_feed = before_feed.size() < text_.size();
  for (std::size_t at = before_feed.find('\r', begin); at != std::string_view::npos;
       at = before_feed.find('\r', at)) {
    ++at;
    const bool is_of_feed = has_feed && at == before_feed.size();
    if (is_of_feed) return;
    if (fed_.empty()) fed_ = begins_;
    begins_.push_back(at);
  }
}

std::string_view EncodedText::Line(std::uint32_t line) const {
  if (line >= begins_.size()) return {};
  const bool is_last = line + 1 == begins_.size();
  const std::size_t end = is_last ? text_.size() : begins_[line + 1];
  std::string_view found = text_.substr(begins_[line], end - begins_[line]);
  if (found.ends_with('\n')) found.remove_suffix(1);
  if (units_.ends_lines_at_return && found.ends_with('\r')) found.remove_suffix(1);
  return found;
}

std::size_t EncodedText::OffsetOf(ClientPosition position) const {
  if (position.line >= begins_.size()) return text_.size();
  return begins_[position.line] + BytesOf(Line(position.line), position.character, units_.encoding);
}

Position EncodedText::ToAsked(ClientPosition position) const {
  const std::string_view line = Line(position.line);
  std::size_t at = BytesOf(line, position.character, units_.encoding);
  const bool is_on_name = at < line.size() && IsPartOfName(line[at]);
  if (!is_on_name && EndsWithMark(line.substr(0, at))) --at;
  while (at > 0 && IsPartOfName(line[at - 1])) --at;
  if (fed_.empty() || position.line >= begins_.size()) {
    return {.line = position.line + 1, .column = static_cast<std::uint32_t>(at + 1)};
  }
  at += begins_[position.line];
  const auto after = std::upper_bound(fed_.begin(), fed_.end(), at);
  return {.line = static_cast<std::uint32_t>(after - fed_.begin()),
          .column = static_cast<std::uint32_t>(at - *std::prev(after) + 1)};
}

ClientPosition EncodedText::ToClient(Position position) const {
  std::uint32_t line = std::max(position.line, 1U) - 1;
  std::size_t at = std::max(position.column, 1U) - 1;
  if (line < fed_.size()) {
    const bool is_last = line + 1 == fed_.size();
    at = std::min(fed_[line] + at, is_last ? text_.size() : fed_[line + 1] - 1);
    const auto after = std::upper_bound(begins_.begin(), begins_.end(), at);
    line = static_cast<std::uint32_t>(after - begins_.begin() - 1);
    at -= begins_[line];
  }
  return {.line = line, .character = UnitsOf(Line(line), at, units_.encoding)};
}

ClientRange EncodedText::ToClient(const SourceRange& range) const {
  const Position after{.line = range.end.line, .column = range.end.column + 1};
  return {.start = ToClient(range.begin), .end = ToClient(after)};
}

ClientRange EncodedText::NameAt(Position begin, std::string_view expected) const {
  const ClientPosition start = ToClient(begin);
  const std::string_view line = Line(start.line);
  const std::size_t first = BytesOf(line, start.character, units_.encoding);
  std::size_t end = first;
  if (IsWordOf(line.substr(first), expected)) {
    end += expected.size();
  } else {
    while (end < line.size() && IsPartOfName(line[end])) ++end;
    if (end == first && end < line.size()) ++end;
  }
  return {.start = start,
          .end = {.line = start.line, .character = UnitsOf(line, end, units_.encoding)}};
}

}  // namespace waymark::services
