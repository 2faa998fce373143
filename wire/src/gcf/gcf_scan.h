// Reading a line of GCF apart: what its decoders have in common.
#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace waymark::wire {

// A whole number in decimal digits; nothing for anything else.
template <typename Integer>
std::optional<Integer> ParseInteger(std::string_view text) {
  Integer value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// A finite decimal number without an exponent.
std::optional<float> ParseGcfScore(std::string_view text);

// Up to `limit` fields; one more holds what is left, blanks included.
std::vector<std::string_view> SplitAtBlanks(std::string_view line, std::size_t limit);

// What stands before and after the first separator; the second is absent without one.
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

  // Whether the last line has no end: what was cut off within a word still reads as another word.
  bool is_cut_off() const { return at_ > text_.size(); }

  // Goes on to the line of the first byte that is not UTF-8. False, and nothing is read, when all
  // of the text is.
  bool GoToInvalidUtf8();

  // Of the last line, from 1; 0 before the first.
  std::size_t number() const { return number_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t number_ = 0;
};

// What a comment begins with.
inline constexpr std::string_view kGcfComment = "# ";

// What a root begins with.
inline constexpr std::string_view kGcfRootAlgorithm = "sha256:";

// Whether a line is a comment or blank: every decoder drops those.
bool IsGcfComment(std::string_view line);

// What is wrong with any other line, whatever it says; empty when nothing is. `line` is UTF-8.
std::string GcfLineFault(std::string_view line);

}  // namespace waymark::wire
