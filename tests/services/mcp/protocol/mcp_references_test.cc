// References to earlier answers of a session: `waymark mcp --references`.
#include <memory>
#include <string>
#include <utility>
#include <vector>

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
  // Serves with references, with the settings of the test; `sink` may be null.
  void StartWithReferences(std::shared_ptr<EventSink> sink = nullptr) {
    settings_.references.has_one_context = true;
    options_.mcp.pipeline = [this, sink = std::move(sink)](const std::string& client) {
      client_ = client;
      return PipelineStart{.settings = settings_, .sink = sink};
    };
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

  PipelineSettings settings_;
  std::string client_;  // of the session that began last
  std::string session_;
};

class KeptEvents final : public EventSink {
 public:
  void Add(const PipelineEvent& event) override { events.push_back(event); }

  std::vector<PipelineEvent> events;
};

TEST_F(McpReferencesTest, AnAnswerThatComesAgainIsAReferenceThatCanBeRecalled) {
  StartWithReferences();
  const std::string first = Outline();
  EXPECT_THAT(first, EndsWith("\n> [id: r1]"));
  EXPECT_EQ(Outline(), "> [ref: r1]");
  EXPECT_EQ(Recalled("r1") + "\n> [id: r1]", first);
  EXPECT_THAT(Recalled("r5"), HasSubstr("no answer has the number r5"));
}

TEST_F(McpReferencesTest, AnswersAreWholeAgainAfterACompaction) {
  StartWithReferences();
  Outline();
  AskIn(session_, {{"jsonrpc", "2.0"}, {"method", "notifications/waymark/compact"}});
  EXPECT_THAT(Outline(), EndsWith("\n> [id: r2]"));
  ResultOf(ToolRequest(1, "compact", json::object()));
  EXPECT_THAT(Outline(), EndsWith("\n> [id: r3]"));
}

TEST_F(McpReferencesTest, SessionsAndContextsAreApart) {
  StartWithReferences();
  Outline();
  EXPECT_THAT(Outline({{"waymark/context", "helper"}}), EndsWith("\n> [id: r2]"));
  EXPECT_EQ(Outline({{"waymark/context", "helper"}}), "> [ref: r2]");
  session_ = Open();
  EXPECT_THAT(Outline(), EndsWith("\n> [id: r1]"));
}

TEST_F(McpReferencesTest, TheToolsForThemAreListed) {
  StartWithReferences();
  const std::string listed = ResultOf(Request(1, "tools/list")).dump();
  EXPECT_THAT(listed, HasSubstr(R"("name":"recall")"));
  EXPECT_THAT(listed, HasSubstr(R"("name":"compact")"));
}

TEST_F(McpReferencesTest, FollowTheSettingsOfTheSession) {
  settings_.references.verbosity = HintVerbosity::kStandard;
  settings_.endpoints["mcp__waymark__find_usages"].has_references = false;
  StartWithReferences();
  Outline();
  EXPECT_EQ(Outline(), "> [ref: r1, byte-identical]");
  const json usages = ToolRequest(1, "find_usages", {{"symbol", "price_of"}});
  EXPECT_THAT(ResultOf(usages).dump(), Not(HasSubstr("[id: ")));
}

TEST_F(McpReferencesTest, EachAnswerIsRecordedOnceTheClientIsKnown) {
  const auto kept = std::make_shared<KeptEvents>();
  StartWithReferences(kept);
  EXPECT_EQ(client_, "") << "a handshake alone begins nothing";
  Outline();
  Outline();
  EXPECT_EQ(client_, "test");
  ASSERT_EQ(kept->events.size(), 2U);
  EXPECT_EQ(kept->events[0].server, "waymark");
  EXPECT_EQ(kept->events[0].tool, "get_repo_outline");
  EXPECT_EQ(kept->events[1].layer, PipelineLayer::kExact);
}

TEST_F(McpReferencesTest, AnswersAreRecordedAsTheyAreWhereReferencesAreOff) {
  const auto kept = std::make_shared<KeptEvents>();
  settings_.references.is_on = false;
  StartWithReferences(kept);
  const std::string first = Outline();
  EXPECT_EQ(Outline(), first);
  ASSERT_EQ(kept->events.size(), 2U);
  EXPECT_TRUE(kept->events[1].would_hit);
  EXPECT_THAT(ResultOf(Request(1, "tools/list")).dump(), Not(HasSubstr("recall")));
}

TEST_F(McpReferencesTest, NothingChangesWithoutThem) {
  StartIndexed();
  session_ = Open();
  const std::string first = Outline();
  EXPECT_THAT(first, Not(HasSubstr("[id: ")));
  EXPECT_EQ(Outline(), first);
  EXPECT_THAT(ResultOf(Request(1, "tools/list")).dump(), Not(HasSubstr("recall")));
  const json refused = json::parse(AskIn(session_, ToolRequest(1, "recall", {{"ref", "r1"}})).body);
  EXPECT_THAT(std::string(refused["error"]["message"]), StartsWith("there is no tool"));
}

}  // namespace
}  // namespace waymark::services
