// Messages that are malformed, out of order or unknown, and how a session begins and ends.
#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "lsp_fixture.h"
#include "testing/status_matchers.h"
#include "testing/wait_for.h"

namespace waymark::services {
namespace {

using nlohmann::json;
using testing::DocumentAt;
using testing::Framed;
using testing::LspNotice;
using testing::LspRequest;

class LspTranscriptTest : public testing::LspFixture {
 protected:
  void SetUp() override {
    LspFixture::SetUp();
    IndexShop();
  }

  // The code of the error that bytes which are no request are answered with.
  int CodeOf(const std::string& bytes) {
    client_->SendBytes(bytes);
    return client_->ReplyTo(nullptr)["error"]["code"];
  }
};

TEST_F(LspTranscriptTest, NothingIsAnsweredBeforeInitialize) {
  EXPECT_EQ(client_->Ask("textDocument/codeLens", DocumentAt("/a.py"))["error"]["code"], -32002);
  EXPECT_EQ(client_->Ask("shutdown", json::object())["error"]["code"], -32002);
  client_->Send(LspNotice("textDocument/didOpen", DocumentAt("/a.py")));

  EXPECT_TRUE(client_->Initialize(root_).contains("capabilities"));
}

TEST_F(LspTranscriptTest, InitializeComesOnce) {
  client_->Initialize(root_);

  EXPECT_EQ(client_->Ask("initialize", {{"capabilities", json::object()}})["error"]["code"],
            -32600);
}

TEST_F(LspTranscriptTest, ShutdownThenExitIsAnOrderlyEnd) {
  client_->Initialize(root_);
  EXPECT_TRUE(client_->Result("shutdown", nullptr).is_null());
  EXPECT_EQ(client_->Ask("textDocument/codeLens", DocumentAt("/a.py"))["error"]["code"], -32600);
  client_->Send(LspNotice("exit", nullptr));

  WM_ASSERT_OK_AND_ASSIGN(const LspEnd end, client_->End());
  EXPECT_EQ(end, LspEnd::kOrderly);
}

TEST_F(LspTranscriptTest, ExitWithoutShutdownIsAnAbruptEnd) {
  client_->Initialize(root_);
  client_->Send(LspNotice("exit", nullptr));

  WM_ASSERT_OK_AND_ASSIGN(const LspEnd end, client_->End());
  EXPECT_EQ(end, LspEnd::kAbrupt);
}

TEST_F(LspTranscriptTest, TheEndOfTheInputIsAnAbruptEnd) {
  WM_ASSERT_OK_AND_ASSIGN(const LspEnd end, client_->End());
  EXPECT_EQ(end, LspEnd::kAbrupt);
}

TEST_F(LspTranscriptTest, WhatIsNoMessageIsRefusedAndTheNextOneAnswered) {
  client_->Initialize(root_);

  EXPECT_EQ(CodeOf("Content-Type: text\r\n\r\n"), -32700);
  EXPECT_EQ(CodeOf("Content-Length: x\r\n\r\n"), -32700);
  EXPECT_EQ(CodeOf("Content-Length: -1\r\n\r\n"), -32700);
  EXPECT_EQ(CodeOf(std::string(2 * kMaxLspHeaderBytes, 'x') + "\r\n\r\n"), -32700);
  EXPECT_EQ(CodeOf(Framed("")), -32700);
  EXPECT_EQ(CodeOf(Framed("{nonsense")), -32700);
  EXPECT_EQ(CodeOf(Framed("\"\xff\"")), -32600);
  EXPECT_EQ(CodeOf(Framed(std::string(100'000, '['))), -32700);
  EXPECT_EQ(CodeOf(Framed("[]")), -32600);
  EXPECT_EQ(CodeOf(Framed(R"({"id":1,"method":"shutdown"})")), -32600);
  EXPECT_EQ(CodeOf(Framed(R"({"jsonrpc":"2.0","id":1.5,"method":"shutdown"})")), -32600);
  EXPECT_EQ(CodeOf(Framed(R"({"jsonrpc":"2.0","id":"\ud800","method":"shutdown"})")), -32600);
  EXPECT_EQ(CodeOf(Framed("{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"shutdown\"}")),
            -32600);
  EXPECT_EQ(CodeOf(Framed(std::string(kMaxLspMessageBytes + 1, ' '))), -32700);
  EXPECT_EQ(client_->Ask("no/such", json::object())["error"]["code"], -32601);
  EXPECT_EQ(client_->Ask("textDocument/codeLens", json::object())["error"]["code"], -32602);
  EXPECT_EQ(
      client_->Ask("textDocument/codeLens", {{"textDocument", {{"uri", 3}}}})["error"]["code"],
      -32602);
  EXPECT_EQ(
      client_->Ask("textDocument/codeLens", DocumentAt(root_ / "shop/cart.py")).contains("result"),
      true);
}

TEST_F(LspTranscriptTest, AHeaderMayComeInPiecesAndHaveOtherFields) {
  const std::string message =
      LspRequest(1, "initialize", {{"capabilities", json::object()}}).dump();
  const std::string bytes =
      "content-type: application/vscode-jsonrpc; charset=utf-8\r\n"
      "CONTENT-LENGTH:  " +
      std::to_string(message.size()) + "\r\n\r\n" + message;
  for (const char byte : bytes) client_->SendBytes(std::string(1, byte));

  EXPECT_TRUE(client_->ReplyTo(1).contains("result"));
}

TEST_F(LspTranscriptTest, NotificationsThatAreUnknownOrOutOfOrderChangeNothing) {
  client_->Initialize(root_);
  client_->Send(LspNotice("$/unknown", json::object()));
  client_->Send(LspNotice("$/cancelRequest", {{"id", 77}}));
  client_->Send({{"jsonrpc", "2.0"}, {"id", "stray"}, {"result", nullptr}});
  client_->Send(LspNotice("textDocument/didClose", DocumentAt(root_ / "shop/cart.py")));
  client_->Change(root_ / "shop/cart.py", {0, 0}, {0, 0}, "x");

  const json log = client_->Await(
      [](const json& message) { return message.value("method", "") == "window/logMessage"; });
  EXPECT_THAT(std::string(log["params"]["message"]), ::testing::HasSubstr("is not open"));
  EXPECT_TRUE(
      client_->Ask("textDocument/codeLens", DocumentAt(root_ / "shop/cart.py")).contains("result"));
}

TEST_F(LspTranscriptTest, WhatComesTooEarlyIsPassedOver) {
  client_->Send(LspNotice("initialized", json::object()));
  client_->Send(LspNotice("$/cancelRequest", {{"id", 1}}));
  client_->Send({{"jsonrpc", "2.0"}, {"id", 9}, {"result", nullptr}});
  client_->Send(LspNotice("workspace/didChangeWorkspaceFolders", {{"event", 3}}));
  // A cancellation before its request is of no request.
  EXPECT_TRUE(client_->Initialize(root_, json::object(), {{"providers", json::array()}})
                  .contains("capabilities"));
  client_->Send(LspNotice("$/cancelRequest", {{"id", 5}}));
  client_->Send(LspRequest(5, "textDocument/codeLens", DocumentAt(root_ / "shop/cart.py")));

  EXPECT_TRUE(client_->ReplyTo(5).contains("result"));
}

TEST_F(LspTranscriptTest, MessagesThatArriveTogetherAreAllAnswered) {
  client_->Initialize(root_);
  std::string bytes;
  for (int id = 1; id <= 20; ++id) {
    bytes +=
        Framed(LspRequest(id, "textDocument/codeLens", DocumentAt(root_ / "shop/cart.py")).dump());
  }
  client_->SendBytes(bytes);

  for (int id = 20; id >= 1; --id) EXPECT_TRUE(client_->ReplyTo(id).contains("result")) << id;
}

TEST_F(LspTranscriptTest, AnIdIsGivenBackAsItCame) {
  client_->Initialize(root_);
  client_->Send({{"jsonrpc", "2.0"},
                 {"id", "7"},
                 {"method", "textDocument/codeLens"},
                 {"params", DocumentAt(root_ / "shop/cart.py")}});
  client_->Send(LspRequest(7, "no/such", json::object()));

  EXPECT_EQ(client_->ReplyTo(7)["error"]["code"], -32601);
  EXPECT_TRUE(client_->ReplyTo("7").contains("result"));
}

TEST_F(LspTranscriptTest, ParametersOfTheWrongKindAreRefusedAndChangeNothing) {
  client_->Initialize(root_);
  for (const json& wrong : {json(nullptr), json::array(), json("text"), json(3),
                            json{{"textDocument", nullptr}, {"position", {{"line", -1}}}},
                            json{{"item", {{"data", 3}}}}, json{{"command", 5}}}) {
    for (const char* method :
         {"textDocument/codeLens", "codeLens/resolve", "textDocument/prepareCallHierarchy",
          "callHierarchy/incomingCalls", "workspace/symbol", "workspace/executeCommand"}) {
      json request = LspRequest(1, method, nullptr);
      request["params"] = wrong;
      client_->Send(request);
      EXPECT_EQ(client_->ReplyTo(1)["error"]["code"], -32602) << method << " " << wrong;
    }
    client_->Send(LspNotice("textDocument/didOpen", wrong));
    client_->Send(LspNotice("textDocument/didChange", wrong));
    client_->Send(LspNotice("workspace/didChangeWorkspaceFolders", wrong));
  }
  EXPECT_FALSE(LensesOf("shop/cart.py").empty());
}

TEST_F(LspTranscriptTest, AMessageThatTheEndCutsOffIsNone) {
  client_->Initialize(root_);
  const std::string message = Framed(LspRequest(1, "shutdown", nullptr).dump());
  client_->SendBytes(message.substr(0, message.size() - 3));

  WM_ASSERT_OK_AND_ASSIGN(const LspEnd end, client_->End());
  EXPECT_EQ(end, LspEnd::kAbrupt);
}

TEST_F(LspTranscriptTest, WhatIsSentAfterExitIsNotRead) {
  client_->Initialize(root_);
  client_->SendBytes(Framed(LspRequest(1, "shutdown", nullptr).dump()) +
                     Framed(LspNotice("exit", nullptr).dump()) +
                     "Content-Length: nonsense\r\n\r\n" +
                     Framed(LspRequest(2, "shutdown", nullptr).dump()));

  EXPECT_TRUE(client_->ReplyTo(1).contains("result"));
  WM_ASSERT_OK_AND_ASSIGN(const LspEnd end, client_->End());
  EXPECT_EQ(end, LspEnd::kOrderly);
}

TEST_F(LspTranscriptTest, ACancelledRequestIsAnsweredAsCancelled) {
  // More requests than threads, none of which is answered before the cancellation was read.
  std::atomic<bool> is_held{true};
  client_ = std::make_unique<testing::LspClient>(
      LspOptions{.verbs =
                     [&] {
                       EXPECT_TRUE(testing::WaitFor([&] { return !is_held; }));
                       return std::shared_ptr<Verbs>(engine_);
                     },
                 .checkout_of = [](const std::filesystem::path& path) { return path; }});
  client_->Initialize(root_);
  constexpr int kRequests = 60;
  for (int id = 1; id <= kRequests; ++id) {
    client_->Send(LspRequest(id, "workspace/executeCommand",
                             {{"command", "waymark.context"},
                              {"arguments", json::array({{{"task", "total of a cart"}}})}}));
  }
  client_->Send(LspNotice("$/cancelRequest", {{"id", kRequests}}));
  // Messages are read in order, and what is no method is refused as it is read.
  EXPECT_TRUE(client_->Ask("no/such", nullptr).contains("error"));
  is_held = false;

  EXPECT_EQ(client_->ReplyTo(kRequests)["error"]["code"], -32800);
  EXPECT_TRUE(client_->ReplyTo(1).contains("result"));
  client_ = nullptr;  // it asks for the verbs until then
}

// A signal that arrives while nothing is being read interrupts no read.
TEST_F(LspTranscriptTest, WhatWasStoppedDoesNotWaitForItsClient) {
  int input[2];
  int output[2];
  ASSERT_EQ(::pipe(input) + ::pipe(output), 0);
  std::atomic<bool> stopped = false;
  std::thread stopper([&stopped] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stopped = true;
  });
  const absl::StatusOr<LspEnd> end =
      ServeLsp({.verbs = [this] { return std::shared_ptr<Verbs>(engine_); }, .stopped = &stopped},
               input[0], output[1]);
  stopper.join();
  EXPECT_THAT(end, testing::StatusIs(absl::StatusCode::kCancelled));
  for (const int descriptor : {input[0], input[1], output[0], output[1]}) ::close(descriptor);
}

}  // namespace
}  // namespace waymark::services
