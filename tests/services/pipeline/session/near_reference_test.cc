// When two answers are near, and that the changes make one of the other.
#include "session/near_reference.h"

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::Eq;
using testing::IsOkAndHolds;
using ::testing::Optional;
using testing::StatusIs;

// An object that is long enough, with these fields at its end.
std::string Long(std::string_view fields) {
  return fmt::format("{{ \"log\": \"{}\",\n {} }}\n", std::string(600, 'x'), fields);
}

bool IsNear(std::string_view before, std::string_view now) {
  return NearChanges(Long(before), Long(now)).has_value();
}

TEST(NearReference, NamesTheScalarsThatDiffer) {
  const std::string before = Long(R"("status": "pending", "n": [1, {"a": "}"}], "seconds": 31)");
  const std::string now = Long(R"("status": "success", "n": [1, {"a": "}"}], "seconds": 53)");
  const auto changes = NearChanges(before, now);
  EXPECT_THAT(changes, Optional(ElementsAre(FieldChange{"status", "\"pending\"", "\"success\""},
                                            FieldChange{"seconds", "31", "53"})));
  EXPECT_THAT(ApplyChanges(before, *changes), IsOkAndHolds(now));
}

TEST(NearReference, KeepsEscapesAndTheTextOfNumbers) {
  const std::string before = Long(R"("a": "\"}", "b": 1.0, "c": "x")");
  const std::string now = Long(R"("a": "\"}", "b": 1.00, "c": "\u00e9")");
  const auto changes = NearChanges(before, now);
  ASSERT_TRUE(changes.has_value());
  EXPECT_THAT(ApplyChanges(before, *changes), IsOkAndHolds(now));
}

TEST(NearReference, IsForObjectsOfTheSameFieldsAlone) {
  EXPECT_TRUE(IsNear(R"("a": 1, "b": 2)", R"("a": 1, "b": 3)"));
  EXPECT_FALSE(IsNear(R"("a": 1, "b": 2)", R"("a": 1, "c": 2)"));
  EXPECT_FALSE(IsNear(R"("a": 1, "b": 2)", R"("a": 1)"));
  EXPECT_FALSE(IsNear(R"("a": 1, "b": 2)", R"("b": 2, "a": 1)"));
  EXPECT_FALSE(IsNear(R"("a": 1, "b": 2)", R"("a": 1,  "b": 3)"));
  EXPECT_FALSE(IsNear(R"("a": 1, "a": 2)", R"("a": 1, "a": 3)"));
  EXPECT_FALSE(NearChanges(std::string(600, 'x'), std::string(601, 'x')).has_value());
  const std::string array = "[1, \"" + std::string(600, 'x') + "\"]";
  EXPECT_FALSE(NearChanges(array, "[2" + array.substr(2)).has_value());
}

TEST(NearReference, IsForScalarsThatKeepTheirTypes) {
  EXPECT_FALSE(IsNear(R"("a": 1)", R"("a": "1")"));
  EXPECT_FALSE(IsNear(R"("a": null)", R"("a": "x")"));
  EXPECT_FALSE(IsNear(R"("a": true)", R"("a": null)"));
  EXPECT_FALSE(IsNear(R"("a": [1])", R"("a": [2])"));
  EXPECT_FALSE(IsNear(R"("a": {"b": 1})", R"("a": {"b": 2})"));
  EXPECT_TRUE(IsNear(R"("a": true)", R"("a": false)"));
}

TEST(NearReference, IsForSmallChangesOfLongAnswers) {
  EXPECT_FALSE(IsNear(R"("a": 1)", R"("a": 1)"));
  EXPECT_FALSE(NearChanges(R"({"a": 1})", R"({"a": 2})").has_value());
  // ", a: " and an arrow of three bytes leave 42 of 50.
  const std::string old_text(21, 'o');
  const std::string new_text(21, 'n');
  EXPECT_TRUE(IsNear("\"a\": \"" + old_text + "\"", "\"a\": \"" + new_text + "\""));
  EXPECT_FALSE(IsNear("\"a\": \"" + old_text + "\"", "\"a\": \"" + new_text + "n\""));
}

TEST(NearReference, IsNotMadeOfValuesThatAHintCannotShow) {
  EXPECT_FALSE(IsNear(R"("a": "x")", R"("a": "[x]")"));
  EXPECT_FALSE(IsNear(R"("a": "x")", R"("a": "x, y: 1")"));
  EXPECT_FALSE(IsNear(R"("a: b": 1)", R"("a: b": 2)"));
  EXPECT_FALSE(IsNear("\"a\": \"x\"", "\"a\": \"\u2192\""));
}

TEST(ApplyChanges, RefusesATextThatIsNotTheOneBefore) {
  const absl::StatusCode invalid = absl::StatusCode::kInvalidArgument;
  EXPECT_THAT(ApplyChanges(R"({"a":1})", {{"a", "2", "3"}}), StatusIs(invalid));
  EXPECT_THAT(ApplyChanges(R"({"a":1})", {{"b", "1", "3"}}), StatusIs(invalid));
  EXPECT_THAT(ApplyChanges("[1]", {{"a", "1", "3"}}), StatusIs(invalid));
  EXPECT_THAT(ApplyChanges(R"({"a":1})", {{"a", "1", "3"}}), IsOkAndHolds(Eq(R"({"a":3})")));
}

}  // namespace
}  // namespace waymark::services
