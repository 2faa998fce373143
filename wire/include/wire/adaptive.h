// Writes the text of a tool's result with fewer tokens and the same value.
//
// JSON becomes the lines of `adaptive/v1` (docs/PIPELINE.md, "Encoding"), Markdown keeps its prose
// and gets its tables as delimited rows. Every form is read back and compared with the input before
// it is chosen, so a text is sent as it is rather than with another value.
//
// Everything here is a pure function, safe from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

namespace waymark::wire {

// The first line of an encoded text begins with this. A text of others that begins with it is sent
// behind a line that says that it is verbatim.
inline constexpr std::string_view kAdaptiveMark = "adaptive/v1";

// The forms that may be chosen for a part of a text.
enum class AdaptiveFormat : std::uint8_t {
  kLines,       // "kv": a field of an object in each line
  kTable,       // "csv": objects as rows
  kJson,        // "json_compact"
  kMarkdown,    // "csv_from_md": tables of Markdown as rows
  kFence,       // "code_fence": a text of several lines between fences
  kInner,       // "deep_mckp": JSON inside of strings as values
  kPrefixes,    // "prefixes": a common beginning of texts, named once
  kReferences,  // "references": an equal value, named by where it stands
};

// A set of formats. A value type.
class AdaptiveFormats {
 public:
  constexpr AdaptiveFormats() = default;

  constexpr AdaptiveFormats(std::initializer_list<AdaptiveFormat> formats) {
    for (const AdaptiveFormat format : formats) bits_ |= Bit(format);
  }

  constexpr bool Has(AdaptiveFormat format) const { return (bits_ & Bit(format)) != 0; }

  constexpr void Remove(AdaptiveFormat format) { bits_ &= ~Bit(format); }

  constexpr bool operator==(const AdaptiveFormats&) const = default;

 private:
  static constexpr std::uint32_t Bit(AdaptiveFormat format) {
    return std::uint32_t{1} << static_cast<unsigned>(format);
  }

  std::uint32_t bits_ = 0;
};

inline constexpr AdaptiveFormats kAllAdaptiveFormats = {
    AdaptiveFormat::kLines,    AdaptiveFormat::kTable,     AdaptiveFormat::kJson,
    AdaptiveFormat::kMarkdown, AdaptiveFormat::kFence,     AdaptiveFormat::kInner,
    AdaptiveFormat::kPrefixes, AdaptiveFormat::kReferences};

// "kv", "csv" ... as in the comments of AdaptiveFormat.
std::string_view Name(AdaptiveFormat format);
std::optional<AdaptiveFormat> AdaptiveFormatFromName(std::string_view name);

// Levels of texts inside of strings that are looked into.
inline constexpr int kDefaultInnerDepth = 5;

// The shape of a text, before any encoding.
struct TextShape {
  // "empty", "array_of_objects", "array_of_primitives", "nested_object", "flat_object",
  // "markdown_table", "code_block", "numbered_list", "bullet_list", "prose" or "unknown".
  std::string_view shape = "unknown";
  // Formats that the text, or strings inside of it, hold; each once, in the order of the detectors:
  // "url", "log", "hash", "diff", "md", "md_table", "md_with_code", "code_fence", "xml_html",
  // "yaml", "stack_trace", "numbered_list", "inline_json", "prose".
  std::vector<std::string_view> inner;
  std::size_t columns = 0;     // of a table, or fields of an object
  std::size_t rows = 0;        // of a table, elements of an array, items of a list
  std::size_t depth = 0;       // of nested objects and arrays; 1: a flat one
  double key_stability = 1.0;  // 0 to 1: how much the elements of an array share their keys
};

// Cost: O(text), at most the first 100 elements of each array and 200 values of each object.
TextShape ClassifyText(std::string_view text, int inner_depth = kDefaultInnerDepth);

struct ShrinkOptions {
  int inner_depth = kDefaultInnerDepth;
  AdaptiveFormats formats = kAllAdaptiveFormats;
  // Which of them a text of a shape may have; null: all.
  std::function<AdaptiveFormats(const TextShape& shape)> formats_of = nullptr;
  std::size_t least_bytes = 200;  // a shorter text stays as it is
};

inline constexpr std::string_view kVerbatimFormat = "verbatim";

struct ShrunkText {
  std::string text;         // what to send; the input itself if nothing is smaller
  std::string_view format;  // "verbatim", "json_compact", "adaptive/v1" or "csv_from_md"
  TextShape shape;
  std::size_t tokens_before = 0;  // o200k_base, of the input
  std::size_t tokens_after = 0;
  std::size_t failed_round_trips = 0;  // forms that did not give the input's value
};

// The shortest form of `text` in tokens. Never fails: what cannot be encoded stays as it is. Cost:
// about 50 us a KiB, half of it for counting tokens; up to about 2 ms a KiB for very ragged rows.
// Memory: O(text), as tables are bounded (adaptive/columns.h).
ShrunkText ShrinkText(std::string_view text, const ShrinkOptions& options = {});

// The format of a text that is not whole.
inline constexpr std::string_view kPartFormat = "part";

struct FittedText {
  ShrunkText shrunk;        // its format is kPartFormat if anything is missing
  std::size_t missing = 0;  // parts that are left out or cut
  double worth = 1;         // of what is kept; the whole text is worth 1
  double bound = 1;         // at least what the best choice of parts with the same cost is worth
};

// The text of ShrinkText() if it has at most `budget` tokens, or a part that has no more, for a
// model: values of JSON, or lines, chosen by a knapsack (graph/knapsack.h). Its last lines tell
// what is missing, and that `whole_call`, which has no line break, brings the whole. ExpandText()
// refuses a part. InvalidArgument if even the smallest part has more tokens. Cost: up to nine times
// that of ShrinkText(), for a text of the budget's size.
absl::StatusOr<FittedText> ShrinkToBudget(std::string_view text, std::size_t budget,
                                          std::string_view whole_call);

// The value of a text of ShrinkText: compact JSON for JSON, keys in their order, numbers as they
// were written; Markdown byte for byte; a text without the mark as it is. InvalidArgument "expand:
// line N: WHAT"; ResourceExhausted beyond kMaxExpandedBytes.
absl::StatusOr<std::string> ExpandText(std::string_view text);

inline constexpr std::size_t kMaxExpandedBytes = std::size_t{64} << 20;

}  // namespace waymark::wire
