// What an editor runs by name: progress, parts, cancellation, and which folder is meant.
#include <atomic>
#include <filesystem>
#include <future>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lsp_fixture.h"
#include "testing/git_repository.h"

namespace waymark::services {
namespace {

using nlohmann::json;
using testing::DocumentAt;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::LspClient;
using testing::LspNotice;
using testing::LspRequest;
using testing::PlaceAt;
using testing::UriOf;

constexpr int kId = 1;

class LspCommandsTest : public testing::LspFixture {
 protected:
  void SetUp() override {
    LspFixture::SetUp();
    IndexShop();
    client_->Initialize(root_);
  }

  json BlastRadiusRequest() const {
    return LspRequest(kId, "workspace/executeCommand",
                      {{"command", "waymark.blastRadius"},
                       {"arguments", json::array({PlaceAt(root_ / "shop/pricing.py", 0, 5)})}});
  }

  // Values of `$/progress` for a token, and the reply, in the order in which they came.
  std::vector<json> ProgressUntilReply(const json& token, json& reply) {
    std::vector<json> values;
    for (;;) {
      json message = client_->Await([](const json&) { return true; });
      if (message.is_null() || message.value("id", json()) == kId) {
        reply = std::move(message);
        return values;
      }
      if (message.value("method", "") == "$/progress" && message["params"]["token"] == token) {
        values.push_back(message["params"]["value"]);
      }
    }
  }
};

TEST_F(LspCommandsTest, ProgressBeginsGoesOnAndEndsBeforeTheReply) {
  json request = BlastRadiusRequest();
  request["params"]["workDoneToken"] = "work";
  client_->Send(request);

  json reply;
  const std::vector<json> values = ProgressUntilReply("work", reply);
  ASSERT_GE(values.size(), 3U);
  EXPECT_EQ(values.front()["kind"], "begin");
  EXPECT_EQ(values.front()["cancellable"], true);
  EXPECT_EQ(values[1]["kind"], "report");
  EXPECT_EQ(values.back()["kind"], "end");
  EXPECT_TRUE(reply.contains("result"));
}

TEST_F(LspCommandsTest, HopsComeAsPartsAndThenNotAgain) {
  client_->Send(BlastRadiusRequest());
  const json whole = client_->ReplyTo(kId)["result"];
  ASSERT_GE(whole["hops"].size(), 3U);

  json request = BlastRadiusRequest();
  request["params"]["partialResultToken"] = 17;
  client_->Send(request);
  json reply;
  const std::vector<json> parts = ProgressUntilReply(17, reply);

  EXPECT_EQ(json(parts), whole["hops"]);
  EXPECT_EQ(reply["result"]["hops"], json::array());
  EXPECT_EQ(reply["result"]["affected"], whole["affected"]);
}

TEST_F(LspCommandsTest, TestsComeAsPartsAndThenNotAgain) {
  json request = LspRequest(
      kId, "workspace/executeCommand",
      {{"command", "waymark.testScope"}, {"arguments", {{{"symbol", "shop.pricing.discount"}}}}});
  client_->Send(request);
  const json whole = client_->ReplyTo(kId)["result"];
  ASSERT_EQ(whole["tests"].size(), 1U);

  request["params"]["partialResultToken"] = "parts";
  request["params"]["workDoneToken"] = "work";
  client_->Send(request);
  json reply;
  const std::vector<json> parts = ProgressUntilReply("parts", reply);

  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0]["tests"], whole["tests"]);
  EXPECT_EQ(reply["result"]["tests"], json::array());
  EXPECT_EQ(reply["result"]["runners"], whole["runners"]);
}

TEST_F(LspCommandsTest, NothingAtAllIsNoNumberToAskFor) {
  for (const char* name : {"depth", "limit"}) {
    for (const char* command : {"waymark.blastRadius", "waymark.testScope"}) {
      const json error = client_->Ask(
          "workspace/executeCommand",
          {{"command", command}, {"arguments", {{{"symbol", "discount"}, {name, 0}}}}})["error"];
      EXPECT_EQ(error["code"], -32602) << command;
      EXPECT_THAT(std::string(error["message"]), HasSubstr("a whole number from 1"));
    }
  }
}

TEST_F(LspCommandsTest, ABlastRadiusTellsPlacesByHopAndHowCompleteItIs) {
  const json radius = Execute("waymark.blastRadius", PlaceAt(root_ / "shop/pricing.py", 5, 5));

  EXPECT_EQ(radius["symbol"], "shop.pricing.discount");
  EXPECT_EQ(radius["hops"][1]["symbols"][0]["qualifiedName"], "shop.pricing.price_of");
  EXPECT_EQ(radius["hops"][1]["symbols"][0]["sites"][0]["range"]["start"],
            (json{{"line", 2}, {"character", 11}}));
  EXPECT_EQ(radius["affected"]["tests"], 1);
  EXPECT_EQ(radius["completeness"]["certainty"], "complete");
}

TEST_F(LspCommandsTest, ABlastRadiusOfAllThatDiffersIsOfWhatIsSaved) {
  const testing::GitRepository repository(root_);
  repository.Commit("a shop");
  IndexShop();
  client_->Open(root_ / "shop/pricing.py", TextOf("shop/pricing.py"));
  client_->Change(root_ / "shop/pricing.py", {6, 19}, {6, 20}, "8");
  const json request = {{"command", "waymark.blastRadius"}, {"arguments", {{{"base", "HEAD"}}}}};
  EXPECT_THAT(std::string(client_->Ask("workspace/executeCommand", request)["error"]["message"]),
              HasSubstr("nothing changed since HEAD"));

  repository.Replace("shop/pricing.py", "9 // 10", "8 // 10");
  IndexShop();
  const json radius = Execute("waymark.blastRadius", {{"base", "HEAD"}});
  EXPECT_EQ(radius["base"], "HEAD");
  EXPECT_FALSE(radius.contains("symbol"));
  EXPECT_EQ(radius["hops"][0]["symbols"][0]["qualifiedName"], "shop.pricing.discount");
  EXPECT_EQ(radius["hops"][1]["symbols"][0]["qualifiedName"], "shop.pricing.price_of");
}

TEST_F(LspCommandsTest, TestsOfASymbolComeWithTheWayAndTheRunner) {
  const json scope = Execute("waymark.testScope", {{"symbol", "shop.pricing.discount"}});

  ASSERT_EQ(scope["tests"].size(), 1U);
  EXPECT_EQ(scope["tests"][0]["name"], "tests.test_cart.test_total");
  EXPECT_EQ(scope["tests"][0]["location"]["uri"], UriOf(root_ / "tests/test_cart.py"));
  EXPECT_EQ(scope["runners"][0]["runner"], "pytest");
}

TEST_F(LspCommandsTest, WhatIsNotSaidIsRefusedWithWhatCanBe) {
  const auto message_of = [&](const json& params) {
    return std::string(client_->Ask("workspace/executeCommand", params)["error"]["message"]);
  };

  EXPECT_THAT(message_of({{"command", "waymark.none"}}), HasSubstr("no command 'waymark.none'"));
  EXPECT_THAT(message_of({{"command", "waymark.blastRadius"}}), HasSubstr("'symbol', or 'base'"));
  EXPECT_THAT(message_of({{"command", "waymark.blastRadius"},
                          {"arguments", {{{"symbol", "x"}, {"folder", "file:///no"}}}}}),
              HasSubstr("'file:///no' is no open folder"));
  EXPECT_THAT(message_of({{"command", "waymark.context"},
                          {"arguments", {{{"task", "x"}, {"format", "gcb1"}}}}}),
              HasSubstr("binary"));
}

TEST_F(LspCommandsTest, AFolderChoosesTheCheckout) {
  const std::filesystem::path other = testing::WriteShopRepository(directory_, "other");
  directory_.WriteFile("other/shop/extra.py", "def only_there():\n    return 1\n");
  Index(other);
  client_->Send(LspNotice("workspace/didChangeWorkspaceFolders",
                          {{"event",
                            {{"added", json::array({{{"uri", UriOf(other)}, {"name", "o"}}})},
                             {"removed", json::array()}}}}));

  EXPECT_EQ(Execute("waymark.blastRadius",
                    {{"symbol", "only_there"}, {"folder", UriOf(other)}})["symbol"],
            "shop.extra.only_there");
  EXPECT_TRUE(client_
                  ->Ask("workspace/executeCommand",
                        {{"command", "waymark.blastRadius"},
                         {"arguments", {{{"symbol", "only_there"}, {"folder", UriOf(root_)}}}}})
                  .contains("error"));
  // So does a document, of what is named and of a task.
  const json document = DocumentAt(other / "shop/cart.py")["textDocument"];
  EXPECT_EQ(Execute("waymark.blastRadius",
                    {{"symbol", "only_there"}, {"textDocument", document}})["symbol"],
            "shop.extra.only_there");
  EXPECT_THAT(std::string(Execute("waymark.context",
                                  {{"task", "only there"}, {"textDocument", document}})["text"]),
              HasSubstr("shop.extra.only_there"));
  const json status = Execute("waymark.status", json::object());
  ASSERT_EQ(status["folders"].size(), 2U);
  EXPECT_EQ(status["folders"][1]["indexed"], true);
  // Names of both.
  EXPECT_EQ(client_->Result("workspace/symbol", {{"query", "wm:price_of"}}).size(), 2U);
}

TEST_F(LspCommandsTest, AnItemOfAFolderThatWasClosedIsRefused) {
  const json item = ItemAt("shop/cart.py", 12, 9);
  client_->Send(
      LspNotice("workspace/didChangeWorkspaceFolders",
                {{"event",
                  {{"added", json::array()},
                   {"removed", json::array({{{"uri", UriOf(root_)}, {"name", "f"}}})}}}}));

  EXPECT_EQ(client_->Ask("callHierarchy/incomingCalls", {{"item", item}})["error"]["code"], -32602);
}

// The configuration of the checkout says how deep to look.
class LspConfiguredTest : public testing::LspFixture {
 protected:
  void SetUp() override {
    LspFixture::SetUp();
    IndexShop();
    client_ = std::make_unique<LspClient>(LspOptions{
        .verbs = [this] { return std::shared_ptr<Verbs>(engine_); },
        .checkout_of = [](const std::filesystem::path& path) { return path; },
        .usual = [this](const std::filesystem::path& root) -> absl::StatusOr<UsualNumbers> {
          if (is_wrong_) return absl::InvalidArgumentError("line 3 of a file");
          EXPECT_EQ(root, root_);
          return UsualNumbers{{"blast-radius", "--depth", 1}};
        }});
    client_->Send(LspRequest(2000, "initialize",
                             {{"capabilities", json::object()},
                              {"workspaceFolders", {{{"uri", UriOf(root_)}, {"name", "f"}}}}}));
    client_->ReplyTo(2000);
  }

  json Reply(const json& argument) {
    return client_->Ask("workspace/executeCommand",
                        {{"command", "waymark.blastRadius"}, {"arguments", {argument}}});
  }

  std::atomic<bool> is_wrong_{false};
};

TEST_F(LspConfiguredTest, ItsNumbersStandForThoseThatACommandLeavesOut) {
  EXPECT_EQ(Reply({{"symbol", "discount"}})["result"]["depth"], 1);
  EXPECT_EQ(Reply({{"symbol", "discount"}, {"depth", 2}})["result"]["depth"], 2);
  is_wrong_ = true;
  EXPECT_THAT(std::string(Reply({{"symbol", "discount"}})["error"]["message"]),
              HasSubstr("line 3 of a file"));
}

// Questions wait for the daemon, as while it is being started.
class LspWaitingTest : public testing::LspFixture {
 protected:
  void SetUp() override {
    LspFixture::SetUp();
    IndexShop();
    const std::shared_future<void> may_answer = gate_.get_future().share();
    client_ = std::make_unique<LspClient>(
        LspOptions{.verbs =
                       [this, may_answer] {
                         may_answer.wait();
                         return std::shared_ptr<Verbs>(engine_);
                       },
                   .checkout_of = [](const std::filesystem::path& path) { return path; }});
    client_->Send(LspRequest(2000, "initialize",
                             {{"capabilities", json::object()},
                              {"workspaceFolders", {{{"uri", UriOf(root_)}, {"name", "f"}}}}}));
    client_->ReplyTo(2000);
    json request = LspRequest(
        kId, "workspace/executeCommand",
        {{"command", "waymark.context"}, {"arguments", {{{"task", "total of a cart"}}}}});
    request["params"]["workDoneToken"] = "work";
    client_->Send(request);
  }

  // Whatever the client sent before has been read when it gets this.
  void AwaitRead() { client_->Ask("no/such", json::object()); }

  std::promise<void> gate_;
};

TEST_F(LspWaitingTest, ARunningRequestIsCancelledByItsId) {
  client_->Send(LspNotice("$/cancelRequest", {{"id", kId}}));
  AwaitRead();
  gate_.set_value();

  EXPECT_EQ(client_->ReplyTo(kId)["error"]["code"], -32800);
}

TEST_F(LspWaitingTest, ARunningRequestIsCancelledByItsProgress) {
  client_->Send(LspNotice("window/workDoneProgress/cancel", {{"token", "work"}}));
  AwaitRead();
  gate_.set_value();

  EXPECT_EQ(client_->ReplyTo(kId)["error"]["code"], -32800);
}

TEST_F(LspWaitingTest, AnIdThatIsStillAnsweredIsNotTakenTwice) {
  client_->Send(
      LspRequest(kId, "textDocument/codeLens", testing::DocumentAt(root_ / "shop/cart.py")));

  EXPECT_EQ(client_->ReplyTo(kId)["error"]["code"], -32600);
  gate_.set_value();
  EXPECT_TRUE(client_->ReplyTo(kId).contains("result"));
}

TEST_F(LspWaitingTest, OfMoreRequestsThanMayWaitTheLastAreRefused) {
  constexpr int kRequests = static_cast<int>(kMaxLspWaiting + 2 * kLspThreads);
  for (int id = kId + 1; id <= kId + kRequests; ++id) {
    client_->Send(
        LspRequest(id, "textDocument/codeLens", testing::DocumentAt(root_ / "shop/cart.py")));
  }
  EXPECT_EQ(client_->ReplyTo(kId + kRequests)["error"]["code"], -32803);
  gate_.set_value();
  EXPECT_TRUE(client_->ReplyTo(kId + 1).contains("result"));
  EXPECT_TRUE(client_->ReplyTo(kId + static_cast<int>(kMaxLspWaiting) - 1).contains("result"));
}

TEST_F(LspWaitingTest, WhatOthersWaitForDoesNotKeepMessagesFromBeingRead) {
  EXPECT_EQ(client_->Ask("no/such", json::object())["error"]["code"], -32601);
  client_->Result("shutdown", nullptr);
  gate_.set_value();

  EXPECT_TRUE(client_->ReplyTo(kId).contains("result"));
}

}  // namespace
}  // namespace waymark::services
