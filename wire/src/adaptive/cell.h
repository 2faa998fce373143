// The text of one value within a line of `adaptive/v1`.
//
//   cell = ""            absent (in rows of tables)
//        | JSON          null, true, false, a number, {...}, [...], "..."; compact
//        | @POINTER      the value that stands there, earlier in the text (RFC 6901)
//        | SYMBOL REST   a string: the text that the symbol stands for, and REST
//        | STRING        any other string, as it is
//
// A string that would read as something else is written as JSON.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "adaptive/json_value.h"

namespace waymark::wire {

// A common beginning of strings, and the character that stands for it.
struct Prefix {
  char symbol = 0;
  std::string text;
};

// The symbols, the cheapest first.
inline constexpr std::string_view kPrefixSymbols = "~*^%$&!;";

inline constexpr char kPointerMark = '@';
inline constexpr std::string_view kInnerMark = "#json";
inline constexpr std::string_view kFence = "```";

// Appends a value. A string that contains one of `stops` is written as JSON.
void AppendCell(std::string& out, const JsonValue& value, std::span<const Prefix> prefixes,
                std::string_view stops);

// The value of a cell that is neither empty nor a pointer.
absl::StatusOr<JsonValue> ReadCell(std::string_view cell, std::span<const Prefix> prefixes);

// Appends a key as it is, or as JSON if it would read as something else.
void AppendKey(std::string& out, std::string_view key);

// Whether a key stands as it is.
bool IsBareKey(std::string_view key);

// Reads the key at text[at] and moves `at` behind it. InvalidArgument if there is none.
absl::StatusOr<std::string> ReadKey(std::string_view text, std::size_t& at);

// Offset of the end of the cell at line[at]: one of `stops`, or the end of the line.
std::size_t EndOfCell(std::string_view line, std::size_t at, std::string_view stops);

}  // namespace waymark::wire
