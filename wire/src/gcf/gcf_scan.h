// Splits lines of GCF; shared by its decoders.
#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace waymark::wire {

// A whole number in decimal digits; nothing for other text.
template <typename Integer>
std::optional<Integer> ParseInteger(std::string_view text) {
  Integer value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// A finite decimal number without an exponent.
std::optional<float> ParseGcfScore(std::string_view text);

// Splits into up to `limit` fields; one more holds the rest, with its blanks.
std::vector<std::string_view> SplitAtBlanks(std::string_view line, std::size_t limit);

// The parts before and after the first separator; `second` is absent without a separator.
struct Halves {
  std::string_view first;
  std::optional<std::string_view> second;
};

Halves SplitAt(std::string_view text, std::string_view separator);

// The lines of a text one after the other, without their ends: LF, or CR LF.
class GcfLines {
 public:
  explicit GcfLines(std::string_view text) : text_(text) {}

  bool Next(std::string_view& line);

  // Whether the last line has no line break. Text that was cut off within a word can read as
  // another word.
  bool is_cut_off() const { return at_ > text_.size(); }

  // Skips to the line of the first byte that is not UTF-8. False, without reading, if the whole
  // text is UTF-8.
  bool GoToInvalidUtf8();

  // Number of the last line, from 1; 0 before the first.
  std::size_t number() const { return number_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t number_ = 0;
};

// The beginning of a comment.
inline constexpr std::string_view kGcfComment = "# ";

// The beginning of a root.
inline constexpr std::string_view kGcfRootAlgorithm = "sha256:";

// Whether a line is a comment or blank: every decoder drops those.
bool IsGcfComment(std::string_view line);

// The fault of a line that is neither comment nor blank, whatever its meaning; empty if there is
// none. `line` is UTF-8.
std::string GcfLineFault(std::string_view line);

}  // namespace waymark::wire
