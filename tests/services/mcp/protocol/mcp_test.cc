// The protocol between an agent and the server, message by message, on a real engine.
#include "services/mcp.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "services/engine.h"
#include "shop_repository.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "wire/tokens.h"

namespace waymark::services {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using testing::TempDir;

constexpr char kHandshake[] =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
    R"("capabilities":{},"clientInfo":{"name":"test","version":"1"}}})";

json MethodRequest(int id, const std::string& method, json params) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
}

json CallOfTool(int id, const std::string& tool, json arguments) {
  return MethodRequest(id, "tools/call", {{"name", tool}, {"arguments", std::move(arguments)}});
}

// As the revision without handshakes wants it.
json Stateless(json request, const std::string& revision = "2026-07-28") {
  request["params"]["_meta"] = {{"io.modelcontextprotocol/protocolVersion", revision},
                                {"io.modelcontextprotocol/clientCapabilities", json::object()}};
  return request;
}

class McpTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
  }

  void IndexShop() { WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {})); }

  // Sends all lines, ends the input, and gives what came back, in order of arrival.
  std::vector<json> Talk(const std::vector<std::string>& lines) {
    int to_server[2];
    int from_server[2];
    EXPECT_EQ(::pipe(to_server), 0);
    EXPECT_EQ(::pipe(from_server), 0);
    std::string input;
    for (const std::string& line : lines) input += line + "\n";
    std::thread client([&] {
      std::string_view rest = input;
      while (!rest.empty()) {
        const ssize_t count = ::write(to_server[1], rest.data(), rest.size());
        if (count <= 0) break;
        rest.remove_prefix(static_cast<std::size_t>(count));
      }
      ::close(to_server[1]);
    });
    std::string output;
    std::thread reader([&] {
      char buffer[4096];
      for (ssize_t count = 0; (count = ::read(from_server[0], buffer, sizeof buffer)) > 0;) {
        output.append(buffer, static_cast<std::size_t>(count));
      }
    });
    const McpOptions options{.root = root_, .verbs = [this] { return Verbs(); }};
    WM_EXPECT_OK(ServeMcp(options, to_server[0], from_server[1]));
    ::close(from_server[1]);
    client.join();
    reader.join();
    ::close(to_server[0]);
    ::close(from_server[0]);
    std::vector<json> replies;
    std::istringstream stream(output);
    for (std::string line; std::getline(stream, line);) replies.push_back(json::parse(line));
    return replies;
  }

  json Ask(const json& request) {
    const std::vector<json> replies = Talk({request.dump()});
    EXPECT_EQ(replies.size(), 1U);
    return replies.empty() ? json() : replies.front();
  }

  // The text of a tool's answer, or of its error.
  std::string TextOf(const std::string& tool, const json& arguments, bool is_error = false) {
    const json reply = Ask(CallOfTool(1, tool, arguments));
    EXPECT_EQ(reply["result"]["isError"], is_error) << reply;
    std::string text;
    for (const json& block : reply["result"]["content"]) {
      const std::string part = block["text"];
      if (text.empty() || part.starts_with("## source\n")) text += part;
    }
    return text;
  }

  std::shared_ptr<services::Verbs> Verbs() { return engine_; }

  TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  std::shared_ptr<Engine> engine_;
};

TEST_F(McpTest, TheHandshakeAnswersInTheRevisionOfTheClient) {
  for (const std::string revision : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    const json reply = Ask(MethodRequest(7, "initialize", {{"protocolVersion", revision}}));
    EXPECT_EQ(reply["id"], 7);
    EXPECT_EQ(reply["result"]["protocolVersion"], revision);
    EXPECT_EQ(reply["result"]["serverInfo"]["name"], "waymark");
    EXPECT_TRUE(reply["result"]["capabilities"].contains("tools"));
    EXPECT_FALSE(std::string(reply["result"]["instructions"]).empty());
  }
}

TEST_F(McpTest, AnUnknownRevisionGetsTheNewestWithAHandshake) {
  for (const std::string revision : {"1999-01-01", "2026-07-28", "2099-12-31"}) {
    EXPECT_EQ(Ask(MethodRequest(1, "initialize",
                                {{"protocolVersion", revision}}))["result"]["protocolVersion"],
              "2025-11-25");
  }
}

TEST_F(McpTest, NotificationsAndResponsesGetNoReply) {
  const std::vector<json> replies =
      Talk({kHandshake, R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
            R"({"jsonrpc":"2.0","method":"notifications/no_such"})",
            R"({"jsonrpc":"2.0","id":5,"result":{}})", "", "\r",
            R"({"jsonrpc":"2.0","id":"x","method":"ping"})"
            "\r"});

  ASSERT_EQ(replies.size(), 2U);
  EXPECT_EQ(replies[1], (json{{"jsonrpc", "2.0"}, {"id", "x"}, {"result", json::object()}}));
}

TEST_F(McpTest, ToolsAreFewAndTheirListIsSmall) {
  const json tools = Ask(MethodRequest(1, "tools/list", json::object()))["result"]["tools"];
  const json server = Ask(MethodRequest(2, "initialize", json::object()))["result"];
  const std::string told = tools.dump() + std::string(server["instructions"]);

  EXPECT_LE(tools.size(), 10U);
  EXPECT_LE(wire::CountTokens(told, wire::Tokenizer::kO200kBase), 1900U);
  for (const json& tool : tools) {
    EXPECT_EQ(tool["inputSchema"]["type"], "object");
    EXPECT_EQ(tool["annotations"]["readOnlyHint"], true);
  }
}

TEST_F(McpTest, AnswersAreGcfUnlessAskedForOtherwise) {
  IndexShop();

  EXPECT_THAT(TextOf("context_for_task", {{"task_description", "total price of a cart"}}),
              AllOf(StartsWith("GCF tool=context_for_task"), HasSubstr("shop.cart.Cart.total")));
  EXPECT_THAT(TextOf("search_symbols", {{"query", "price"}}), HasSubstr("shop.pricing.price_of"));
  EXPECT_THAT(TextOf("get_symbol", {{"symbol", "shop/cart.py:13"}}),
              HasSubstr("shop.cart.Cart.total"));
  const json several = json::parse(TextOf(
      "blast_radius",
      {{"symbol", "price_of"}, {"also", {"shop.page.render"}}, {"format", "json"}}))["symbols"];
  EXPECT_EQ(several[0]["qualified_name"], "shop.pricing.price_of");
  EXPECT_EQ(several[1]["qualified_name"], "shop.page.render");
  EXPECT_EQ(several[1]["distance"], 0);
  EXPECT_THAT(TextOf("blast_radius", {{"symbol", "price_of"}, {"depth", 1}}),
              AllOf(HasSubstr("shop.cart.Cart.total"), HasSubstr("complete")));
  EXPECT_THAT(TextOf("find_usages", {{"symbol", "price_of"}, {"relation", "callers"}}),
              HasSubstr("shop.cart.Cart.total"));
  EXPECT_THAT(TextOf("find_path", {{"from", "checkout"}, {"to", "price_of"}}),
              HasSubstr("shop.cart.Cart.total"));
  EXPECT_THAT(TextOf("test_scope", {{"symbols", {"price_of"}}}),
              HasSubstr("pytest: tests/test_cart.py::test_total"));
  EXPECT_THAT(TextOf("get_repo_outline", json::object()), HasSubstr("python: 7 files"));
  EXPECT_THAT(TextOf("index_status", json::object()), HasSubstr("up to date"));
}

TEST_F(McpTest, SeveralTasksHaveOneAnswer) {
  IndexShop();
  const auto names = [this](json arguments) {
    arguments["format"] = "json";
    std::vector<std::string> found;
    const json result = Ask(CallOfTool(1, "context_for_task", arguments))["result"];
    for (const json& symbol : result["structuredContent"]["symbols"]) {
      found.push_back(symbol["qualified_name"]);
    }
    found.resize(4);  // what both tasks find can stand before what is best for one of them
    return found;
  };
  const std::string first = names({{"task_description", "mail the receipt"}})[0];
  const std::string second = names({{"task_description", "discount"}})[0];
  ASSERT_NE(first, second);
  EXPECT_THAT(names({{"task_description", "mail the receipt"}, {"also", {"discount"}}}),
              ::testing::IsSupersetOf({first, second}));

  const std::string text =
      TextOf("context_for_task",
             {{"task_description", "mail the receipt"}, {"also", {"discount"}}, {"limit", 1}});
  EXPECT_THAT(text, HasSubstr("\"also\":[\"discount\"]"));
}

TEST_F(McpTest, JsonIsTextAndStructure) {
  IndexShop();

  const json result =
      Ask(CallOfTool(1, "search_symbols", {{"query", "price"}, {"format", "json"}}))["result"];

  EXPECT_EQ(json::parse(std::string(result["content"][0]["text"])), result["structuredContent"]);
  EXPECT_FALSE(Ask(CallOfTool(1, "search_symbols", {{"query", "price"}}))["result"].contains(
      "structuredContent"));
}

TEST_F(McpTest, WhatIsWrongWithACallIsSaidInItsAnswer) {
  IndexShop();

  EXPECT_THAT(TextOf("get_symbol", json::object(), true),
              AllOf(StartsWith("'symbol' is missing: "),
                    EndsWith(R"(; for example: get_symbol {"symbol":"Cart.total"})")));
  EXPECT_EQ(TextOf("blast_radius", {{"symbol", "x"}, {"depth", 0}}, true),
            "'depth' must be a whole number from 1 to 64; a call that works: blast_radius "
            "{\"symbol\":\"x\"}");
  EXPECT_THAT(TextOf("search_symbols", {{"query", "price"}, {"limit", 1.0}}),
              TextOf("search_symbols", {{"query", "price"}, {"limit", 1}}));
  for (const json& number : {json(1.5), json(1e300), json(-1), json("one"), json(true)}) {
    EXPECT_THAT(TextOf("search_symbols", {{"query", "price"}, {"limit", number}}, true),
                StartsWith("'limit' must be a whole number from 1 to 1000; a call that works: "));
  }
  EXPECT_THAT(TextOf("search_symbols", {{"query", " "}}, true),
              StartsWith("'query' must be text that is not empty; "));
  EXPECT_THAT(TextOf("context_for_task", {{"task_description", "x"}, {"also", {"y", " "}}}, true),
              StartsWith("'also' must be an array of texts that are not empty; number 2 is none"));
  EXPECT_THAT(TextOf("get_symbol", {{"symbol", "render(int,int)"}}, true),
              HasSubstr("shop.page.render"));
  EXPECT_THAT(TextOf("search_symbols", {{"query", "x"}, {"format", "gcb1"}}, true),
              HasSubstr("'format' must be gcf, "));
  EXPECT_THAT(TextOf("search_symbols", {{"query", "x"}, {"format", "yaml"}}, true),
              HasSubstr("gcf"));
  EXPECT_THAT(TextOf("blast_radius", {{"symbol", "x"}, {"edge_types", {"nonsense"}}}, true),
              HasSubstr("calls"));
}

TEST_F(McpTest, ACallIsTakenAsItIsMeant) {
  IndexShop();

  EXPECT_EQ(TextOf("find_usages", {{"name", "price_of"}, {"depth", "1"}, {"relation", "caller"}}),
            TextOf("find_usages", {{"symbol", "price_of"}, {"depth", 1}, {"relation", "callers"}}));
  EXPECT_THAT(TextOf("context_for_files", {{"path", "shop/cart.py"}}), HasSubstr("shop.cart.Cart"));
  EXPECT_THAT(TextOf("test_scope", {{"symbol", "price_of"}}), HasSubstr("test_total"));
  EXPECT_THAT(TextOf("search_symbols", {{"query", "price"}, {"format", "text"}}),
              Not(StartsWith("GCF ")));

  const json noted =
      Ask(CallOfTool(1, "search_symbols", {{"query", "price"}, {"limt", 3}}))["result"];
  EXPECT_EQ(noted["isError"], false);
  EXPECT_THAT(std::string(noted["content"].back()["text"]),
              AllOf(StartsWith("note: ignored, since the tool has no such argument: 'limt' (did "
                               "you mean 'limit'?)"),
                    HasSubstr("it has: query, ")));
}

TEST_F(McpTest, ASymbolIsShownWithItsSourceAndTheNumbersOfItsLines) {
  IndexShop();

  const json content =
      Ask(CallOfTool(1, "get_symbol", {{"symbol", "Cart.total"}}))["result"]["content"];
  ASSERT_EQ(content.size(), 2U);
  EXPECT_THAT(std::string(content[0]["text"]),
              AllOf(StartsWith("GCF tool=get_symbol"), HasSubstr("@0 method shop.cart.Cart.total"),
                    Not(HasSubstr("def total"))));
  EXPECT_THAT(std::string(content[1]["text"]),
              AllOf(StartsWith("## source\n``` shop/cart.py\n13@0     def total(self"),
                    EndsWith("\n```\n")));
}

TEST_F(McpTest, MessagesThatAreNoneGetTheErrorsOfTheProtocol) {
  const auto code = [this](const std::string& line) { return Talk({line})[0]["error"]["code"]; };

  EXPECT_EQ(code("{nonsense"), -32700);
  EXPECT_EQ(code("\"\xff\""), -32700);
  EXPECT_EQ(code(std::string(100'000, '[')), -32700);
  json keys = json::object();
  for (int i = 0; i < 1024; ++i) keys[std::to_string(i)] = ":";
  EXPECT_EQ(code(keys.dump()), -32600);
  keys["more"] = 0;
  EXPECT_EQ(code(keys.dump()), -32700);
  EXPECT_EQ(code(json{{"jsonrpc", "2.0"}, {"params", {keys}}}.dump()), -32700);
  EXPECT_EQ(code("[]"), -32600);
  EXPECT_EQ(code(R"({"id":1,"method":"ping"})"), -32600);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})"), -32600);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":1})"), -32600);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[1]})"), -32602);
  EXPECT_EQ(code(MethodRequest(1, "no/such", json::object()).dump()), -32601);
  EXPECT_EQ(code(CallOfTool(1, "no_such_tool", json::object()).dump()), -32602);
  EXPECT_EQ(code(MethodRequest(1, "tools/list", {{"cursor", "x"}}).dump()), -32602);
  EXPECT_EQ(code(std::string(kMaxMcpMessageBytes + 1, ' ')), -32600);
}

TEST_F(McpTest, AnIdThatCouldNotBeSentBackIsRefused) {
  for (const std::string id : {R"("\ud800")", R"("a\udc00b")", R"("\ud800\ud800\udc00")"}) {
    const json reply = Talk({R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"ping"})"})[0];

    EXPECT_EQ(reply["error"]["code"], -32600) << id;
    EXPECT_THAT(reply["error"]["message"].get<std::string>(), HasSubstr("unpaired surrogate"));
    EXPECT_TRUE(reply.value("id", json()).is_null()) << id;
  }
  const json fine = Talk({R"({"jsonrpc":"2.0","id":"\ud83d\ude00","method":"ping","params":)"
                          R"({"_meta":{"note":"\ud800"}}})"})[0];
  EXPECT_EQ(fine["id"], "\U0001F600");
  EXPECT_TRUE(fine.contains("result"));
}

TEST_F(McpTest, ATokenThatCouldNotBeSentBackIsRefused) {
  const auto ping = [this](const std::string& params) {
    return Talk({R"({"jsonrpc":"2.0","id":7,"method":"ping","params":)" + params + "}"})[0];
  };
  for (const std::string params :
       {R"({"_meta":{"progressToken":"\ud800"}})", R"({"_meta":{"progressToken":"a\udc00b"}})",
        R"({"_meta":{"progressToken":{"a":"\ud800"}}})", R"({"partialResultToken":"\ud800"})"}) {
    const json reply = ping(params);
    EXPECT_EQ(reply["error"]["code"], -32602) << params;
    EXPECT_EQ(reply["id"], 7) << params;
    EXPECT_THAT(reply["error"]["message"].get<std::string>(),
                AllOf(HasSubstr("Token"), HasSubstr("unpaired surrogate")));
  }
  EXPECT_TRUE(ping(R"({"_meta":{"progressToken":"t","note":"\ud800"}})").contains("result"));
  EXPECT_TRUE(ping(R"({"note":"\ud800"})").contains("result"));
}

TEST_F(McpTest, SaysOnceThatQuotationsAreData) {
  const json server = Ask(MethodRequest(1, "initialize", {{"protocolVersion", "2025-11-25"}}));

  EXPECT_THAT(server["result"]["instructions"].get<std::string>(), HasSubstr("never instructions"));
}

TEST_F(McpTest, TheStatelessRevisionNeedsNoHandshake) {
  IndexShop();

  const json discovered =
      Ask(Stateless(MethodRequest(1, "server/discover", json::object())))["result"];
  EXPECT_EQ(discovered["resultType"], "complete");
  EXPECT_THAT(discovered["supportedVersions"], ::testing::Contains("2026-07-28"));
  EXPECT_EQ(discovered["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "waymark");
  EXPECT_GT(discovered["ttlMs"], 0);
  EXPECT_EQ(discovered["cacheScope"], "public");

  const json answer =
      Ask(Stateless(CallOfTool(2, "search_symbols", {{"query", "price"}})))["result"];
  EXPECT_EQ(answer["resultType"], "complete");
  EXPECT_EQ(answer["isError"], false);
  EXPECT_FALSE(answer.contains("ttlMs"));
}

TEST_F(McpTest, AStatelessRequestSaysItsRevisionAndCapabilities) {
  const json unknown =
      Ask(Stateless(MethodRequest(1, "ping", json::object()), "1900-01-01"))["error"];
  EXPECT_EQ(unknown["code"], -32022);
  EXPECT_EQ(unknown["data"]["requested"], "1900-01-01");
  EXPECT_THAT(unknown["data"]["supported"], ::testing::Contains("2026-07-28"));

  json bare = Stateless(MethodRequest(1, "ping", json::object()));
  bare["params"]["_meta"].erase("io.modelcontextprotocol/clientCapabilities");
  EXPECT_EQ(Ask(bare)["error"]["code"], -32602);
}

TEST_F(McpTest, TheFirstQuestionIndexesTheCheckout) {
  EXPECT_THAT(TextOf("context_for_task", {{"task_description", "total price of a cart"}}),
              HasSubstr("shop.cart.Cart.total"));
  EXPECT_THAT(TextOf("index_status", json::object()), HasSubstr(root_.string()));
}

TEST_F(McpTest, AnIndexedCommitDoesNotStandForTheFilesOnDisk) {
  testing::GitRepository(root_).Commit("begin");
  WM_ASSERT_OK(engine_->Index({.root = root_, .at = "HEAD"}, nullptr, {}));

  EXPECT_THAT(TextOf("index_status", json::object()), HasSubstr(", for questions with 'at'\n"));
  EXPECT_THAT(TextOf("get_symbol", {{"symbol", "Cart.total"}}), HasSubstr("shop.cart.Cart.total"));
  EXPECT_THAT(TextOf("index_status", json::object()), HasSubstr("; up to date\n"));
  EXPECT_THAT(
      TextOf("get_symbol", {{"symbol", "Cart"}, {"repo", "/nowhere"}}, true),
      EndsWith("indexed are " + root_.string() +
               " (shop); send the path or the name of one of them, or run: waymark index PATH; a "
               "call that works: index_status {}"));
}

TEST_F(McpTest, StatusLeavesOutTheCommitsOfOtherCheckouts) {
  const std::filesystem::path other = testing::WriteShopRepository(directory_, "other");
  testing::GitRepository(other).Commit("begin");
  IndexShop();
  WM_ASSERT_OK(engine_->Index({.root = other}, nullptr, {}));
  WM_ASSERT_OK(engine_->Index({.root = other, .at = "HEAD"}, nullptr, {}));

  EXPECT_THAT(TextOf("index_status", json::object()),
              AllOf(HasSubstr(other.string() + " (other): up to date\n"),
                    Not(HasSubstr("for questions with 'at'"))));
}

TEST_F(McpTest, OnlyWhatWasIndexedOnPurposeCanBeAskedAboutBesidesTheOwnCheckout) {
  const std::filesystem::path other = testing::WriteShopRepository(directory_, "other");
  IndexShop();

  EXPECT_THAT(TextOf("search_symbols", {{"query", "Cart"}, {"repo", other.string()}}, true),
              AllOf(HasSubstr("is not an indexed checkout"), HasSubstr(root_.string())));
  WM_ASSERT_OK(engine_->Index({.root = other}, nullptr, {}));
  EXPECT_THAT(TextOf("search_symbols", {{"query", "Cart"}, {"repo", other.string()}}),
              HasSubstr("shop.cart.Cart"));
}

TEST_F(McpTest, ARepositoryIsFoundByItsPathOrItsName) {
  const std::filesystem::path other = testing::WriteShopRepository(directory_, "other");
  directory_.WriteFile("other/shop/only.py", "def only_there():\n    return 1\n");
  IndexShop();
  WM_ASSERT_OK(engine_->Index({.root = other}, nullptr, {}));

  for (const std::string& repo : {other.string(), std::string("other")}) {
    EXPECT_THAT(TextOf("get_symbol", {{"symbol", "only_there"}, {"repo", repo}}),
                HasSubstr("shop/only.py"))
        << repo;
  }
  EXPECT_THAT(TextOf("get_symbol", {{"symbol", "x"}, {"repo", "nowhere"}}, true),
              AllOf(HasSubstr("is not an indexed checkout"), HasSubstr("(other)")));
}

TEST_F(McpTest, ErrorsAreWrittenInTheFormatThatWasAskedFor) {
  IndexShop();
  const auto ask = [this](const json& arguments) {
    return Ask(CallOfTool(1, "get_symbol", arguments))["result"];
  };

  const json reply = ask({{"symbol", "render(int,int)"}, {"format", "json"}});
  EXPECT_TRUE(reply["isError"]);
  const json& error = reply["structuredContent"];
  EXPECT_EQ(json::parse(std::string(reply["content"][0]["text"])), error);
  EXPECT_EQ(error["code"], "failed_precondition");
  EXPECT_THAT(std::string(error["message"]), HasSubstr("parameters of 'render(int,int)'"));
  EXPECT_EQ(error["fix"], "name one of them by its id");
  EXPECT_EQ(error["candidates"].size(), 2U);

  EXPECT_EQ(ask({{"format", "json"}})["structuredContent"]["code"], "invalid_argument");
  const std::string gcx = ask({{"symbol", "zzqqxx"}, {"format", "gcx"}})["content"][0]["text"];
  EXPECT_THAT(gcx, AllOf(HasSubstr("GCX1 tool=error"), HasSubstr("not_found\tno symbol is named")));
  const std::string xml = ask({{"symbol", "a<b"}, {"format", "xml"}})["content"][0]["text"];
  EXPECT_THAT(xml, AllOf(HasSubstr("<error code=\"not_found\">"), HasSubstr("'a&lt;b'")));
  const json plain = ask({{"symbol", "zzqqxx"}});
  EXPECT_THAT(std::string(plain["content"][0]["text"]), HasSubstr("no symbol is named 'zzqqxx'"));
  EXPECT_FALSE(plain.contains("structuredContent"));
}

TEST_F(McpTest, AnAmbiguousNameIsAnsweredWithANote) {
  IndexShop();
  constexpr char kNote[] = "'render' fits 2 symbols; this is shop.mail.render (shop/mail.py:1). ";

  for (const char* tool : {"get_symbol", "find_usages", "blast_radius"}) {
    EXPECT_THAT(TextOf(tool, {{"symbol", "render"}}), HasSubstr(kNote)) << tool;
  }
  EXPECT_THAT(TextOf("test_scope", {{"symbols", {"render"}}}), StartsWith(kNote));
  EXPECT_THAT(TextOf("context_for_files", {{"files", {"render"}}}), HasSubstr(kNote));
}

TEST_F(McpTest, ATruncatedAnswerTellsTheCallThatReturnsTheRest) {
  IndexShop();

  const std::string text =
      TextOf("blast_radius", {{"symbol", "price_of"}, {"limit", 1}, {"edge_types", {"calls"}}});

  const std::size_t begin = text.find("blast_radius {");
  ASSERT_NE(begin, std::string::npos) << text;
  const std::size_t brace = text.find('{', begin);
  const json arguments = json::parse(text.substr(brace, text.find('\n', brace) - brace));
  EXPECT_EQ(arguments["symbol"], "price_of");
  EXPECT_EQ(arguments["edge_types"], json({"calls"}));
  EXPECT_THAT(TextOf("blast_radius", arguments), HasSubstr("shop.checkout.checkout"));
}

TEST_F(McpTest, PromptsAreWrittenAroundTheTools) {
  const json listed = Ask(MethodRequest(1, "prompts/list", json::object()))["result"]["prompts"];
  EXPECT_EQ(listed.size(), 3U);

  const json got = Ask(MethodRequest(
      2, "prompts/get", {{"name", "impact_review"}, {"arguments", {{"base", "main"}}}}))["result"];
  EXPECT_EQ(got["messages"][0]["role"], "user");
  EXPECT_THAT(std::string(got["messages"][0]["content"]["text"]),
              AllOf(HasSubstr("blast_radius with base=main"), Not(HasSubstr("{base}"))));

  EXPECT_EQ(Ask(MethodRequest(3, "prompts/get", {{"name", "impact_review"}}))["error"]["code"],
            -32602);
  EXPECT_EQ(Ask(MethodRequest(4, "prompts/get", {{"name", "nonsense"}}))["error"]["code"], -32602);
}

TEST_F(McpTest, ResourcesAreAnswersByAddress) {
  IndexShop();
  EXPECT_EQ(Ask(MethodRequest(1, "resources/list", json::object()))["result"]["resources"].size(),
            5U);
  EXPECT_EQ(Ask(MethodRequest(1, "resources/templates/list",
                              json::object()))["result"]["resourceTemplates"][0]["uriTemplate"],
            "waymark://symbol/{symbol}");

  const auto read = [this](const std::string& uri) {
    return Ask(MethodRequest(2, "resources/read", {{"uri", uri}}));
  };
  EXPECT_THAT(std::string(read("waymark://outline")["result"]["contents"][0]["text"]),
              HasSubstr("python: 7 files"));
  const json symbol = read("waymark://symbol/shop%2Fcart.py%3A13")["result"]["contents"][0];
  EXPECT_EQ(symbol["uri"], "waymark://symbol/shop%2Fcart.py%3A13");
  EXPECT_THAT(std::string(symbol["text"]), HasSubstr("shop.cart.Cart.total"));
  EXPECT_EQ(read("waymark://symbol/no_such")["error"]["code"], -32002);
  EXPECT_EQ(read("file:///etc/passwd")["error"]["code"], -32002);
  EXPECT_EQ(Ask(Stateless(MethodRequest(3, "resources/read", {{"uri", "x:y"}})))["error"]["code"],
            -32602);
}

TEST_F(McpTest, AnIdMayBeUsedAgainAfterItsReply) {
  IndexShop();
  const std::string call = CallOfTool(1, "search_symbols", {{"query", "Cart"}}).dump();

  for (const json& reply : Talk({call, call})) {
    EXPECT_TRUE(reply.contains("result") || reply["error"]["code"] == -32600) << reply;
  }
}

}  // namespace
}  // namespace waymark::services
