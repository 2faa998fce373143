// References in the messages of the Model Context Protocol.
#include "services/pipeline_tools.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::IsOkAndHolds;
using testing::StatusIs;

constexpr absl::StatusCode kInvalidCall = absl::StatusCode::kInvalidArgument;

const std::string& LongText() {
  static const std::string kText = [] {
    std::string text;
    for (int i = 0; i < 200; ++i) text += std::to_string(i) + " ";
    return text;
  }();
  return kText;
}

Json ResultOf(const std::string& text) {
  return {{"content", Json::array({{{"type", "text"}, {"text", text}}})}, {"isError", false}};
}

ToolText CallInMain() { return {"s", "query", "{}", "main", ""}; }

TEST(PipelineTools, RecallWhatAReferenceStandsFor) {
  ResponsePipeline pipeline({}, nullptr);
  Json first = ResultOf(LongText());
  EXPECT_THAT(ShapeResult(pipeline, CallInMain(), first), ElementsAre(1));
  EXPECT_EQ(first["content"][0]["text"], LongText() + "\n> [id: r1]");
  pipeline.Sent(1);
  Json again = ResultOf(LongText());
  EXPECT_THAT(ShapeResult(pipeline, CallInMain(), again), IsEmpty());
  EXPECT_EQ(again["content"][0]["text"], "> [ref: r1]");
  EXPECT_THAT(CallPipelineTool(pipeline, "recall", {{"ref", "r1"}}), IsOkAndHolds(LongText()));
  EXPECT_THAT(CallPipelineTool(pipeline, "recall", {{"ref", 1}}),
              StatusIs(kInvalidCall, HasSubstr(R"(recall {"ref":"r17"})")));
  EXPECT_THAT(CallPipelineTool(pipeline, "recall", Json::array()), StatusIs(kInvalidCall));
  WM_EXPECT_OK(CallPipelineTool(pipeline, "compact", Json::object()));
  again = ResultOf(LongText());
  EXPECT_THAT(ShapeResult(pipeline, CallInMain(), again), ElementsAre(2));
}

TEST(PipelineTools, ShapeTextsAlone) {
  ResponsePipeline pipeline({}, nullptr);
  Json structured = ResultOf(R"({"a": 1})");
  structured["structuredContent"] = {{"a", 1}};
  Json error = ResultOf(LongText());
  error["isError"] = true;
  Json others = {{"content", Json::array({{{"type", "image"}, {"data", LongText()}},
                                          {{"type", "text"}, {"text", 5}},
                                          "text"})}};
  Json none = {{"content", LongText()}};
  for (Json* const result : {&structured, &error, &others, &none}) {
    const Json before = *result;
    EXPECT_THAT(ShapeResult(pipeline, CallInMain(), *result), IsEmpty());
    EXPECT_EQ(*result, before);
  }
}

TEST(PipelineTools, AreDescribedWithTheirArguments) {
  const Json tools = DescribePipelineTools();
  ASSERT_EQ(tools.size(), 2u);
  EXPECT_EQ(tools[0]["name"], "recall");
  EXPECT_EQ(tools[0]["inputSchema"]["required"], Json::array({"ref"}));
  EXPECT_FALSE(tools[1]["inputSchema"].contains("required"));
  for (const Json& tool : tools) EXPECT_TRUE(IsPipelineTool(std::string(tool["name"])));
  EXPECT_FALSE(IsPipelineTool("query"));
}

TEST(PipelineTools, KnowTheNoticesOfACompaction) {
  EXPECT_TRUE(IsCompactNotice("notifications/waymark/compact"));
  EXPECT_TRUE(IsCompactNotice("notifications/devboy/compact"));
  EXPECT_FALSE(IsCompactNotice("notifications/cancelled"));
}

TEST(PipelineTools, ReadTheContextOfACall) {
  EXPECT_EQ(ContextIn({{"_meta", {{"waymark/context", "helper-2"}}}}), "helper-2");
  EXPECT_EQ(ContextIn({{"_meta", {{"waymark/context", 2}}}}), "");
  EXPECT_EQ(ContextIn({{"_meta", 2}}), "");
  EXPECT_EQ(ContextIn(Json::array()), "");
}

}  // namespace
}  // namespace waymark::services
