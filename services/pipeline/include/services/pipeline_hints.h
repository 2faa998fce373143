// Hints: single lines that the response pipeline adds to an answer, or sends instead of it.
//
//   hint      = "> [" ( id / reference / near / overflow / format / metadata ) "]"
//   id        = "id: " ordinal                                  the number of this answer
//   reference = "ref: " ordinal [", " certainty] [", from: " kind]
//   certainty = "byte-identical" / "unchanged"                  the bytes sent, or only the value
//   kind      = "file-read" / "file-mutate" / "other"
//   near      = "near-ref: " ordinal 1*(", " key ": " scalar "→" scalar)
//   overflow  = "+" number " more. call " call                  what brings the rest
//   format    = "encoded: " format-name [" | " parameters]
//   metadata  = "query: " DQUOTE query DQUOTE " | total=" number " | returned=" number
//   ordinal   = "r" number
//   number    = no leading zero
//   scalar    = a JSON scalar; a string without its quotes where that is not ambiguous
//
// A hint is a whole line. There is no form for a claim about time, for an omission that nothing
// brings back, or for a format without a public decoder: RenderHint() refuses the values and
// ParseHint() the lines. Pure functions, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <absl/status/statusor.h>

#include "services/pipeline_event.h"

namespace waymark::services {

struct IdHint {
  std::uint32_t ordinal = 0;  // 1 or more
  bool operator==(const IdHint&) const = default;
};

enum class ReferenceCertainty : std::uint8_t { kByteIdentical, kUnchanged };

struct ReferenceHint {
  std::uint32_t ordinal = 0;
  std::optional<ReferenceCertainty> certainty;
  std::optional<ToolKind> from;
  bool operator==(const ReferenceHint&) const = default;
};

// A changed top-level field of an object.
struct FieldChange {
  std::string key;
  std::string before;  // JSON scalars as they stand in the texts
  std::string after;
  bool operator==(const FieldChange&) const = default;
};

struct NearReferenceHint {
  std::uint32_t ordinal = 0;
  std::vector<FieldChange> changes;  // 1 or more
  bool operator==(const NearReferenceHint&) const = default;
};

struct OverflowHint {
  std::uint64_t left_out = 0;  // 1 or more
  std::string call;            // "get_issues(page=2)": brings what was left out
  bool operator==(const OverflowHint&) const = default;
};

struct FormatHint {
  std::string format;      // one of HintFormats()
  std::string parameters;  // "rows=18, cols=6"; may be empty
  bool operator==(const FormatHint&) const = default;
};

struct MetadataHint {
  std::string query;
  std::uint64_t total = 0;
  std::uint64_t returned = 0;  // at most `total`
  bool operator==(const MetadataHint&) const = default;
};

using Hint =
    std::variant<IdHint, ReferenceHint, NearReferenceHint, OverflowHint, FormatHint, MetadataHint>;

// Names of formats that a decoder can be had for.
std::vector<std::string_view> HintFormats();

// The line, without a line feed. InvalidArgument for a value that has no form: it would take two
// lines, could not be read back, or claims what must not be claimed.
absl::StatusOr<std::string> RenderHint(const Hint& hint);

// The part of a near-reference after its number: ", key: old→new" for each change.
absl::StatusOr<std::string> RenderChanges(const std::vector<FieldChange>& changes);

// InvalidArgument for anything but one hint.
absl::StatusOr<Hint> ParseHint(std::string_view line);

// "r17" -> 17; nothing for another word.
std::optional<std::uint32_t> ParseOrdinal(std::string_view word);

// `text`, and `hint` as its last line.
std::string WithHint(std::string_view text, std::string_view hint);

// An answer and the hints at its end.
struct StampedText {
  std::string_view body;      // byte for byte what WithHint() was given first
  std::uint32_t ordinal = 0;  // 0: the text has no number; then it is all body
};

// Takes the number off an answer, and the name of the format above it.
StampedText SplitStamp(std::string_view text);

// The numbers that a text shows as ids of answers, whoever wrote them: a file may quote an answer,
// and a server may lie.
std::vector<std::uint32_t> QuotedOrdinals(std::string_view text);

}  // namespace waymark::services
