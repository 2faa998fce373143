// What the protocol has besides tools: completion, the log, progress, resources about the server;
// and what holds for the list tools together.
#include <chrono>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mcp_http_server.h"
#include "services/version.h"
#include "testing/golden.h"
#include "testing/held_writer_lock.h"
#include "testing/status_matchers.h"
#include "tools/tool.h"
#include "wire/tokens.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

std::vector<json> EventsIn(const std::string& stream) {
  std::vector<json> messages;
  std::istringstream lines(stream);
  constexpr std::string_view kData = "data: ";
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kData)) messages.push_back(json::parse(line.substr(kData.size())));
  }
  return messages;
}

// The messages of a response, be it one or events.
std::vector<json> MessagesOf(const HttpAnswer& answer) {
  if (answer.headers.at("content-type") == "application/json") return {json::parse(answer.body)};
  return EventsIn(answer.body);
}

void Replace(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

class McpUtilitiesTest : public McpHttpTest {
 protected:
  json Complete(const json& ref, const std::string& argument, const std::string& value) {
    const json params = {{"ref", ref}, {"argument", {{"name", argument}, {"value", value}}}};
    return json::parse(AskIn(Session(), Request(1, "completion/complete", params)).body);
  }

  std::vector<json> Messages(const json& request) { return MessagesOf(AskIn(Session(), request)); }

  json ResultOf(const std::string& tool, const json& arguments) {
    return Messages(ToolRequest(1, tool, arguments)).back()["result"];
  }

  json ReadResource(const std::string& uri) {
    return Messages(Request(1, "resources/read", {{"uri", uri}})).back()["result"]["contents"][0];
  }

  const std::string& Session() {
    if (session_.empty()) session_ = Open();
    return session_;
  }

  std::string session_;
};

const json kSymbolTemplate = {{"type", "ref/resource"}, {"uri", "waymark://symbol/{symbol}"}};
const json kFileTemplate = {{"type", "ref/resource"}, {"uri", "waymark://file/{+file}"}};

TEST_F(McpUtilitiesTest, VariablesOfAddressesAreCompletedFromTheIndex) {
  StartIndexed();

  const json beginning = Complete(kSymbolTemplate, "symbol", "shop.cart.")["result"]["completion"];
  EXPECT_THAT(beginning["values"], Contains("shop.cart.Cart.total"));
  EXPECT_EQ(beginning["hasMore"], false);
  EXPECT_THAT(Complete(kSymbolTemplate, "symbol", "tota")["result"]["completion"]["values"],
              Contains("shop.cart.Cart.total"));
  EXPECT_THAT(Complete(kFileTemplate, "file", "shop/c")["result"]["completion"]["values"],
              ElementsAre("shop/cart.py", "shop/checkout.py"));
  EXPECT_THAT(Complete(kSymbolTemplate, "symbol", "")["result"]["completion"]["values"], IsEmpty());
}

TEST_F(McpUtilitiesTest, OnlyWhatHasArgumentsIsCompleted) {
  StartIndexed();
  const json prompt = {{"type", "ref/prompt"}, {"name", "impact_review"}};

  EXPECT_THAT(Complete(prompt, "base", "ma")["result"]["completion"]["values"], IsEmpty());
  EXPECT_EQ(Complete(prompt, "no_such", "x")["error"]["code"], -32602);
  EXPECT_EQ(Complete(kSymbolTemplate, "file", "x")["error"]["code"], -32602);
  EXPECT_EQ(Complete({{"type", "ref/resource"}, {"uri", "file:///{x}"}}, "x", "")["error"]["code"],
            -32602);
  EXPECT_EQ(Complete("symbol", "symbol", "x")["error"]["code"], -32602);
}

TEST_F(McpUtilitiesTest, NothingIsIndexedForACompletion) {
  Start();

  EXPECT_THAT(Complete(kSymbolTemplate, "symbol", "shop")["result"]["completion"]["values"],
              IsEmpty());
  EXPECT_THAT(std::string(ResultOf("index_status", json::object())["content"][0]["text"]),
              HasSubstr("nothing is indexed"));
}

TEST_F(McpUtilitiesTest, AClientIsToldAsMuchAsItWantsToKnow) {
  StartIndexed();
  const json call = ToolRequest(2, "get_symbol", {{"symbol", "Cart.total"}});
  const json mistake = ToolRequest(3, "get_symbol", {{"symbol", "no_such"}});
  const auto set = [&](const std::string& level) {
    return Messages(Request(1, "logging/setLevel", {{"level", level}})).back();
  };
  EXPECT_THAT(Messages(call), SizeIs(1));

  EXPECT_TRUE(set("debug").contains("result"));
  const std::vector<json> told = Messages(call);
  ASSERT_THAT(told, SizeIs(2));
  EXPECT_EQ(told[0]["method"], "notifications/message");
  EXPECT_EQ(told[0]["params"]["level"], "debug");
  EXPECT_EQ(told[0]["params"]["data"]["tool"], "get_symbol");
  EXPECT_EQ(told[1]["id"], 2);

  set("notice");
  EXPECT_THAT(Messages(call), SizeIs(1));
  const std::vector<json> refused = Messages(mistake);
  ASSERT_THAT(refused, SizeIs(2));
  EXPECT_EQ(refused[0]["params"]["data"]["code"], "NOT_FOUND");
  EXPECT_EQ(set("loud")["error"]["code"], -32602);
}

TEST_F(McpUtilitiesTest, ALongCallSendsAHeartbeat) {
  StartIndexed();
  json call = ToolRequest(1, "blast_radius", {{"symbol", "price_of"}});
  call["params"]["_meta"] = {{"progressToken", 7}};
  Session();
  holds_ = true;
  HttpClient client(port_);
  client.Send(Post(call.dump(), SessionHeader(Session())));
  std::string received;
  for (int sign = 0; sign < 2; ++sign) received += client.ReadUntil("notifications/progress");
  release_ = true;
  received += client.ReadUntil("\r\n0\r\n\r\n");

  const std::vector<json> messages = EventsIn(received);
  ASSERT_THAT(messages, SizeIs(Gt(2U)));
  std::uint64_t last = 0;
  for (std::size_t i = 0; i + 1 < messages.size(); ++i) {
    EXPECT_EQ(messages[i]["method"], "notifications/progress");
    const json& params = messages[i]["params"];
    EXPECT_EQ(params["progressToken"], 7);
    EXPECT_GT(params["progress"].get<std::uint64_t>(), last);
    last = params["progress"];
    EXPECT_THAT(std::string(params["message"]), HasSubstr("blast_radius: "));
  }
  EXPECT_EQ(messages.back()["id"], 1);
}

TEST_F(McpUtilitiesTest, TheServerDescribesItselfAndTheIndexByAddress) {
  StartIndexed();

  EXPECT_THAT(std::string(ReadResource("waymark://schema")["text"]),
              AllOf(HasSubstr("kinds of symbols: function type method"), HasSubstr(" overrides"),
                    HasSubstr("ast_resolved")));
  const json repositories = ReadResource("waymark://repositories");
  EXPECT_EQ(repositories["mimeType"], "application/json");
  EXPECT_EQ(json::parse(std::string(repositories["text"]))["repositories"][0]["path"],
            root_.string());
  EXPECT_THAT(std::string(ReadResource("waymark://file/shop/cart.py")["text"]),
              HasSubstr("shop.cart.Cart.total"));
}

TEST_F(McpUtilitiesTest, EveryListKeepsItsBudget) {
  std::string text = "def hub():\n    return 1\n\n";
  for (int i = 0; i < 300; ++i) text += fmt::format("def caller_{}():\n    return hub()\n\n", i);
  directory_.WriteFile("shop/shop/hub.py", text);
  options_.mcp.toolset = Toolset::kFull;
  StartIndexed();
  constexpr int kBudget = 1000;
  const std::vector<std::pair<std::string, json>> calls = {
      {"search_symbols", {{"query", "caller"}}},  {"find_usages", {{"symbol", "hub"}}},
      {"blast_radius", {{"symbol", "hub"}}},      {"get_callers", {{"symbol", "hub"}}},
      {"graph_query", {{"prefix", "shop.hub."}}}, {"get_repo_outline", json::object()},
      {"analyze", {{"kind", "dead_code"}}},
  };
  for (const auto& [tool, arguments] : calls) {
    for (const char* format : {"gcf", "json"}) {
      json bounded = arguments;
      bounded["limit"] = 200;
      bounded["format"] = format;
      bounded["token_budget"] = kBudget;
      const json result = ResultOf(tool, bounded);
      EXPECT_EQ(result["isError"], false) << tool << result;
      const std::string answer = result["content"][0]["text"];
      EXPECT_LE(wire::CountTokens(answer, wire::kDefaultTokenizer), kBudget) << tool << format;
    }
  }
  const std::string page =
      ResultOf("find_usages", {{"symbol", "hub"}, {"token_budget", kBudget}})["content"][0]["text"];
  EXPECT_THAT(page, AllOf(HasSubstr("\"cursor\":"), HasSubstr("\"token_budget\":1000")));
  EXPECT_EQ(ResultOf("find_usages", {{"symbol", "hub"}, {"token_budget", 5}})["isError"], true);
}

// Told as the files that are not read.
TEST_F(McpUtilitiesTest, AFirstLookReadsWhatThereIsTimeFor) {
  const std::string filler =
      "# " + std::string(30 << 10, 'x') + "\n\n\ndef total_price():\n    pass\n";
  for (int i = 0; i < 20; ++i) directory_.WriteFile(fmt::format("shop/far/f{:02}.py", i), filler);
  Start();
  WM_ASSERT_OK_AND_ASSIGN(const std::shared_ptr<services::Verbs> verbs, options_.mcp.verbs());
  const ToolRow& tool = *FindTool("context_for_task", Toolset::kDefault);
  const std::vector<ArgumentRow> rows = ArgumentsOf(tool);
  WM_ASSERT_OK_AND_ASSIGN(const Arguments arguments,
                          Arguments::Check(rows, {{"task_description", "total price"}}));
  const auto look = [&](std::chrono::milliseconds time) -> std::string {
    const absl::StatusOr<ToolAnswer> answer =
        FirstContext({tool, *verbs, root_, arguments, {}}, std::chrono::steady_clock::now() + time);
    EXPECT_THAT(answer, testing::IsOk());
    return answer.ok() ? answer->text : "";
  };

  const std::string hasty = look({});
  EXPECT_THAT(hasty, AllOf(HasSubstr("total_price"), HasSubstr("completeness=incomplete"),
                           HasSubstr("not read yet")));
  EXPECT_THAT(look(std::chrono::minutes(1)),
              AllOf(HasSubstr("total_price"), Not(HasSubstr("not read yet"))));
}

TEST_F(McpUtilitiesTest, ATaskIsAnsweredBeforeTheFirstIndexIsDone) {
  const std::string filler = "# " + std::string(64 << 10, 'x') + "\n\n\ndef other():\n    pass\n";
  for (int i = 0; i < 20; ++i) directory_.WriteFile(fmt::format("shop/far/f{}.py", i), filler);
  Start();
  const json question = {{"task_description", "total price of a cart"}};
  EXPECT_THAT(std::string(ResultOf("index_status", json::object())["content"][0]["text"]),
              HasSubstr("nothing is indexed yet"));
  {
    const testing::HeldWriterLock lock(directory_.path() / "store");

    const json result = ResultOf("context_for_task", question);
    EXPECT_EQ(result["isError"], false) << result;
    EXPECT_THAT(std::string(result["content"][0]["text"]),
                AllOf(HasSubstr("shop.cart.Cart.total"), HasSubstr("incomplete"),
                      HasSubstr("not read yet")));
    json of_commit = question;
    of_commit["at"] = "HEAD";
    EXPECT_EQ(ResultOf("context_for_task", of_commit)["isError"], true)
        << "the files on disk are not those of a commit";
    const json other = ResultOf("get_symbol", {{"symbol", "Cart"}});
    EXPECT_EQ(other["isError"], true);
    EXPECT_THAT(std::string(other["content"][0]["text"]), HasSubstr("ask again"));
    const json status = ResultOf("index_status", json::object());
    EXPECT_THAT(std::string(status["content"][0]["text"]),
                AllOf(HasSubstr(root_.string()), HasSubstr("being indexed for the first time")));
  }
  json result;
  for (int i = 0; i < 100; ++i) {
    result = ResultOf("context_for_task", question);
    if (std::string(result["content"][0]["text"]).find("not read yet") == std::string::npos) break;
  }
  EXPECT_THAT(std::string(result["content"][0]["text"]), HasSubstr("completeness=complete"));
}

// The requests of revision 2026-07-28 and the answers, as its specification has them.
TEST_F(McpUtilitiesTest, AStatelessTranscript) {
  StartIndexed();
  const json meta = {{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                     {"io.modelcontextprotocol/clientInfo", {{"name", "t"}, {"version", "1"}}},
                     {"io.modelcontextprotocol/clientCapabilities", json::object()}};

  struct Line {
    std::string method;
    json params;
    std::string name;  // of the header Mcp-Name
  };

  const std::vector<Line> lines = {
      {"server/discover", json::object(), ""},
      {"tools/call",
       {{"name", "find_usages"}, {"arguments", {{"symbol", "price_of"}}}},
       "find_usages"},
      {"tools/call", {{"name", "find_usages"}, {"arguments", {{"symbol", 1}}}}, "find_usages"},
      {"tools/call", {{"name", "no_such"}}, "no_such"},
      {"resources/list", json::object(), ""},
      {"resources/templates/list", json::object(), ""},
      {"resources/read", {{"uri", "waymark://file/shop/page.py"}}, "waymark://file/shop/page.py"},
      {"resources/read", {{"uri", "waymark://nothing"}}, "waymark://nothing"},
      {"prompts/list", json::object(), ""},
      {"prompts/get",
       {{"name", "find_place"}, {"arguments", {{"problem", "totals are wrong"}}}},
       "find_place"},
      {"completion/complete",
       {{"ref", kSymbolTemplate}, {"argument", {{"name", "symbol"}, {"value", "shop.mail."}}}},
       ""},
      {"ping", json::object(), ""},
      {"logging/setLevel", {{"level", "debug"}}, ""},
      {"initialize", {{"protocolVersion", "2026-07-28"}}, ""},
  };
  std::string transcript;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    json request = Request(i, lines[i].method, lines[i].params);
    transcript += fmt::format(">>> {}\n", request.dump());
    request["params"]["_meta"] = meta;
    std::string headers =
        "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: " + lines[i].method + "\r\n";
    if (!lines[i].name.empty()) headers += "Mcp-Name: " + lines[i].name + "\r\n";
    const HttpAnswer answer = Ask(Post(request.dump(), headers));
    transcript += fmt::format("{} {}\n", answer.status, answer.body);
  }
  Replace(transcript, root_.string(), "ROOT");
  Replace(transcript, fmt::format("\"version\":\"{}\"", kVersion), "\"version\":\"VERSION\"");
  EXPECT_TRUE(testing::MatchesGolden("services/stateless_transcript.txt", transcript));
}

}  // namespace
}  // namespace waymark::services
