// UTF-8 functions for the codecs and the tokeniser.
#pragma once

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

}  // namespace waymark::wire
