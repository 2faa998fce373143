#include "frame_decoder.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "services/lsp.h"

namespace waymark::services {
namespace {

constexpr std::string_view kLengthField = "content-length:";
constexpr std::string_view kEmptyLine = "\r\n\r\n";  // with the end of the one before

std::string_view WithoutBlanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

bool BeginsWithLengthField(std::string_view line) {
  return line.size() >= kLengthField.size() &&
         std::equal(kLengthField.begin(), kLengthField.end(), line.begin(), [](char a, char b) {
           return a == std::tolower(static_cast<unsigned char>(b));
         });
}

// The value of the last field of that name.
std::optional<std::uint64_t> LengthIn(std::string_view header) {
  std::optional<std::uint64_t> length;
  while (!header.empty()) {
    const std::size_t end = std::min(header.find('\n'), header.size() - 1);
    const std::string_view line = WithoutBlanks(header.substr(0, end));
    header.remove_prefix(end + 1);
    if (!BeginsWithLengthField(line)) continue;
    const std::string_view digits = WithoutBlanks(line.substr(kLengthField.size()));
    std::uint64_t number = 0;
    const auto [rest, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || rest != digits.data() + digits.size()) return std::nullopt;
    length = number;
  }
  return length;
}

// Whether the bytes end with an empty line.
bool IsWhole(std::string_view header) {
  return header.ends_with(kEmptyLine) || header.ends_with("\n\n");
}

}  // namespace

void FrameDecoder::Add(std::string_view bytes) {
  while (!bytes.empty()) {
    bytes = part_ == Part::kHeader ? AddToHeader(bytes) : AddToBody(bytes);
  }
}

void FrameDecoder::Finish() {
  if (part_ != Part::kHeader || !header_.empty()) Tell("the input ended inside a message");
}

std::string_view FrameDecoder::AddToHeader(std::string_view bytes) {
  const std::size_t end = bytes.find('\n');
  const std::string_view line = bytes.substr(0, end == std::string_view::npos ? end : end + 1);
  header_ += line;
  bytes.remove_prefix(line.size());
  if (header_.size() > kMaxLspHeaderBytes) {
    if (!is_garbage_) Tell(fmt::format("a header has more than {} bytes", kMaxLspHeaderBytes));
    is_garbage_ = true;
    header_.erase(0, header_.size() - kEmptyLine.size());
  }
  if (IsWhole(header_)) {
    EndHeader();
  } else if (header_ == "\r\n" || header_ == "\n") {
    header_.clear();  // an empty line between messages
  }
  return bytes;
}

void FrameDecoder::EndHeader() {
  const std::optional<std::uint64_t> length = LengthIn(header_);
  header_.clear();
  if (std::exchange(is_garbage_, false)) return;
  if (!length.has_value()) {
    Tell("a header has no valid Content-Length");
    return;
  }
  left_ = *length;
  part_ = Part::kBody;
  if (left_ > kMaxLspMessageBytes) {
    part_ = Part::kSkipped;
    Tell(fmt::format("a message of {} bytes; the limit is {}", left_, kMaxLspMessageBytes));
  } else if (left_ == 0) {
    part_ = Part::kHeader;
    sink_("", "");
  }
}

std::string_view FrameDecoder::AddToBody(std::string_view bytes) {
  const std::size_t count = std::min(left_, bytes.size());
  if (part_ == Part::kBody) body_ += bytes.substr(0, count);
  left_ -= count;
  bytes.remove_prefix(count);
  if (left_ == 0) {
    const bool is_message = part_ == Part::kBody;
    part_ = Part::kHeader;
    const std::string message = std::exchange(body_, {});
    if (is_message) sink_(message, "");
  }
  return bytes;
}

void FrameDecoder::Tell(std::string_view problem) { sink_("", problem); }

}  // namespace waymark::services
