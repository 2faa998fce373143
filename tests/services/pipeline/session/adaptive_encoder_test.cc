// The settings of the pipeline that steer the encoder, each knob by what it changes.
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/json_rpc.h"
#include "services/pipeline_hints.h"
#include "services/response_pipeline.h"
#include "testing/status_matchers.h"
#include "wire/adaptive.h"

namespace waymark::services {
namespace {

using ::testing::Contains;
using testing::IsOkAndHolds;
using ::testing::Not;
using ::testing::StartsWith;

std::string Issues(int count, bool is_regular = true) {
  std::string text = "[";
  for (int i = 0; i < count; ++i) {
    text += fmt::format(R"({}{{"number":{},"title":"The title of issue {}","{}":"open"}})",
                        i == 0 ? "" : ",", i, i, is_regular ? "state" : fmt::format("k{}", i));
  }
  return text + "]";
}

std::string FlatObject(int fields) {
  std::string text = "{";
  for (int i = 0; i < fields; ++i) {
    text += fmt::format(R"({}"field {}":"the value of {}")", i == 0 ? "" : ",", i, i);
  }
  return text + "}";
}

std::string Table(int columns) {
  std::string text = "Above.\n\n";
  for (int row = 0; row < 30; ++row) {
    for (int column = 0; column < columns; ++column) {
      text += row == 1 ? "|---" : fmt::format("| cell {} ", row);
    }
    text += "|\n";
  }
  return text + "\nBelow.\n";
}

std::string Encoded(std::string_view text, const EncoderSettings& settings = {},
                    std::string_view template_id = "") {
  return EncodeAdaptively(text, settings, template_id).text;
}

TEST(EncodedSession, AShortTextThatBeginsAsAnEncodingComesBackAsItIs) {
  ResponsePipeline pipeline(PipelineSettings(), nullptr);
  const std::string text = "adaptive/v1\nadmin true";
  const std::string sent = pipeline.Shape({"s", "list", "{}", "main", text}).text;
  EXPECT_THAT(sent, StartsWith("adaptive/v1 verbatim\n"));
  EXPECT_THAT(wire::ExpandText(sent), IsOkAndHolds(text));
  // An edit has to match the text of a file.
  EXPECT_EQ(pipeline.Shape({"s", "Read", "{}", "main", text}).text, text);
}

TEST(AdaptiveEncoder, MakesAnswersShorterThatAreReadBack) {
  for (const std::string& text : {Issues(10), FlatObject(12)}) {
    const EncodedAnswer answer = EncodeAdaptively(text, {}, "");
    EXPECT_LT(answer.text.size(), text.size());
    EXPECT_EQ(answer.format, "adaptive/v1");
    EXPECT_THAT(wire::ExpandText(answer.text), IsOkAndHolds(text));
  }
  EXPECT_THAT(wire::ExpandText(Encoded(Table(3))), IsOkAndHolds(Table(3)));
}

TEST(AdaptiveEncoder, TellsTheShape) {
  const EncodedAnswer answer = EncodeAdaptively(Issues(10), {}, "");
  EXPECT_EQ(answer.shape, "array_of_objects");
  EXPECT_EQ(answer.rows, 10u);
  EXPECT_EQ(answer.key_stability, 1.0);
}

TEST(AdaptiveEncoder, HasTheFormatsThatAreEnabled) {
  EncoderSettings settings;
  settings.formats = {"json_compact"};
  EXPECT_EQ(EncodeAdaptively(Issues(10), settings, "").format, "verbatim");
  EXPECT_EQ(EncodeAdaptively(Issues(10) + "\n   \n    \n", settings, "").format, "json_compact");
  settings.formats = {"csv", "kv"};
  EXPECT_EQ(EncodeAdaptively(Issues(10), settings, "").format, "adaptive/v1");
}

TEST(AdaptiveEncoder, LooksAsDeepAsItIsSetTo) {
  // The lines of a difference are lines only in the inner object.
  const Json inner = {{"patch", "x\n@@ -1,2 +1,3 @@ f\n-a\n+b"}};
  const Json answer = {{"code", 0}, {"body", inner.dump()}};
  EncoderSettings settings;
  EXPECT_THAT(EncodeAdaptively(answer.dump(), settings, "").inner_formats, Contains("diff"));
  settings.recursion_depth = 0;
  EXPECT_THAT(EncodeAdaptively(answer.dump(), settings, "").inner_formats, Not(Contains("diff")));
}

TEST(AdaptiveEncoder, LeavesTextsBelowAThresholdWithoutTheirFormat) {
  EncoderSettings settings;
  settings.least_array_items = 11;
  EXPECT_NE(Encoded(Issues(10), settings), Encoded(Issues(10)));
  EXPECT_EQ(Encoded(Issues(11), settings), Encoded(Issues(11)));
  settings = {};
  settings.least_key_stability = 0;
  EXPECT_NE(Encoded(Issues(10, false), settings), Encoded(Issues(10, false)));
  settings = {};
  settings.least_flat_fields = 13;
  EXPECT_NE(Encoded(FlatObject(12), settings), Encoded(FlatObject(12)));
  settings = {};
  settings.least_table_columns = 4;
  EXPECT_EQ(Encoded(Table(3), settings), Table(3));
  EXPECT_NE(Encoded(Table(3)), Table(3));
}

TEST(AdaptiveEncoder, KeepsToATemplate) {
  EXPECT_EQ(EncodeAdaptively(Table(3), {}, "csv_from_md").format, "csv_from_md");
  EXPECT_EQ(Encoded(Issues(10), {}, "csv_from_md"), Issues(10));
  EXPECT_EQ(Encoded(Table(3), {}, "pipeline_deep_mckp"), Table(3));
  EXPECT_EQ(Encoded(Issues(10), {}, "unknown"), Issues(10));
}

TEST(AdaptiveEncoder, IsTheOneOfAPipeline) {
  ResponsePipeline pipeline({}, nullptr);
  const ShapedText sent = pipeline.Shape({"s", "list_issues", "{}", "main", Issues(20)});
  EXPECT_EQ(sent.layer, PipelineLayer::kEncoder);
  EXPECT_THAT(sent.text, StartsWith("adaptive/v1\n"));
  EXPECT_LT(sent.tokens_after, sent.tokens_before);
  const StampedText stamped = SplitStamp(sent.text);
  EXPECT_EQ(stamped.ordinal, sent.ordinal);
  EXPECT_THAT(wire::ExpandText(stamped.body), IsOkAndHolds(Issues(20)));
  EXPECT_THAT(pipeline.Recall("r1"), IsOkAndHolds(Issues(20)));
}

}  // namespace
}  // namespace waymark::services
