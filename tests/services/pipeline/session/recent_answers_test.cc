#include "session/recent_answers.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::services {
namespace {

RecentAnswer Answer(std::string_view text, std::uint32_t ordinal, std::string_view call = "") {
  return {.content = FingerprintOf(text), .call = FingerprintOf(call), .ordinal = ordinal};
}

// NIST FIPS 180-4 example.
TEST(Fingerprint, IsThePrefixOfSha256) {
  const Fingerprint expected = {0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea,
                                0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22, 0x23};
  EXPECT_EQ(FingerprintOf("abc"), expected);
}

TEST(RecentAnswers, FindTheTextAndDropWhatWasNotUsedForLongest) {
  RecentAnswers answers(2);
  answers.Add(Answer("a", 1));
  answers.Add(Answer("b", 2));
  ASSERT_NE(answers.Find(FingerprintOf("a")), nullptr);
  EXPECT_EQ(answers.Find(FingerprintOf("a"))->ordinal, 1u);
  answers.Add(Answer("c", 3));
  EXPECT_EQ(answers.Find(FingerprintOf("b")), nullptr);
  EXPECT_NE(answers.Find(FingerprintOf("a")), nullptr);
  EXPECT_NE(answers.Find(FingerprintOf("c")), nullptr);
}

TEST(RecentAnswers, HoldATextOnceWithItsLastNumber) {
  RecentAnswers answers(2);
  answers.Add(Answer("a", 1));
  answers.Add(Answer("b", 2));
  answers.Add(Answer("a", 3));
  EXPECT_EQ(answers.Find(FingerprintOf("a"))->ordinal, 3u);
  EXPECT_NE(answers.Find(FingerprintOf("b")), nullptr);
}

TEST(RecentAnswers, FindTheLastAnswerToACall) {
  RecentAnswers answers(3);
  answers.Add(Answer("a", 1, "status"));
  answers.Add(Answer("b", 2, "status"));
  answers.Add(Answer("c", 3, "other"));
  ASSERT_NE(answers.FindCall(FingerprintOf("status")), nullptr);
  EXPECT_EQ(answers.FindCall(FingerprintOf("status"))->ordinal, 2u);
  EXPECT_EQ(answers.FindCall(FingerprintOf("unknown")), nullptr);
}

}  // namespace
}  // namespace waymark::services
