// Matchers for absl::Status and absl::StatusOr, and the unwrapping of a StatusOr in a test body.
//
//   EXPECT_THAT(store.Put(key, value), IsOk());
//   EXPECT_THAT(Decode(bytes), StatusIs(absl::StatusCode::kDataLoss, HasSubstr("version 9")));
//   EXPECT_THAT(Decode(bytes), IsOkAndHolds(Eq(7)));
//   WM_ASSERT_OK_AND_ASSIGN(const Payload payload, Decode(bytes));
#pragma once

#include <ostream>
#include <string>
#include <type_traits>
#include <utility>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <gmock/gmock.h>

namespace waymark::testing {

inline const absl::Status& StatusOf(const absl::Status& status) { return status; }

template <typename T>
const absl::Status& StatusOf(const absl::StatusOr<T>& result) {
  return result.status();
}

MATCHER(IsOk, "is OK") {
  const absl::Status& status = StatusOf(arg);
  *result_listener << "which is " << status.ToString();
  return status.ok();
}

MATCHER_P(StatusIs, code, "") {
  const absl::Status& status = StatusOf(arg);
  *result_listener << "which is " << status.ToString();
  return status.code() == code;
}

MATCHER_P2(StatusIs, code, message_matcher, "") {
  const absl::Status& status = StatusOf(arg);
  *result_listener << "which is " << status.ToString();
  const std::string message(status.message());
  return status.code() == code &&
         ::testing::ExplainMatchResult(message_matcher, message, result_listener);
}

MATCHER_P(IsOkAndHolds, value_matcher, "") {
  if (!arg.ok()) {
    *result_listener << "which is " << arg.status().ToString();
    return false;
  }
  return ::testing::ExplainMatchResult(value_matcher, *arg, result_listener);
}

}  // namespace waymark::testing

#define WM_TESTING_CONCAT_INNER(a, b) a##b
#define WM_TESTING_CONCAT(a, b) WM_TESTING_CONCAT_INNER(a, b)

#define WM_ASSERT_OK(expression) ASSERT_THAT(expression, ::waymark::testing::IsOk())
#define WM_EXPECT_OK(expression) EXPECT_THAT(expression, ::waymark::testing::IsOk())

// Ends the test with the status when `expression` is an error; else moves its value into `lhs`.
#define WM_ASSERT_OK_AND_ASSIGN(lhs, ...) \
  WM_ASSERT_OK_AND_ASSIGN_IMPL(WM_TESTING_CONCAT(wm_result_, __LINE__), lhs, __VA_ARGS__)
#define WM_ASSERT_OK_AND_ASSIGN_IMPL(result, lhs, ...) \
  auto result = (__VA_ARGS__);                         \
  ASSERT_TRUE(result.ok()) << result.status();         \
  lhs = *std::move(result)
