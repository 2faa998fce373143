#include "search/kept_lines.h"

#include <algorithm>

namespace waymark::indexer {
namespace {

// The most bytes of a long line that are shown before its match.
constexpr std::size_t kShownBefore = 200;

bool BeginsCharacter(std::string_view text, std::size_t at) {
  return at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

// The part of a line of at most kMaxShownLineBytes that shows the byte `at`, in whole characters.
TextMatch ShownPart(std::string_view line, std::size_t at) {
  if (line.size() <= kMaxShownLineBytes) return {0, line.size()};
  std::size_t begin = at > kShownBefore ? at - kShownBefore : 0;
  begin = std::min(begin, line.size() - kMaxShownLineBytes);
  std::size_t end = begin + kMaxShownLineBytes;
  while (!BeginsCharacter(line, begin)) ++begin;
  while (!BeginsCharacter(line, end)) --end;
  return {begin, end};
}

}  // namespace

void LineKeeper::Keep(const MatchingLine& line) {
  KeepAfter(line.begin);
  std::size_t begin = line.begin;
  for (std::uint32_t i = 0; i < before_ && begin > kept_end_; ++i) {
    begin = begin < 2 ? 0 : text_.rfind('\n', begin - 2) + 1;  // npos + 1 is 0
  }
  for (begin = std::max(begin, kept_end_); begin < line.begin;) {
    const std::size_t end = text_.find('\n', begin);
    Add(begin, end, 0, 0);
    begin = end + 1;
  }
  const std::size_t at = line.match.begin - line.begin;
  Add(line.begin, line.end, at, static_cast<std::uint32_t>(at + 1));
  after_left_ = after_;
}

std::vector<FoundLine> LineKeeper::Take() {
  KeepAfter(text_.size());
  return std::move(lines_);
}

void LineKeeper::KeepAfter(std::size_t end) {
  for (; after_left_ > 0 && kept_end_ < end; --after_left_) {
    const std::size_t begin = kept_end_;
    Add(begin, std::min(text_.find('\n', begin), text_.size()), 0, 0);
  }
}

void LineKeeper::Add(std::size_t begin, std::size_t end, std::size_t shown_at,
                     std::uint32_t column) {
  const auto* const data = text_.data();
  line_ += static_cast<std::uint32_t>(std::count(data + counted_, data + begin, '\n'));
  counted_ = begin;
  std::string_view line = text_.substr(begin, end - begin);
  if (line.ends_with('\r')) line.remove_suffix(1);
  const TextMatch shown = ShownPart(line, shown_at);
  lines_.push_back({.line = line_,
                    .column = column,
                    .from_column = static_cast<std::uint32_t>(shown.begin + 1),
                    .text = std::string(line.substr(shown.begin, shown.end - shown.begin)),
                    .is_cut = shown.end < line.size()});
  kept_end_ = std::min(end + 1, text_.size());
}

}  // namespace waymark::indexer
