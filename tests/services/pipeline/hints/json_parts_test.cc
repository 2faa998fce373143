#include "hints/json_parts.h"

#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::Optional;
using ::testing::SizeIs;

std::string Listed(std::string_view json) {
  const std::optional<std::vector<JsonField>> fields = ObjectFields(json);
  if (!fields.has_value()) return "none";
  std::string listed;
  for (const JsonField& field : *fields) listed += field.key + "=" + std::string(field.value) + ";";
  return listed;
}

TEST(JsonParts, FieldsAreCutWithoutTheBlanksAroundThem) {
  EXPECT_EQ(Listed(R"({})"), "");
  EXPECT_EQ(Listed("  { \"a\" : 1 ,\t\"b\":[ 2, {\"c\":3} ]\r\n}  "), "a=1;b=[ 2, {\"c\":3} ];");
  EXPECT_EQ(Listed(R"({"a":"}\"],{","b":{"c":"]"}})"), R"(a="}\"],{";b={"c":"]"};)");
}

TEST(JsonParts, KeysAreDecoded) { EXPECT_EQ(Listed(R"({"\u0069d":7})"), "id=7;"); }

TEST(JsonParts, KeysAreKeptAsTheyAreWrittenToo) {
  const auto fields = ObjectFields(R"({ "\u0069d" : 7, "" : 8 })");

  ASSERT_THAT(fields, Optional(SizeIs(2)));
  EXPECT_EQ(fields->front().written_key, R"(\u0069d)");
  EXPECT_EQ(fields->back().written_key, "");
}

TEST(JsonParts, TextThatIsNoObjectHasNoFields) {
  for (const char* const text :
       {"", "null", "[1]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{\"a\":1}x", "{1:2}",
        "{\"a\":[1}", "{\"a\":\"", "{\"a\":\"\\", "{\"a\":1 2}", "}"}) {
    EXPECT_EQ(Listed(text), "none") << text;
  }
}

TEST(JsonParts, AnObjectWithARepeatedKeyHasNoFieldsSinceReadersDiffer) {
  EXPECT_EQ(Listed(R"({"id":1,"i\u0064":2})"), "none");
}

TEST(JsonParts, DepthCostsNoStack) {
  const std::string open(100'000, '[');
  EXPECT_EQ(Listed("{\"a\":" + open + "}"), "none");
  const std::string close(100'000, ']');
  EXPECT_EQ(ObjectFields("{\"a\":" + open + close + "}")->front().value, open + close);
}

TEST(JsonParts, ElementsAreCut) {
  EXPECT_THAT(ArrayElements("[ 1 , \"a,b\",[2,3]]"),
              Optional(ElementsAre("1", "\"a,b\"", "[2,3]")));
  EXPECT_THAT(ArrayElements("[]"), Optional(ElementsAre()));
  EXPECT_EQ(ArrayElements("[1,]"), std::nullopt);
  EXPECT_EQ(ArrayElements("{}"), std::nullopt);
}

TEST(JsonParts, AStringThatUtf8CannotHoldHasNoText) {
  EXPECT_EQ(DecodedString(R"("\ud83d\ude00\n")"), "\xF0\x9F\x98\x80\n");
  EXPECT_EQ(DecodedString(R"("\ud83d")"), std::nullopt);
  EXPECT_EQ(DecodedString("\"\xff\""), std::nullopt);
  EXPECT_EQ(DecodedString("7"), std::nullopt);
}

}  // namespace
}  // namespace waymark::services
