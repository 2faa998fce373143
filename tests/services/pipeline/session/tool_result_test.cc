#include "session/tool_result.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace waymark::services {
namespace {

// The result with "OTHER" in place of each text that may have another form.
std::string WithOther(std::string_view result) {
  std::vector<TextEdit> edits;
  EditToolResult(
      result, [](const std::string&, bool) { return "O\"THER"; }, edits);
  return Edited(result, edits);
}

TEST(ToolResult, OnlyTheBytesOfATextChange) {
  EXPECT_EQ(WithOther(R"({ "content" : [ {"text":"\u0061b", "type":"text"} ], "x":1.0 })"),
            R"({ "content" : [ {"text":"O\"THER", "type":"text"} ], "x":1.0 })");
  EXPECT_EQ(WithOther(R"({"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]})"),
            R"({"content":[{"type":"text","text":"O\"THER"},{"type":"text","text":"O\"THER"}]})");
}

TEST(ToolResult, WhatIsNoTextForAModelStays) {
  for (const char* const result : {
           R"({"content":[{"type":"text","text":"a"}],"isError":true})",
           R"({"content":[{"type":"image","data":"aGk=","mimeType":"image/png"}]})",
           R"({"content":[{"type":"resource","resource":{"uri":"a:b","text":"a"}}]})",
           R"({"content":[{"type":"resource_link","uri":"a:b","name":"text"}]})",
           R"({"content":[{"type":"text","text":"a","annotations":{"audience":["user"]}}]})",
           R"({"content":[{"type":"text","text":7}]})",
           R"({"content":[{"type":"text","text":"\ud800"}]})",
           R"({"content":[{"type":"text","text":"a","text":"b"}]})",
           R"({"content":"text"})",
           R"({"contents":[{"type":"text","text":"a"}]})",
           R"({"structuredContent":{"type":"text","text":"a"}})",
           R"([{"type":"text","text":"a"}])",
           "",
       }) {
    EXPECT_EQ(WithOther(result), result);
  }
}

TEST(ToolResult, ATextOfAModelThatStaysIsTold) {
  std::vector<std::string> told;
  std::vector<TextEdit> edits;
  for (const char* const result :
       {R"({"content":[{"type":"text","text":"failed"}],"isError":true})",
        R"({"content":[{"type":"text","text":"[1]"}],"structuredContent":[1]})"}) {
    EditToolResult(
        result,
        [&](const std::string& text, bool may_change) {
          EXPECT_FALSE(may_change) << text;
          told.push_back(text);
          return std::nullopt;
        },
        edits);
  }
  EXPECT_EQ(told, (std::vector<std::string>{"failed", "[1]"}));
}

TEST(ToolResult, ATextForAModelAndAPersonChanges) {
  EXPECT_EQ(
      WithOther(
          R"({"content":[{"type":"text","text":"a","annotations":{"audience":["user","assistant"]}}]})"),
      R"({"content":[{"type":"text","text":"O\"THER","annotations":{"audience":["user","assistant"]}}]})");
}

TEST(ToolResult, ATextWithTheValueOfTheStructuredContentStaysForPrograms) {
  const std::string twin =
      R"({"content":[{"type":"text","text":"{ \"b\": 2, \"a\": 1 }"}],"structuredContent":{"a":1,"b":2}})";
  EXPECT_EQ(WithOther(twin), twin);
  EXPECT_EQ(
      WithOther(
          R"({"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1,"b":2}})"),
      R"({"content":[{"type":"text","text":"O\"THER"}],"structuredContent":{"a":1,"b":2}})");
}

TEST(ToolResult, StructuredContentThatIsTooDeepToCompareKeepsItsText) {
  std::string deep(100'000, '[');
  deep.append(100'000, ']');
  const std::string result =
      R"({"content":[{"type":"text","text":")" + deep + R"("}],"structuredContent":)" + deep + "}";
  EXPECT_EQ(WithOther(result), result);
}

}  // namespace
}  // namespace waymark::services
