// References to earlier answers of a session: `waymark mcp --references`.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mcp_http_server.h"

namespace waymark::services {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class McpReferencesTest : public McpHttpTest {
 protected:
  void StartWith(bool has_references) {
    options_.mcp.has_references = has_references;
    StartIndexed();
    session_ = Open();
  }

  json ResultOf(const json& request) {
    return json::parse(AskIn(session_, request).body)["result"];
  }

  // The first text of the answer to a question that is always the same.
  std::string Outline(const json& meta = nullptr) {
    json request = ToolRequest(1, "get_repo_outline", json::object());
    if (!meta.is_null()) request["params"]["_meta"] = meta;
    return ResultOf(request)["content"][0]["text"];
  }

  std::string Recalled(const std::string& reference) {
    return ResultOf(ToolRequest(1, "recall", {{"ref", reference}}))["content"][0]["text"];
  }

  std::string session_;
};

TEST_F(McpReferencesTest, AnAnswerThatComesAgainIsAReferenceThatCanBeRecalled) {
  StartWith(true);
  const std::string first = Outline();
  EXPECT_THAT(first, EndsWith("\n> [id: r1]"));
  EXPECT_EQ(Outline(), "> [ref: r1]");
  EXPECT_EQ(Recalled("r1") + "\n> [id: r1]", first);
  EXPECT_THAT(Recalled("r5"), HasSubstr("no answer has the number r5"));
}

TEST_F(McpReferencesTest, AnswersAreWholeAgainAfterACompaction) {
  StartWith(true);
  Outline();
  AskIn(session_, {{"jsonrpc", "2.0"}, {"method", "notifications/waymark/compact"}});
  EXPECT_THAT(Outline(), EndsWith("\n> [id: r2]"));
  ResultOf(ToolRequest(1, "compact", json::object()));
  EXPECT_THAT(Outline(), EndsWith("\n> [id: r3]"));
}

TEST_F(McpReferencesTest, SessionsAndContextsAreApart) {
  StartWith(true);
  Outline();
  EXPECT_THAT(Outline({{"waymark/context", "helper"}}), EndsWith("\n> [id: r2]"));
  EXPECT_EQ(Outline({{"waymark/context", "helper"}}), "> [ref: r2]");
  session_ = Open();
  EXPECT_THAT(Outline(), EndsWith("\n> [id: r1]"));
}

TEST_F(McpReferencesTest, TheToolsForThemAreListed) {
  StartWith(true);
  const std::string listed = ResultOf(Request(1, "tools/list")).dump();
  EXPECT_THAT(listed, HasSubstr(R"("name":"recall")"));
  EXPECT_THAT(listed, HasSubstr(R"("name":"compact")"));
}

TEST_F(McpReferencesTest, NothingChangesWithoutThem) {
  StartWith(false);
  const std::string first = Outline();
  EXPECT_THAT(first, Not(HasSubstr("[id: ")));
  EXPECT_EQ(Outline(), first);
  EXPECT_THAT(ResultOf(Request(1, "tools/list")).dump(), Not(HasSubstr("recall")));
  const json refused = json::parse(AskIn(session_, ToolRequest(1, "recall", {{"ref", "r1"}})).body);
  EXPECT_THAT(std::string(refused["error"]["message"]), StartsWith("there is no tool"));
}

}  // namespace
}  // namespace waymark::services
