#include "wire/tokens.h"

#include <array>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace waymark::wire {
namespace {

struct Vector {
  std::string_view text;
  std::size_t o200k;
  std::size_t cl100k;
};

// Counts by the reference implementation of both encodings.
constexpr Vector kVectors[] = {
    {"", 0, 0},
    {"a", 1, 1},
    {"hello world", 2, 2},
    {"The quick brown fox jumps over the lazy dog.", 10, 10},
    {"def dispatch_request(self) -> ResponseReturnValue:\n    return "
     "self.ensure_sync(view)(**args)\n",
     20, 19},
    {"@0<@4 calls\n@1<@4 calls\n", 14, 14},
    {"GCF tool=context_for_task budget=5000 tokens=1847 symbols=10\n", 18, 18},
    {"std::vector<int,std::allocator<int>>::push_back", 11, 11},
    {"flask.app.Flask.dispatch_request 0.78 ast_resolved", 14, 14},
    {"camelCaseHTMLParser2Value", 6, 6},
    {"SCREAMING_SNAKE_CASE = 0x1F\n", 14, 14},
    {"  \t leading and trailing   ", 5, 5},
    {"\n\n\n    four spaces\n\n", 5, 5},
    {"x = 1\r\ny = 22\r\n\r\n", 10, 10},
    {"1234567890", 4, 4},
    {"3.14159e-10", 7, 7},
    {"it's they'll WE'VE I'M you'd 'tis", 10, 14},
    {"don'T can'\u017Ft", 6, 7},
    {"path/to//file.txt /usr/bin/env\n/next", 12, 12},
    {"====================================================", 2, 2},
    {"////////////////\n////", 3, 3},
    {"naïve café déjà vu", 6, 6},
    {"e\u0301le\u0300ve \u0301x", 8, 8},
    {"Привет, мир! ПРИВЕТ", 9, 13},
    {"你好，世界。今天天气很好", 8, 15},
    {"日本語のテキストとカタカナ", 11, 13},
    {"한국어 문장입니다", 5, 7},
    {"नमस्ते दुनिया", 5, 13},
    {"مرحبا بالعالم", 4, 10},
    {"😀👩‍👩‍👧‍👦🇩🇪", 16, 26},
    {"\u00A0\u2003\u3000x\u2028y\xC2\x85z", 9, 11},
    {"٣٤٥٦ Ⅷ ½ ²", 11, 15},
    {"ǅ ʰ ªº", 8, 8},
    {"<|endoftext|>", 7, 7},
    {"word \n  ", 3, 3},
};

TEST(CountTokens, EqualsTheReferenceCounts) {
  for (const Vector& vector : kVectors) {
    EXPECT_EQ(CountTokens(vector.text, Tokenizer::kO200kBase), vector.o200k) << vector.text;
    EXPECT_EQ(CountTokens(vector.text, Tokenizer::kCl100kBase), vector.cl100k) << vector.text;
  }
}

TEST(CountTokens, CountsLongRunsByTheSameRule) {
  for (const Tokenizer tokenizer : AllTokenizers()) {
    EXPECT_EQ(CountTokens(std::string(158, 'a'), tokenizer), 21U);
    EXPECT_EQ(CountTokens(std::string(500, 'a'), tokenizer), 63U);
  }
}

TEST(CountTokens, TakesBytesThatAreNotUtf8) {
  EXPECT_GE(CountTokens("\xFF\xFE\x80", Tokenizer::kO200kBase), 1U);
  EXPECT_LE(CountTokens("\xFF\xFE\x80", Tokenizer::kO200kBase), 3U);
}

// What a packer relies on to count every line once.
TEST(CountTokens, OfWholeLinesAddUp) {
  constexpr std::array<std::string_view, 7> kLines = {
      "GCF tool=context_for_task budget=5000 tokens=1847 symbols=10\n",
      "## targets\n",
      "@0 fn leveldb::DBImpl::Get 0.78 ast_resolved\n",
      "# db/db_impl.cc:1121-1166 Status Get(const ReadOptions& options)\n",
      "## edges\n",
      "@0<@4 calls\n",
      "}\n",
  };

  for (const Tokenizer tokenizer : AllTokenizers()) {
    for (const std::string_view first : kLines) {
      for (const std::string_view second : kLines) {
        EXPECT_EQ(CountTokens(std::string(first) + std::string(second), tokenizer),
                  CountTokens(first, tokenizer) + CountTokens(second, tokenizer))
            << first << second;
      }
    }
  }
}

TEST(Tokenizer, IsFoundByItsPublishedName) {
  for (const Tokenizer tokenizer : AllTokenizers()) {
    EXPECT_EQ(TokenizerFromName(Name(tokenizer)), tokenizer);
  }
  EXPECT_EQ(Name(kDefaultTokenizer), "o200k_base");
  EXPECT_EQ(TokenizerFromName("p50k_base"), std::nullopt);
}

}  // namespace
}  // namespace waymark::wire
