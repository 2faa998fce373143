#include "json/json_reader.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"

namespace waymark::wire {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using testing::StatusIs;

absl::StatusOr<std::string> String(std::string_view text) {
  JsonReader reader(text);
  std::string out;
  absl::Status status = reader.ReadString(out);
  if (status.ok()) status = reader.ExpectEnd();
  if (!status.ok()) return status;
  return out;
}

absl::StatusOr<float> Float(std::string_view text) {
  JsonReader reader(text);
  float out = 0;
  absl::Status status = reader.ReadFloat(out);
  if (status.ok()) status = reader.ExpectEnd();
  if (!status.ok()) return status;
  return out;
}

absl::StatusOr<std::uint64_t> Unsigned(std::string_view text) {
  JsonReader reader(text);
  std::uint64_t out = 0;
  absl::Status status = reader.ReadUnsigned(out);
  if (status.ok()) status = reader.ExpectEnd();
  if (!status.ok()) return status;
  return out;
}

TEST(JsonReader, ReadsEveryEscape) {
  EXPECT_THAT(String(R"( "a\"\\\/\b\f\n\r\té\u00e9😀" )"),
              testing::IsOkAndHolds(std::string("a\"\\/\b\f\n\r\té\xC3\xA9😀")));
  EXPECT_THAT(String(R"("\ud83d\ude00")"), testing::IsOkAndHolds(std::string("😀")));
  EXPECT_THAT(String(R"("\u0000")"), testing::IsOkAndHolds(std::string(1, '\0')));
}

TEST(JsonReader, RefusesBrokenStrings) {
  EXPECT_THAT(String("\"abc"), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no end")));
  EXPECT_THAT(String(R"("\x")"), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("escape")));
  EXPECT_THAT(String(R"("\u12")"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("hexadecimal")));
  EXPECT_THAT(String(R"("\ud83d")"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("surrogate")));
  EXPECT_THAT(String(R"("\ude00")"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("surrogate")));
  EXPECT_THAT(String("\"a\nb\""),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("control")));
  EXPECT_THAT(String("\"a\xFF\""),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("UTF-8")));
  EXPECT_THAT(String("7"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("found a number")));
  EXPECT_THAT(String("null"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("found null")));
  EXPECT_THAT(String("nul"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("found something else")));
  EXPECT_THAT(String(""),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("found the end of the text")));
  EXPECT_THAT(String(std::string("\0", 1)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("found something else")));
}

TEST(JsonReader, ReadsNumbersOfTheGrammarOnly) {
  EXPECT_THAT(Float("0.78"), testing::IsOkAndHolds(0.78F));
  EXPECT_THAT(Float("-1e-3"), testing::IsOkAndHolds(-0.001F));
  EXPECT_THAT(Float("1e-60"), testing::IsOkAndHolds(0.0F));
  for (const char* text :
       {"1e60", "01", ".5", "5.", "+1", "1e", "NaN", "Infinity", "0x10", "--1", ""}) {
    EXPECT_THAT(Float(text), StatusIs(absl::StatusCode::kInvalidArgument)) << text;
  }
}

TEST(JsonReader, ReadsWholeNumbersUpTo64Bits) {
  EXPECT_THAT(Unsigned("18446744073709551615"), testing::IsOkAndHolds(18446744073709551615U));
  for (const char* text : {"18446744073709551616", "-1", "1.0", "1e2", "\"1\""}) {
    EXPECT_THAT(Unsigned(text), StatusIs(absl::StatusCode::kInvalidArgument)) << text;
  }
}

TEST(JsonReader, NamesPathLineAndColumnOfAMistake) {
  JsonReader reader("{\n  \"rows\": [1, x]\n}");
  std::string key;
  bool more = false;
  std::uint64_t number = 0;
  ASSERT_THAT(reader.BeginObject(), IsOk());
  ASSERT_THAT(reader.NextKey(key, more), IsOk());
  ASSERT_THAT(reader.BeginArray(), IsOk());
  ASSERT_THAT(reader.NextElement(more), IsOk());
  ASSERT_THAT(reader.ReadUnsigned(number), IsOk());
  ASSERT_THAT(reader.NextElement(more), IsOk());

  EXPECT_THAT(reader.ReadUnsigned(number), StatusIs(absl::StatusCode::kInvalidArgument,
                                                    HasSubstr("rows[1] (line 2, column 15)")));
}

}  // namespace
}  // namespace waymark::wire
