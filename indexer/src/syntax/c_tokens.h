// A scanner of C and C++ tokens that skips what is no code, for the two questions that are put to
// the bytes before they are parsed: which dialect a header is in, and which macros to mask.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace waymark::indexer {

enum class CTokenKind : std::uint8_t { kEnd, kWord, kOther, kDirective };

struct CToken {
  CTokenKind kind = CTokenKind::kEnd;
  std::uint32_t begin = 0;  // bytes
  std::uint32_t end = 0;

  std::string_view Text(std::string_view bytes) const { return bytes.substr(begin, end - begin); }
};

// Behind what begins at `at`, in code or in a directive: a comment, a string or character that ends
// with its line when nothing else ends it (so that a stray quote costs one line), or one byte.
std::size_t EndOfPiece(std::string_view bytes, std::size_t at);

// What a directive says, behind its '#' and blanks.
std::string_view BehindHash(std::string_view directive);

// Gives words, preprocessor directives as whole logical lines, and every other character by itself,
// but "::" as one. Comments, strings, characters, numbers and white space are passed over.
class CTokens {
 public:
  explicit CTokens(std::string_view bytes, std::size_t begin = 0)
      : bytes_(bytes), at_(begin), at_line_start_(begin == 0 || bytes[begin - 1] == '\n') {}

  CToken Next();

 private:
  bool SkipBlank();
  void SkipRawString();
  std::uint32_t EndOfDirective() const;

  std::string_view bytes_;
  std::size_t at_;
  bool at_line_start_;
};

}  // namespace waymark::indexer
