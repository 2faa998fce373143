// UTF-8 functions for the codecs and the tokeniser, and text that forges no structure.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace waymark::wire {

struct CodePoint {
  std::uint32_t value = 0;
  std::uint32_t size = 0;  // bytes, 1..4; 0 if the bytes are not a valid sequence
};

// Reads the sequence that starts at text[at]. REQUIRES: at < text.size(). Overlong forms,
// surrogates and values past U+10FFFF are not valid.
CodePoint DecodeUtf8(std::string_view text, std::size_t at);

// Offset of the first byte that is not part of a valid sequence; text.size() if there is none.
std::size_t FindInvalidUtf8(std::string_view text);

inline bool IsUtf8(std::string_view text) { return FindInvalidUtf8(text) == text.size(); }

// Replaces bytes that are not part of a character.
inline constexpr std::uint32_t kReplacementCharacter = 0xFFFD;

// `text` with U+FFFD in place of every byte that is not part of a valid sequence.
std::string ReplaceInvalidUtf8(std::string_view text);

// REQUIRES: code_point is a Unicode scalar value.
void AppendUtf8(std::string& out, std::uint32_t code_point);

// A control has no shape, and steers what shows or splits a text: C0 and delete, C1, the separators
// of lines and paragraphs (U+2028, U+2029), and the marks of direction (U+061C, U+200E, U+200F,
// U+202A to U+202E, U+2066 to U+2069). No text that is sent holds one, except tabs and line feeds
// as its layout. A format that has an escape for it uses that; everything else shows "\u202e".
bool IsControl(std::uint32_t code_point);

// Offset of the first control from `at` on; text.size() if there is none.
std::size_t FindControl(std::string_view text, std::size_t at = 0);

// Appends "\u202e", which is also the escape of JSON.
void AppendControlEscape(std::string& out, std::uint32_t control);

// `text` with an escape for each control, and "\xff" for each byte that is not UTF-8. Tabs and line
// feeds stay, a carriage return before a line feed is left out. Text that looks like an escape
// stays as it is, so this cannot be undone. JSON text stays the same JSON.
std::string VisibleText(std::string_view text);

// The same for a text within one line: tabs and line breaks are escaped too.
std::string VisibleLine(std::string_view text);

// The most backticks that stand together. A text cannot end a fence or span of Markdown that has
// more of them.
constexpr std::size_t LongestRunOfBackticks(std::string_view text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace waymark::wire
