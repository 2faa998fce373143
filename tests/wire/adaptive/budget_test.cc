// A text under a budget: what fits of it, and what is told of the rest.
#include <cstddef>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"
#include "wire/adaptive.h"
#include "wire/tokens.h"

namespace waymark::wire {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using testing::StatusIs;

constexpr std::string_view kCall = "waymark shrink issues.json";

// Words that no two issues share.
std::string Body(int number, int words) {
  std::string body;
  for (int i = 0; i < words; ++i) body += fmt::format("word{} ", number * 1000 + i);
  return body;
}

std::string Issues(int count) {
  std::string text = R"({"total":)" + std::to_string(count) + R"(,"items":[)";
  for (int i = 1; i <= count; ++i) {
    text += fmt::format(R"({}{{"number":{},"title":"Title {}","body":"{}"}})", i > 1 ? "," : "", i,
                        i * 37 % 101, Body(i, 120));
  }
  return text + "]}";
}

FittedText Fit(std::string_view text, std::size_t budget) {
  absl::StatusOr<FittedText> fitted = ShrinkToBudget(text, budget, kCall);
  EXPECT_TRUE(fitted.ok()) << fitted.status();
  return fitted.ok() ? *std::move(fitted) : FittedText();
}

TEST(ShrinkToBudget, GivesTheWholeTextIfItFits) {
  const std::string text = Issues(3);
  const FittedText fitted = Fit(text, 10000);

  EXPECT_EQ(fitted.shrunk.text, ShrinkText(text).text);
  EXPECT_EQ(fitted.missing, 0U);
  EXPECT_EQ(fitted.worth, 1);
}

TEST(ShrinkToBudget, NeverTakesMoreThanTheBudgetAndMostOfIt) {
  const std::string text = Issues(50);
  for (const std::size_t budget : {100U, 300U, 1000U, 4000U}) {
    const FittedText fitted = Fit(text, budget);

    EXPECT_EQ(fitted.shrunk.tokens_after, CountTokens(fitted.shrunk.text, kDefaultTokenizer));
    EXPECT_LE(fitted.shrunk.tokens_after, budget);
    EXPECT_GT(fitted.shrunk.tokens_after, budget * 8 / 10);
  }
}

TEST(ShrinkToBudget, SaysThatItIsAPartAndWhichCallBringsTheWhole) {
  const FittedText fitted = Fit(Issues(50), 500);

  EXPECT_EQ(fitted.shrunk.format, kPartFormat);
  EXPECT_THAT(fitted.shrunk.text,
              AllOf(StartsWith("adaptive/v1 part\n"), HasSubstr("\n> [left out: "),
                    EndsWith(fmt::format("> [+{} more. call {}]\n", fitted.missing, kCall))));
}

TEST(ShrinkToBudget, KeepsShortFieldsAndFirstElementsBeforeLongTexts) {
  const std::string text = Fit(Issues(50), 400).shrunk.text;

  EXPECT_THAT(text, AllOf(HasSubstr("total 50"), HasSubstr("Title 37"), HasSubstr("Title 33"),
                          HasSubstr("of /items/*/body"), Not(HasSubstr(Body(50, 120)))));
}

TEST(ShrinkToBudget, CutsALongTextAndNamesItsPlace) {
  const std::string text =
      fmt::format(R"({{"name":"a","readme":"{}","license":"MIT"}})", Body(1, 2000));
  const FittedText fitted = Fit(text, 200);

  EXPECT_THAT(fitted.shrunk.text, AllOf(HasSubstr("license MIT"), HasSubstr("word1000 word1001"),
                                        HasSubstr("…"), HasSubstr("> [cut: /readme]\n")));
  EXPECT_EQ(fitted.missing, 1U);
}

TEST(ShrinkToBudget, NamesAnArrayOnceOfWhichNothingIsLeft) {
  const std::string text =
      fmt::format(R"({{"id":7,"files":[{{"a":"{}"}},{{"a":"{}"}}]}})", Body(1, 300), Body(2, 300));

  EXPECT_THAT(Fit(text, 50).shrunk.text, HasSubstr("{\"id\":7}\n> [left out: /files]\n"));
}

TEST(ShrinkToBudget, WithMoreTokensIsWorthMoreAndNeverMoreThanTheBound) {
  const std::string text = Issues(50);
  double before = 0;
  for (const std::size_t budget : {200U, 800U, 3200U}) {
    const FittedText fitted = Fit(text, budget);
    EXPECT_GT(fitted.worth, before);
    EXPECT_LE(fitted.worth, fitted.bound);
    EXPECT_GT(fitted.worth, 0.9 * fitted.bound);
    before = fitted.worth;
  }
}

TEST(ShrinkToBudget, PrefersWordsToAddressesAndToNothing) {
  std::string text = R"({"items":[)";
  for (int i = 0; i < 40; ++i) {
    text += fmt::format(
        R"({}{{"page":"https://example.org/u/{}/a/long/address","avatar":"https://example.org/u/{}/p",)"
        R"("said":"the page {} is empty","hash":"{:0128}"}})",
        i > 0 ? "," : "", i * 7919 % 1000, i * 7919 % 1000, i * 31 % 100, i * 104729);
  }
  const std::string part = Fit(text + "]}", 500).shrunk.text;

  EXPECT_THAT(part, AllOf(HasSubstr("the page 31 is empty"), HasSubstr(" of /items/*/hash"),
                          Not(HasSubstr("of /items/*/said"))));
}

TEST(ShrinkToBudget, NamesTheLinesOfATextThatAreLeftOut) {
  std::string log;
  for (int i = 1; i <= 400; ++i) log += fmt::format("line number {} of the log\n", i);
  const FittedText fitted = Fit(log, 300);

  EXPECT_THAT(fitted.shrunk.text,
              AllOf(StartsWith("adaptive/v1 part\nline number 1 of the log\n"),
                    HasSubstr("-400 left out]\n> [+"), Not(HasSubstr("number 400 "))));
  EXPECT_LE(fitted.shrunk.tokens_after, 300U);
}

TEST(ShrinkToBudget, KeepsHeadingsAndWholeBlocksOfCode) {
  std::string page;
  for (int i = 0; i < 30; ++i) {
    page += fmt::format("# Heading {}\n\nText {}\n\n````\nint a;\n```\n\nint b{};\n````\n\n", i,
                        Body(i, 60), i);
  }
  const std::string text = Fit(page, 900).shrunk.text;

  EXPECT_THAT(text, AllOf(HasSubstr("# Heading 0\n"), HasSubstr("# Heading 29\n"),
                          HasSubstr("````\nint a;\n```\n\nint b0;\n````\n")));
  std::size_t fences = 0;
  for (std::size_t at = text.find("\n````"); at != std::string::npos;
       at = text.find("\n````", at + 1)) {
    ++fences;
  }
  EXPECT_EQ(fences % 2, 0U);
}

TEST(ShrinkToBudget, NamesTheLeastBudgetThatATextNeeds) {
  const std::string text = Issues(50);
  const absl::StatusOr<FittedText> refused = ShrinkToBudget(text, 10, kCall);

  ASSERT_THAT(refused, StatusIs(absl::StatusCode::kInvalidArgument,
                                HasSubstr("10 tokens are too few; the smallest part")));
  const std::string message(refused.status().message());
  const std::size_t least = std::stoul(message.substr(message.rfind(' ') + 1));
  EXPECT_LE(Fit(text, least).shrunk.tokens_after, least);
  EXPECT_FALSE(ShrinkToBudget(text, least - 1, kCall).ok());
}

TEST(ShrinkToBudget, DividesNoCharacter) {
  std::string text = R"({"a":")";
  for (int i = 0; i < 500; ++i) text += "é日";
  text += R"("})";
  const std::string part = Fit(text, 90).shrunk.text;

  EXPECT_THAT(part, HasSubstr("…"));
  EXPECT_THAT(part, Not(HasSubstr("\uFFFD")));
  EXPECT_EQ(CountTokens(part, kDefaultTokenizer), Fit(text, 90).shrunk.tokens_after);
}

TEST(ExpandText, RefusesAPart) {
  EXPECT_THAT(ExpandText(Fit(Issues(50), 500).shrunk.text),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("without a budget")));
}

}  // namespace
}  // namespace waymark::wire
