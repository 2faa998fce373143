#include "proxy/server_group.h"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The messages that a server was sent, and its way back.
struct ServerScript {
  std::vector<std::string> got;
  MessageTaker* taker = nullptr;
};

class ScriptedLink final : public ServerLink {
 public:
  ScriptedLink(ServerScript& script, ServerEnd end) : script_(script), end_(std::move(end)) {}

  void Begin() override {}

  void Send(std::string_view message) override { script_.got.emplace_back(message); }

  void SendPiece(std::string_view, bool) override {}

  int ended_descriptor() const override { return -1; }

  ServerEnd Stop() override { return end_; }

 private:
  ServerScript& script_;
  const ServerEnd end_;
};

// Two servers, "a" and "b", behind a group.
class ServerGroupTest : public ::testing::Test, protected MessageTaker {
 protected:
  void SetUp() override {
    for (const auto& [name, script] : {std::pair{"a", &a_}, std::pair{"b", &b_}}) {
      WM_ASSERT_OK(group_.Add(name, [script = script](MessageTaker& taker) {
        script->taker = &taker;
        return absl::StatusOr<std::unique_ptr<ServerLink>>(
            std::make_unique<ScriptedLink>(*script, ServerEnd{}));
      }));
    }
    group_.Begin();
  }

  void TakeMessage(std::string_view message) override { client_.emplace_back(message); }

  void TakePiece(std::string_view, bool) override {}

  // The next message that a server is sent, once.
  static std::string Next(ServerScript& server) {
    std::string message = server.got.empty() ? "" : server.got.front();
    if (!server.got.empty()) server.got.erase(server.got.begin());
    return message;
  }

  // Answers what the server was sent, with its id.
  static void AnswerNext(ServerScript& server, std::string_view result) {
    const std::string message = Next(server);
    const ProxyMessage read = ReadProxyMessage(message);
    server.taker->TakeMessage(
        fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":{}}})", read.id_raw, result));
  }

  ServerScript a_;
  ServerScript b_;
  std::vector<std::string> client_;
  std::vector<std::string> told_;
  ProxyNotes notes_{[this](std::string_view line) { told_.emplace_back(line); }};
  ServerGroup group_{*this, notes_};
};

TEST_F(ServerGroupTest, TheHandshakeIsThatOfAllServers) {
  group_.Send(R"({"id":0,"method":"initialize","params":{"x":1}})");
  EXPECT_THAT(a_.got.front(), HasSubstr(R"("method":"initialize","params":{"x":1})"));
  AnswerNext(b_,
             R"({"protocolVersion":"2025-03-26","capabilities":{"tools":{"listChanged":true}}})");
  EXPECT_THAT(client_, IsEmpty());
  AnswerNext(
      a_,
      R"({"protocolVersion":"2025-06-18","capabilities":{"tools":{},"prompts":{}},"instructions":"Use it."})");
  EXPECT_THAT(
      client_,
      ElementsAre(
          R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-03-26","capabilities":{"tools":{"listChanged":true},"prompts":{}},"serverInfo":{"name":"waymark proxy","version":"1"},"instructions":"About a__*: Use it."}})"));
}

constexpr std::string_view kToolsRevision =
    R"({"protocolVersion":"2025-06-18","capabilities":{"tools":{}}})";

std::chrono::steady_clock::time_point AfterHandshakeTime() {
  return std::chrono::steady_clock::now() + ServerGroup::kHandshakeTime;
}

TEST_F(ServerGroupTest, AHandshakeGoesOnWithoutAServerThatDoesNotAnswerInTime) {
  group_.Send(R"({"id":0,"method":"initialize"})");
  group_.Look(AfterHandshakeTime());
  EXPECT_THAT(client_, IsEmpty());
  AnswerNext(a_, kToolsRevision);
  group_.Look(std::chrono::steady_clock::now());
  EXPECT_THAT(client_, IsEmpty());
  group_.Look(AfterHandshakeTime());
  EXPECT_THAT(client_, ElementsAre(AllOf(HasSubstr(R"("id":0,"result")"),
                                         HasSubstr(R"("tools":{"listChanged":true})"))));
  EXPECT_THAT(told_, ElementsAre(HasSubstr("within 8 s: goes on without b")));
  group_.Send(R"({"id":1,"method":"tools/list"})");
  AnswerNext(a_, R"({"tools":[{"name":"x"}]})");
  EXPECT_THAT(client_.back(), HasSubstr(R"("id":1,"result":{"tools":[{"name":"a__x"}]})"));
}

TEST_F(ServerGroupTest, AServerThatAnswersTheHandshakeLateIsAnnouncedAndHasItsPart) {
  group_.Send(R"({"id":0,"method":"initialize"})");
  AnswerNext(a_, kToolsRevision);
  group_.Look(AfterHandshakeTime());
  AnswerNext(b_, kToolsRevision);
  EXPECT_THAT(client_,
              ElementsAre(HasSubstr(R"("id":0)"), HasSubstr("notifications/tools/list_changed")));
  group_.Send(R"({"id":1,"method":"tools/list"})");
  AnswerNext(a_, R"({"tools":[]})");
  AnswerNext(b_, R"({"tools":[{"name":"x"}]})");
  EXPECT_THAT(client_.back(), HasSubstr(R"("tools":[{"name":"b__x"}])"));
}

TEST_F(ServerGroupTest, AListIsRefusedWhenOnlyALateServerIsLeft) {
  group_.Send(R"({"id":0,"method":"initialize"})");
  AnswerNext(a_, kToolsRevision);
  group_.Look(AfterHandshakeTime());
  a_.taker->TakeEnd();
  group_.Send(R"({"id":1,"method":"tools/list"})");
  EXPECT_THAT(client_.back(), HasSubstr(R"("id":1,"error")"));
  b_.taker->TakeEnd();
  EXPECT_EQ(client_.size(), 2U);
}

TEST_F(ServerGroupTest, ListsAreJoinedPageByPageUnderTheNamesOfTheirServers) {
  group_.Send(R"({"id":1,"method":"tools/list"})");
  AnswerNext(a_, R"({"tools":[{"name":"x","title":"X"}],"nextCursor":"2"})");
  EXPECT_THAT(a_.got.front(), HasSubstr(R"("params":{"cursor":"2"})"));
  AnswerNext(b_, R"({"tools":[{"name":"x"}]})");
  AnswerNext(a_, R"({"tools":[{"name":"y"}]})");
  EXPECT_THAT(
      client_,
      ElementsAre(
          R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a__x","title":"X"},{"name":"a__y"},{"name":"b__x"}]}})"));
}

TEST_F(ServerGroupTest, ACallGoesToItsServerUnderTheNameThatItHasThere) {
  group_.Send(R"({"id":7, "method":"tools/call","params":{"name":"b__x","arguments":{"n":1.0}}})");
  EXPECT_THAT(a_.got, IsEmpty());
  EXPECT_THAT(
      b_.got,
      ElementsAre(
          R"({"id":7, "method":"tools/call","params":{"name":"x","arguments":{"n":1.0}}})"));
  b_.taker->TakeMessage(R"({"id":7,"result":{"content":[]}})");
  EXPECT_THAT(client_, ElementsAre(R"({"id":7,"result":{"content":[]}})"));
  EXPECT_EQ(group_.PlaceOf("b__x").server, "b");
  EXPECT_EQ(group_.PlaceOf("b__x").tool, "x");
}

TEST_F(ServerGroupTest, AServerDoesNotAnswerForAnotherOne) {
  const std::string call = R"({"id":7,"method":"tools/call","params":{"name":"a__x"}})";
  const std::string answer = R"({"id":7,"result":{"content":[]}})";
  group_.Send(call);
  b_.taker->TakeMessage(R"({"id":7,"result":{"content":[{"type":"text","text":"from b"}]}})");
  EXPECT_THAT(client_, IsEmpty());
  EXPECT_THAT(told_, ElementsAre(HasSubstr("the server b answered id 7, which it was not asked")));
  a_.taker->TakeMessage(answer);
  EXPECT_THAT(client_, ElementsAre(answer));
  // Nor twice.
  a_.taker->TakeMessage(answer);
  EXPECT_THAT(client_, ElementsAre(answer));
}

TEST_F(ServerGroupTest, WhatAReaderMayTakeForAnAnswerOfAnotherServerIsLeftOut) {
  group_.Send(R"({"id":7,"method":"tools/call","params":{"name":"a__x"}})");
  b_.taker->TakeMessage(R"({"id":7,"id":7,"result":{"content":[]}})");
  b_.taker->TakeMessage("Listening");
  EXPECT_THAT(client_, IsEmpty());
  EXPECT_THAT(told_, ElementsAre(HasSubstr("no message of MCP"), HasSubstr("Listening")));
}

TEST_F(ServerGroupTest, AServerGivesNoPartOfAListForAnotherOne) {
  group_.Send(R"({"id":1,"method":"tools/list"})");
  const ProxyMessage asked = ReadProxyMessage(a_.got.front());
  b_.taker->TakeMessage(
      fmt::format(R"({{"id":{},"result":{{"tools":[{{"name":"y"}}]}}}})", asked.id_raw));
  AnswerNext(b_, R"({"tools":[]})");
  EXPECT_THAT(client_, IsEmpty());
  AnswerNext(a_, R"({"tools":[{"name":"x"}]})");
  EXPECT_THAT(client_,
              ElementsAre(R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a__x"}]}})"));
}

TEST_F(ServerGroupTest, TwoServersThatWereAskedWithOneIdBothAnswer) {
  group_.Send(R"({"id":7,"method":"tools/call","params":{"name":"a__x"}})");
  group_.Send(R"({"id":7,"method":"tools/call","params":{"name":"b__x"}})");
  a_.taker->TakeMessage(R"({"id":7,"result":{"content":[]}})");
  b_.taker->TakeMessage(R"({"id":7,"result":{}})");
  EXPECT_THAT(client_,
              ElementsAre(R"({"id":7,"result":{"content":[]}})", R"({"id":7,"result":{}})"));
}

TEST_F(ServerGroupTest, WhatHasAUriGoesToTheServerThatListedIt) {
  group_.Send(R"({"id":1,"method":"resources/list"})");
  AnswerNext(a_, R"({"resources":[]})");
  AnswerNext(b_, R"({"resources":[{"uri":"f:1","name":"one"}]})");
  group_.Send(R"({"id":2,"method":"resources/templates/list"})");
  AnswerNext(a_, R"({"resourceTemplates":[{"uriTemplate":"g:{n}","name":"g"}]})");
  AnswerNext(b_, R"({"resourceTemplates":[]})");
  group_.Send(R"({"id":3,"method":"resources/read","params":{"uri":"f:1"}})");
  EXPECT_THAT(Next(b_), HasSubstr("f:1"));
  group_.Send(R"({"id":4,"method":"resources/read","params":{"uri":"g:5"}})");
  EXPECT_THAT(Next(a_), HasSubstr("g:5"));
}

TEST_F(ServerGroupTest, ARequestOfAServerComesBackToItWithItsOwnId) {
  b_.taker->TakeMessage(R"({"jsonrpc":"2.0","id":"q","method":"sampling/createMessage"})");
  EXPECT_THAT(client_, ElementsAre(HasSubstr(R"("id":"b#\"q\"")")));
  group_.Send(R"({"jsonrpc":"2.0","id":"b#\"q\"","result":{}})");
  EXPECT_THAT(a_.got, IsEmpty());
  EXPECT_THAT(b_.got, ElementsAre(R"({"jsonrpc":"2.0","id":"q","result":{}})"));
}

TEST_F(ServerGroupTest, NotificationsGoToAllAndComeFromAll) {
  group_.Send(R"({"method":"notifications/initialized"})");
  EXPECT_THAT(a_.got, ElementsAre(R"({"method":"notifications/initialized"})"));
  EXPECT_EQ(a_.got, b_.got);
  a_.taker->TakeMessage(R"({"method":"notifications/progress"})");
  EXPECT_THAT(client_, ElementsAre(R"({"method":"notifications/progress"})"));
}

TEST_F(ServerGroupTest, WhatNoServerIsKnownForIsRefusedAndAPingIsAnswered) {
  group_.Send(R"({"id":1,"method":"tools/call","params":{"name":"c__x"}})");
  group_.Send(R"({"id":2,"method":"other/method"})");
  group_.Send(R"({"id":3,"method":"ping"})");
  EXPECT_THAT(client_, ElementsAre(HasSubstr("known to take this tools/call"),
                                   HasSubstr("known to take this other/method"),
                                   R"({"jsonrpc":"2.0","id":3,"result":{}})"));
  EXPECT_THAT(a_.got, IsEmpty());
}

TEST_F(ServerGroupTest, AServerThatRefusesAListHasNoneOfIt) {
  group_.Send(R"({"id":1,"method":"prompts/list"})");
  const ProxyMessage asked = ReadProxyMessage(a_.got.front());
  a_.taker->TakeMessage(fmt::format(R"({{"id":{},"error":{{"code":-32601}}}})", asked.id_raw));
  AnswerNext(b_, R"({"prompts":[{"name":"p"}]})");
  EXPECT_THAT(client_,
              ElementsAre(R"({"jsonrpc":"2.0","id":1,"result":{"prompts":[{"name":"b__p"}]}})"));
}

TEST_F(ServerGroupTest, AListThatAllServersRefuseIsRefusedWithTheErrorOfOneAsItIs) {
  group_.Send(R"({"id":1,"method":"prompts/list"})");
  for (ServerScript* const server : {&a_, &b_}) {
    const std::string asked = Next(*server);
    server->taker->TakeMessage(fmt::format(
        R"({{"id":{},"error":{{"code":-32601, "message":"no prompts","data":{{"x":1.0}}}}}})",
        ReadProxyMessage(asked).id_raw));
  }
  EXPECT_THAT(
      client_,
      ElementsAre(
          R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601, "message":"no prompts","data":{"x":1.0}}})"));
}

TEST_F(ServerGroupTest, OfTooManyRequestsThatWaitTheOldestGetsAnError) {
  const auto call = [this](std::size_t id) {
    group_.Send(fmt::format(R"({{"id":{},"method":"tools/call","params":{{"name":"a__x"}}}})", id));
  };
  for (std::size_t id = 0; id < ServerGroup::kMaxRoutedRequests; ++id) call(id);
  EXPECT_THAT(client_, IsEmpty());
  call(ServerGroup::kMaxRoutedRequests);
  EXPECT_THAT(client_, ElementsAre(AllOf(HasSubstr(R"("id":0,"error")"),
                                         HasSubstr("the server a has not answered"))));
  a_.taker->TakeMessage(R"({"id":1,"result":{}})");
  EXPECT_EQ(client_.back(), R"({"id":1,"result":{}})");
}

TEST_F(ServerGroupTest, AnAnswerThatIsTooLongToBeHeldIsAnError) {
  group_.Send(R"({"id":"7","method":"tools/call","params":{"name":"b__x"}})");
  b_.taker->TakePiece(R"({"result":{"id":1,"text":"\"}, \"id\": 2)", false);
  b_.taker->TakePiece(R"(","method":3}, "i)", false);
  b_.taker->TakePiece("d\" : \"7\"}\n", true);
  EXPECT_THAT(client_, ElementsAre(AllOf(
                           HasSubstr(R"("id":"7","error")"),
                           HasSubstr("a message of the server b is longer than 104857600 bytes"))));
  EXPECT_THAT(told_, ElementsAre(HasSubstr("a message of the server b is longer")));
}

TEST_F(ServerGroupTest, APartOfAListThatIsTooLongToBeHeldIsLeftOutOfIt) {
  group_.Send(R"({"id":1,"method":"tools/list"})");
  AnswerNext(a_, R"({"tools":[{"name":"x"}]})");
  const std::string asked = Next(b_);
  b_.taker->TakePiece(fmt::format(R"({{"id":{},"result":)", ReadProxyMessage(asked).id_raw), false);
  b_.taker->TakePiece("{}}\n", true);
  EXPECT_THAT(client_, ElementsAre(HasSubstr(R"("tools":[{"name":"a__x"}])")));
}

TEST_F(ServerGroupTest, ARequestOfAServerThatIsTooLongToBeHeldIsRefused) {
  b_.taker->TakePiece(R"({"id":5,"method":"sampling/createMessage","params":{}})", false);
  b_.taker->TakePiece("\n", true);
  EXPECT_THAT(b_.got, ElementsAre(HasSubstr(R"("id":5,"error")")));
  EXPECT_THAT(client_, IsEmpty());
}

TEST_F(ServerGroupTest, WhenAServerEndsTheOthersGoOn) {
  group_.Send(R"({"id":1,"method":"tools/list"})");
  group_.Send(R"({"id":2,"method":"tools/call","params":{"name":"a__x"}})");
  a_.taker->TakeEnd();
  EXPECT_THAT(client_, ElementsAre(HasSubstr(R"("id":2,"error")")));
  EXPECT_THAT(told_, ElementsAre("the server a has ended; the others go on"));
  AnswerNext(b_, R"({"tools":[{"name":"x"}]})");
  EXPECT_THAT(client_.back(), HasSubstr(R"("tools":[{"name":"b__x"}])"));
  group_.Send(R"({"id":3,"method":"tools/call","params":{"name":"a__x"}})");
  EXPECT_THAT(client_.back(), HasSubstr("the server a has ended"));
  group_.Send(R"({"id":4,"method":"tools/list"})");
  AnswerNext(b_, R"({"tools":[]})");
  EXPECT_EQ(client_.back(), R"({"jsonrpc":"2.0","id":4,"result":{"tools":[]}})");
}

TEST(ServerGroup, AServerThatDoesNotStartIsNamedAndAnEndOfOneIsTold) {
  class Nobody final : public MessageTaker {
    void TakeMessage(std::string_view) override {}

    void TakePiece(std::string_view, bool) override {}
  } nobody;

  ProxyNotes notes([](std::string_view) {});
  ServerGroup group(nobody, notes);
  const absl::Status failed = group.Add("bad", [](MessageTaker&) {
    return absl::StatusOr<std::unique_ptr<ServerLink>>(absl::NotFoundError("no such program"));
  });
  EXPECT_EQ(failed.message(), "server bad: no such program");
  ServerScript script;
  WM_ASSERT_OK(group.Add("a", [&](MessageTaker&) {
    return absl::StatusOr<std::unique_ptr<ServerLink>>(
        std::make_unique<ScriptedLink>(script, ServerEnd{3, "the server ended with exit code 3"}));
  }));
  const ServerEnd end = group.Stop();
  EXPECT_EQ(end.exit_code, 3);
  EXPECT_EQ(end.reason, "a: the server ended with exit code 3");
}

}  // namespace
}  // namespace waymark::services
