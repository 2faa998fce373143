// A scanner of C and C++ tokens that skips everything but code. It answers two questions before a
// file is parsed: the dialect of a header, and which macros to mask.
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

// The end of the piece that begins at `at`, in code or in a directive: a comment, a string or
// character literal (which ends with its line if nothing else ends it, so that a stray quote costs
// one line), or one byte.
std::size_t EndOfPiece(std::string_view bytes, std::size_t at);

// The text of a directive after '#' and blanks.
std::string_view BehindHash(std::string_view directive);

// Returns words, preprocessor directives as whole logical lines, and every other character by
// itself, with "::" as one token. Skips comments, strings, characters, numbers and white space.
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
