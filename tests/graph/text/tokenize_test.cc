#include "graph/tokenize.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Split(std::string_view identifier) {
  std::vector<std::string_view> parts;
  SplitIdentifier(identifier, parts);
  return {parts.begin(), parts.end()};
}

std::vector<std::string> Tokens(std::string_view text) {
  Tokenizer tokenizer;
  std::vector<std::string_view> tokens;
  tokenizer.Append(text, tokens);
  return {tokens.begin(), tokens.end()};
}

TEST(SplitIdentifier, SplitsSnakeCase) {
  EXPECT_THAT(Split("dispatch_request"), ElementsAre("dispatch", "request"));
  EXPECT_THAT(Split("__init__"), ElementsAre("init"));
}

TEST(SplitIdentifier, SplitsCamelCaseAndAcronyms) {
  EXPECT_THAT(Split("HTTPServer_v2"), ElementsAre("HTTP", "Server", "v", "2"));
  EXPECT_THAT(Split("getURLFor"), ElementsAre("get", "URL", "For"));
  EXPECT_THAT(Split("DBImpl"), ElementsAre("DB", "Impl"));
  EXPECT_THAT(Split("parseXML"), ElementsAre("parse", "XML"));
}

TEST(SplitIdentifier, SeparatesDigitRuns) {
  EXPECT_THAT(Split("utf8ToUtf16"), ElementsAre("utf", "8", "To", "Utf", "16"));
}

TEST(SplitIdentifier, TreatsBytesPastAsciiAsLowerCaseLetters) {
  EXPECT_THAT(Split("größeMax"), ElementsAre("größe", "Max"));
}

TEST(SplitIdentifier, GivesNothingForSeparatorsOnly) {
  EXPECT_THAT(Split("___"), IsEmpty());
  EXPECT_THAT(Split(""), IsEmpty());
}

TEST(Tokenizer, LowersAndStems) {
  EXPECT_THAT(Tokens("HTTPServer2"), ElementsAre("http", "server", "2"));
  EXPECT_THAT(Tokens("connections"), ElementsAre("connect"));
  EXPECT_THAT(Tokens("relational"), ElementsAre("relat"));
}

// Words of M. F. Porter, "An algorithm for suffix stripping", 1980, sections on steps 1a to 5.
TEST(Tokenizer, StemsAsTheOriginalPorterAlgorithm) {
  EXPECT_THAT(
      Tokens("caresses ponies ties cats feed agreed plastered motoring sing"),
      ElementsAre("caress", "poni", "ti", "cat", "feed", "agre", "plaster", "motor", "sing"));
  EXPECT_THAT(Tokens("conflated hopping falling happy sky"),
              ElementsAre("conflat", "hop", "fall", "happi", "sky"));
}

TEST(Tokenizer, DropsSingleLettersButKeepsDigits) {
  EXPECT_THAT(Tokens("v2 x i_j"), ElementsAre("2"));
}

TEST(Tokenizer, LeavesTwoLetterTokensUnstemmed) {
  EXPECT_THAT(Tokens("is as db"), ElementsAre("is", "as", "db"));
}

TEST(Tokenizer, WordsDoNotStartWithDigits) { EXPECT_THAT(Tokens("3 apples"), ElementsAre("appl")); }

TEST(Tokenizer, KeepsOrderAndRepetitions) {
  EXPECT_THAT(Tokens("open the file, open it"), ElementsAre("open", "the", "file", "open", "it"));
}

TEST(Tokenizer, DropsOverlongTokens) {
  const std::string hash(kMaxTokenBytes + 1, 'a');

  EXPECT_THAT(Tokens(hash + " kept"), ElementsAre("kept"));
}

TEST(Tokenizer, DoesNotStemWordsPastAscii) { EXPECT_THAT(Tokens("größes"), ElementsAre("größes")); }

TEST(Tokenizer, RemembersWordsWithTheSameResult) {
  Tokenizer tokenizer;
  std::vector<std::string_view> first;
  std::vector<std::string_view> second;

  tokenizer.Append("parsing requests", first);
  tokenizer.Append("parsing requests", second);

  EXPECT_EQ(first, second);
  EXPECT_EQ(first[0].data(), second[0].data());
}

TEST(Tokenizer, StaysUsableAfterAMove) {
  Tokenizer source;
  Tokenizer moved(std::move(source));
  std::vector<std::string> seen;

  moved.Visit("read_view", [&seen](std::string_view token) { seen.emplace_back(token); });

  EXPECT_THAT(seen, ElementsAre("read", "view"));
}

TEST(Tokenizer, StartsTheMemoAnewWhenItIsFull) {
  Tokenizer tokenizer;
  std::vector<std::string_view> tokens;
  for (std::size_t i = 0; i < Tokenizer::kMaxMemoWords + 10; ++i) {
    tokens.clear();
    tokenizer.Append("w" + std::to_string(i), tokens);
  }

  EXPECT_THAT(tokens, ElementsAre(std::to_string(Tokenizer::kMaxMemoWords + 9)));
}

}  // namespace
}  // namespace waymark::graph
