#include "gcf/gcf_source_reader.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <system_error>

#include "text/gcf_token.h"
#include "wire/payload.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr char kFenceSign = '`';

// Takes the number with which the text begins.
std::optional<std::uint32_t> TakeNumber(std::string_view& text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

// Takes the number behind `sign`, if the text begins with both.
std::optional<std::uint32_t> TakeNumberBehind(std::string_view sign, std::string_view& text) {
  if (!text.starts_with(sign)) return std::nullopt;
  std::string_view rest = text.substr(sign.size());
  const std::optional<std::uint32_t> number = TakeNumber(rest);
  if (number) text = rest;
  return number;
}

}  // namespace

void GcfSourceReader::Read(std::string_view line) {
  if (line.starts_with(kFenceSign)) return ReadFence(line);
  if (!is_in_file_ || line.starts_with("...")) return;
  if (!line.empty() && line.front() >= '0' && line.front() <= '9') return ReadNumbered(line);
  const bool follows = line_ != 0 && line_ != std::numeric_limits<std::uint32_t>::max();
  if (follows) GoTo(line_ + 1);
}

const std::vector<GcfSourcePlace>& GcfSourceReader::Finish() {
  EndRun();
  return places_;
}

// Within a file, every other line begins with something else, so that this one ends it.
void GcfSourceReader::ReadFence(std::string_view line) {
  EndRun();
  line_ = 0;
  is_in_file_ = !is_in_file_;
  if (!is_in_file_) return;
  std::string& path = paths_.emplace_back();
  const std::size_t end = std::min(line.find_first_not_of(kFenceSign), line.size());
  if (line.substr(end).starts_with(' ')) path = DecodeGcfToken(line.substr(end + 1));
  if (!IsUtf8(path)) path.clear();
}

void GcfSourceReader::ReadNumbered(std::string_view line) {
  const std::optional<std::uint32_t> first = TakeNumber(line);
  if (!first || *first == 0) return;
  std::string_view rest = line;
  const std::optional<std::uint32_t> last = TakeNumberBehind("-", rest);
  const std::optional<std::uint32_t> id = last ? TakeNumberBehind(" @", rest) : std::nullopt;
  if (!id) {
    GoTo(*first);
    return ReadMarks(line, *first);
  }
  if (!HasRoom() || *last < *first) return;
  rest.remove_prefix(rest.starts_with(' ') ? 1 : 0);
  places_.push_back(
      {.id = *id, .path = paths_.back(), .first = *first, .last = *last, .signature = rest});
}

void GcfSourceReader::ReadMarks(std::string_view marks, std::uint32_t number) {
  while (HasRoom()) {
    const std::optional<std::uint32_t> last = TakeNumberBehind("-", marks);
    const std::optional<std::uint32_t> id = TakeNumberBehind("@", marks);
    if (!id || last.value_or(number) < number) return;
    if (!last) open_.push_back(places_.size());
    places_.push_back({.id = *id,
                       .path = paths_.back(),
                       .first = number,
                       .last = last.value_or(number),
                       .signature = {}});
  }
}

bool GcfSourceReader::HasRoom() const {
  return !paths_.back().empty() && places_.size() < kMaxSymbols;
}

void GcfSourceReader::GoTo(std::uint32_t number) {
  if (number != line_ + 1) EndRun();
  line_ = number;
}

void GcfSourceReader::EndRun() {
  for (const std::size_t place : open_) places_[place].last = line_;
  open_.clear();
}

}  // namespace waymark::wire
