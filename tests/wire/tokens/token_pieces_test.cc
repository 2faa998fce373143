// The scanner against the regular expressions that the encodings publish, run by PCRE2.
#include "tokens/token_pieces.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <array>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <pcre2.h>

namespace waymark::wire {
namespace {

// As published but for \s and \S, which mean Unicode's White_Space there and something else in
// PCRE2: they are spelt out.
#define WM_SPACE \
  "\\t-\\r \\x85\\xA0\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}"
constexpr const char* kO200kPattern =
    "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+"
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    "|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*"
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    "|\\p{N}{1,3}"
    "| ?[^" WM_SPACE
    "\\p{L}\\p{N}]+[\\r\\n/]*"
    "|[" WM_SPACE
    "]*[\\r\\n]+"
    "|[" WM_SPACE "]+(?![^" WM_SPACE
    "])"
    "|[" WM_SPACE "]+";
constexpr const char* kCl100kPattern =
    "'(?i:[sdmt]|ll|ve|re)"
    "|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++"
    "|\\p{N}{1,3}+"
    "| ?[^" WM_SPACE
    "\\p{L}\\p{N}]++[\\r\\n]*+"
    "|[" WM_SPACE
    "]++\\z"
    "|[" WM_SPACE
    "]*[\\r\\n]"
    "|[" WM_SPACE "]+(?![^" WM_SPACE
    "])"
    "|[" WM_SPACE "]";
#undef WM_SPACE

class Pattern {
 public:
  explicit Pattern(const char* pattern) {
    int error = 0;
    PCRE2_SIZE offset = 0;
    code_.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern), PCRE2_ZERO_TERMINATED,
                              PCRE2_UTF | PCRE2_UCP | PCRE2_ANCHORED, &error, &offset, nullptr));
    match_.reset(code_ == nullptr ? nullptr
                                  : pcre2_match_data_create_from_pattern(code_.get(), nullptr));
  }

  bool ok() const { return match_ != nullptr; }

  std::size_t EndOfPiece(std::string_view text, std::size_t begin) const {
    const int count = pcre2_match(code_.get(), reinterpret_cast<PCRE2_SPTR>(text.data()),
                                  text.size(), begin, 0, match_.get(), nullptr);
    return count < 1 ? begin : pcre2_get_ovector_pointer(match_.get())[1];
  }

 private:
  struct Free {
    void operator()(pcre2_code* code) const { pcre2_code_free(code); }

    void operator()(pcre2_match_data* match) const { pcre2_match_data_free(match); }
  };

  std::unique_ptr<pcre2_code, Free> code_;
  std::unique_ptr<pcre2_match_data, Free> match_;
};

// One or more of every class the patterns tell apart, and what they name.
constexpr std::array<std::string_view, 52> kFragments = {
    "a",      "B",      "ab",     "AB",     "Ab",      "é",        "É",      "\u01C5",  // Lt
    "\u02B0",                                                                           // Lm
    "ª",      "中",     "の",     "한",     "\u0301",  "\u0903",   "\u20DD",            // M
    "1",      "22",     "4567",   "٣",      "Ⅷ",       "½",        " ",      "  ",     "\t",
    "\v",     "\u00A0", "\u2003", "\u3000", "\u2028",  "\xC2\x85", "\u180E", "\uFEFF", "\u200B",
    "\n",     "\r",     "\r\n",   "\n\n",   "/",       "//",       ".",      "::",     "'",
    "'s",     "'LL",    "'Re",    "'v",     "'\u017F", "😀",        "\u200D", "_",      "\u0001",
};

std::string RandomText(std::mt19937& random) {
  std::string text;
  for (std::size_t i = random() % 24; i > 0; --i) text += kFragments[random() % kFragments.size()];
  return text;
}

using EndOfPiece = std::size_t (*)(std::string_view text, std::size_t begin);

template <typename End>
std::vector<std::string> Cut(const std::string& text, End end_of_piece) {
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_piece(text, at);
    if (end <= at) return {"no piece at " + std::to_string(at)};
    pieces.push_back(text.substr(at, end - at));
    at = end;
  }
  return pieces;
}

void ExpectSamePieces(const char* published, EndOfPiece scanner) {
  constexpr int kTexts = 20000;
  const Pattern pattern(published);
  ASSERT_TRUE(pattern.ok());
  std::mt19937 random(1);

  for (int i = 0; i < kTexts; ++i) {
    const std::string text = RandomText(random);
    const auto expected = Cut(text, [&pattern](std::string_view whole, std::size_t at) {
      return pattern.EndOfPiece(whole, at);
    });
    ASSERT_EQ(Cut(text, scanner), expected) << "text " << i << ": " << text;
  }
}

TEST(EndOfPieceO200k, CutsAsThePublishedPattern) {
  ExpectSamePieces(kO200kPattern, EndOfPieceO200k);
}

TEST(EndOfPieceCl100k, CutsAsThePublishedPattern) {
  ExpectSamePieces(kCl100kPattern, EndOfPieceCl100k);
}

TEST(EndOfPieceO200k, TakesInvalidBytesAsSymbols) {
  EXPECT_EQ(Cut("a\xFF\xFE"
                "b",
                EndOfPieceO200k),
            (std::vector<std::string>{"a", "\xFF\xFE", "b"}));
}

}  // namespace
}  // namespace waymark::wire
