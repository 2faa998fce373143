#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "wire/adaptive.h"

namespace waymark::wire {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

struct ShapeCase {
  std::string_view shape;
  std::string_view text;
};

TEST(ClassifyText, KnowsElevenShapes) {
  for (const ShapeCase& row : {
           ShapeCase{"empty", "[]"},
           ShapeCase{"empty", "{}"},
           ShapeCase{"array_of_objects", R"([{"a":1},{"a":2}])"},
           ShapeCase{"array_of_primitives", R"([1,"a",null,true])"},
           ShapeCase{"nested_object", R"({"a":{"b":1}})"},
           ShapeCase{"nested_object", R"([1,{"a":2}])"},
           ShapeCase{"flat_object", R"({"a":1,"b":"x"})"},
           ShapeCase{"markdown_table", "| a | b |\n|---|---|\n| 1 | 2 |\n"},
           ShapeCase{"code_block", "```\nx = 1\n```\n"},
           ShapeCase{"numbered_list", "     1→a\n     2→b\n    10→c\n"},
           ShapeCase{"bullet_list", "- a\n- b\n* c\n"},
           ShapeCase{"prose", "No such file.\n"},
           ShapeCase{"unknown", "17"},
           ShapeCase{"unknown", "\n"},
       }) {
    EXPECT_EQ(ClassifyText(row.text).shape, row.shape) << row.text;
  }
}

TEST(ClassifyText, MeasuresArraysOfObjects) {
  const TextShape shape = ClassifyText(R"([{"a":1,"b":2},{"a":1,"c":[3]}])");

  EXPECT_EQ(shape.rows, 2U);
  EXPECT_EQ(shape.columns, 2U);
  EXPECT_EQ(shape.depth, 3U);
  EXPECT_DOUBLE_EQ(shape.key_stability, 1.0 / 3);
}

struct InnerCase {
  std::string_view name;
  std::string_view text;   // holds it
  std::string_view other;  // looks like it
};

TEST(ClassifyText, KnowsFourteenInnerFormats) {
  for (const InnerCase& row : {
           InnerCase{"url", "see https://host/path", "see https:// alone"},
           InnerCase{"log", "2026-01-31T10:00:00 up\n2026-01-31 10:00:01 down",
                     "2026-01-31T10:00:00Z"},
           InnerCase{"hash", "commit 8f2c1ab done", "the number 12345678 or defaced"},
           InnerCase{"diff", "@@ -1,2 +1,3 @@ f\n-a\n+b", "@@ not a hunk"},
           InnerCase{"md", "# Title\ntext", "#hashtag and ####### seven"},
           InnerCase{"md_table", "| a | b |\n|---|---|\n| 1 | 2 |\n", "| a | b |\n| 1 | 2 |\n"},
           InnerCase{"md_with_code", "text\n```\ncode\n```\nmore", "```\ncode\n```"},
           InnerCase{"code_fence", "```\ncode\n```", "```\nno end of it"},
           InnerCase{"xml_html", "<p class='x'>text</p>", "a < b and </p>"},
           InnerCase{"yaml", "name: x\nage: 3\nlist:", "Note: one\nplain line\nplain line"},
           InnerCase{"stack_trace", "Error: x\n    at f (a.js:1)", "look at this"},
           InnerCase{"numbered_list", "1→a\n2→b\n3→c", "1. a\n2. b\n3. c"},
           InnerCase{"inline_json", R"( {"a": [1]} )", "{not json}"},
           InnerCase{"prose", "The quick brown fox jumps over dogs.", "a1 b2 c3 d4 e5 f6 g7"},
       }) {
    EXPECT_THAT(
        ClassifyText(row.text == R"( {"a": [1]} )" ? R"(["{\"a\": [1]}"])" : row.text).inner,
        Contains(row.name));
    EXPECT_THAT(ClassifyText(row.other).inner, Not(Contains(row.name))) << row.other;
  }
}

TEST(ClassifyText, LooksIntoStringsOfJson) {
  const std::string_view text = R"({"a":"{\"b\":\"https://host/x\"}","short":"http://"})";

  EXPECT_THAT(ClassifyText(text, 1).inner, ElementsAre("url", "inline_json"));
  EXPECT_THAT(ClassifyText(R"({"a":"x y z"})").inner, IsEmpty());
}

}  // namespace
}  // namespace waymark::wire
