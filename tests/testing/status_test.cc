#include "graph/status.h"

#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "testing/status_matchers.h"

namespace waymark {
namespace {

using ::testing::Eq;
using ::testing::HasSubstr;
using ::testing::Not;
using waymark::testing::IsOk;
using waymark::testing::IsOkAndHolds;
using waymark::testing::StatusIs;

absl::StatusOr<int> ParseDigit(char digit) {
  if (digit < '0' || digit > '9') return absl::InvalidArgumentError("digit: not 0 to 9");
  return digit - '0';
}

absl::StatusOr<int> SumOfDigits(const std::string& digits) {
  int sum = 0;
  for (const char digit : digits) {
    WM_ASSIGN_OR_RETURN(const int value, ParseDigit(digit));
    sum += value;
  }
  return sum;
}

absl::Status CheckDigits(const std::string& digits, bool& reached_end) {
  WM_RETURN_IF_ERROR(SumOfDigits(digits).status());
  reached_end = true;
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<int>> Box(int value) { return std::make_unique<int>(value); }

absl::StatusOr<int> Unbox(int value) {
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<int> box, Box(value));
  return *box;
}

TEST(AssignOrReturn, YieldsTheValue) { EXPECT_THAT(SumOfDigits("123"), IsOkAndHolds(Eq(6))); }

TEST(AssignOrReturn, ReturnsTheErrorUnchanged) {
  EXPECT_THAT(SumOfDigits("12x"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not 0 to 9")));
}

TEST(AssignOrReturn, MovesValuesThatCannotBeCopied) { EXPECT_THAT(Unbox(7), IsOkAndHolds(Eq(7))); }

TEST(ReturnIfError, StopsAtTheError) {
  bool reached_end = false;

  EXPECT_THAT(CheckDigits("x", reached_end), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_FALSE(reached_end);
}

TEST(ReturnIfError, GoesOnWhenOk) {
  bool reached_end = false;

  EXPECT_THAT(CheckDigits("1", reached_end), IsOk());
  EXPECT_TRUE(reached_end);
}

TEST(StatusMatchers, RejectOtherCodesMessagesAndValues) {
  EXPECT_THAT(ParseDigit('x'), Not(IsOk()));
  EXPECT_THAT(ParseDigit('x'), Not(StatusIs(absl::StatusCode::kInternal)));
  EXPECT_THAT(ParseDigit('x'),
              Not(StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("letter"))));
  EXPECT_THAT(ParseDigit('1'), Not(IsOkAndHolds(Eq(2))));
  EXPECT_THAT(ParseDigit('x'), Not(IsOkAndHolds(Eq(2))));
}

TEST(StatusMatchers, AssertOkAndAssignDeclaresTheValue) {
  WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<int> box, Box(3));

  EXPECT_EQ(*box, 3);
}

}  // namespace
}  // namespace waymark
