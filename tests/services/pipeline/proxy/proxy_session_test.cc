#include "proxy/proxy_session.h"

#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include "hints/json_parts.h"
#include "session/tool_result.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A server that keeps what it was sent.
class RecordedLink final : public ServerLink {
 public:
  void Begin() override {}

  void Send(std::string_view message) override { sent.emplace_back(message); }

  void SendPiece(std::string_view bytes, bool) override { sent.emplace_back(bytes); }

  int ended_descriptor() const override { return -1; }

  ServerEnd Stop() override { return {}; }

  std::vector<std::string> sent;
};

// Long enough to be worth a reference.
std::string LongText(char letter) {
  std::string text = "{\"items\": [";
  for (int i = 0; i < 60; ++i) text += fmt::format("{}\"{}{}\"", i == 0 ? "" : ", ", letter, i);
  return text + "]}";
}

PipelineSettings WithReferences(bool is_on) {
  PipelineSettings settings;
  settings.references.is_on = is_on;
  settings.references.has_one_context = is_on;
  return settings;
}

EncodedAnswer Shorten(std::string_view text, const EncoderSettings&, std::string_view) {
  if (!text.starts_with("{")) return {.text = std::string(text), .format = "verbatim"};
  return {.text = "short", .format = "short"};
}

EncodedAnswer Keep(std::string_view text, const EncoderSettings&, std::string_view) {
  return {.text = std::string(text), .format = "verbatim"};
}

class KeptEvents final : public EventSink {
 public:
  void Add(const PipelineEvent& event) override { events.push_back(event); }

  std::vector<PipelineEvent> events;
};

// A proxy between a client and a server that are parts of the test.
class Conversation {
 public:
  explicit Conversation(bool has_references = false, TextEncoder encoder = Shorten,
                        bool has_lazy_tools = false)
      : pipeline_(
            [this, has_references](const std::string& client) {
              client_name = client;
              return PipelineStart{.settings = WithReferences(has_references), .sink = kept_};
            },
            std::move(encoder)) {
    EXPECT_EQ(::pipe2(pipe_, O_NONBLOCK), 0);
    client_ = std::make_unique<MessageOutput>(pipe_[1]);
    session_ = std::make_unique<ProxySession>("", has_lazy_tools, pipeline_, *client_, notes_);
  }

  ~Conversation() {
    for (const int end : pipe_) ::close(end);
  }

  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  // The messages that the server gets for one of the client.
  std::vector<std::string> FromClient(std::string_view message) {
    link_.sent.clear();
    session_->FromClient(message, link_);
    return link_.sent;
  }

  // The text that the client gets for a message of the server, without the line feed.
  std::string FromServer(std::string_view message) {
    session_->FromServer(message, link_);
    return Received();
  }

  // Passes a message of the server that the client reads by itself.
  void Take(std::string_view message) { session_->FromServer(message, link_); }

  std::string Received() {
    std::string text(1 << 16, '\0');
    const ssize_t count = ::read(pipe_[0], text.data(), text.size());
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    if (text.ends_with('\n')) text.pop_back();
    return text;
  }

  // The text that the client gets for a call that the server answers with `text`.
  std::string Call(int id, std::string_view tool, std::string_view text) {
    FromClient(fmt::format(
        R"({{"jsonrpc":"2.0","id":{},"method":"tools/call","params":{{"name":"{}","arguments":{{}}}}}})",
        id, tool));
    return FromServer(Answer(id, text));
  }

  static std::string Answer(int id, std::string_view text) {
    return fmt::format(
        R"({{"jsonrpc":"2.0","id":{},"result":{{"content":[{{"type":"text","text":{}}}]}}}})", id,
        JsonStringOf(text));
  }

  ProxySession& session() { return *session_; }

  const std::vector<PipelineEvent>& events() const { return kept_->events; }

  std::vector<std::string> notes;
  std::string client_name = "not asked";  // for which the pipeline was started

 private:
  int pipe_[2] = {-1, -1};
  ProxyNotes notes_{[this](std::string_view line) { notes.emplace_back(line); }};
  const std::shared_ptr<KeptEvents> kept_ = std::make_shared<KeptEvents>();
  SessionPipeline pipeline_;
  std::unique_ptr<MessageOutput> client_;
  std::unique_ptr<ProxySession> session_;
  RecordedLink link_;
};

constexpr std::string_view kList = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";

TEST(ProxySession, MessagesPassAsTheirBytesInBothDirections) {
  Conversation talk;
  for (const std::string& message : {
           R"({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"x": 1.0}})",
           R"({"method":"notifications/initialized","jsonrpc":"2.0"})",
           R"({"jsonrpc":"2.0","id":"s\u0061","method":"sampling/createMessage","params":{}})",
           R"({"jsonrpc":"2.0","id":7,"method":"some/unknown","params":[1,2]})",
           R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}})",
           R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1e3}})",
           R"([{"jsonrpc":"2.0","id":9,"method":"ping"}])",
           "{\"jsonrpc\":\"2.0\",\"method\":\"\xff\"}\r",
           "not JSON at all",
           "",
       }) {
    EXPECT_THAT(talk.FromClient(message), ElementsAre(message));
    EXPECT_EQ(talk.FromServer(message), message);
  }
}

TEST(ProxySession, TheTextOfACallThatWasSeenGetsItsSmallerForm) {
  Conversation talk;
  EXPECT_EQ(talk.Call(1, "list", LongText('a')), Conversation::Answer(1, "short"));
  EXPECT_EQ(talk.Call(2, "list", "plain"), Conversation::Answer(2, "plain"));
}

TEST(ProxySession, ATextThatNoContextHoldsStays) {
  Conversation talk;
  talk.FromClient(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list"}})");
  const std::string text = "{" + std::string(kMaxShapedTextBytes, ' ') + "}";
  const std::string answer = Conversation::Answer(1, text);
  std::string got;
  std::thread client([&] {
    while (got.size() < answer.size()) got += talk.Received();
  });
  talk.Take(answer);
  client.join();
  EXPECT_EQ(got, answer);
  EXPECT_EQ(talk.events().back().bytes_before, text.size());
  EXPECT_GT(talk.events().back().tokens_before, 0U);
}

TEST(ProxySession, ATextThatStaysIsMeasured) {
  Conversation talk;
  for (const char* const more : {R"("isError":true)", R"("structuredContent":{"a":1})"}) {
    talk.FromClient(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list"}})");
    const std::string answer = fmt::format(
        R"({{"id":1,"result":{{"content":[{{"type":"text","text":"{{\"a\":1}}"}}],{}}}}})", more);
    EXPECT_EQ(talk.FromServer(answer), answer);
    EXPECT_EQ(talk.events().back().bytes_before, 7U);
    EXPECT_GT(talk.events().back().tokens_before, 1U);
    EXPECT_EQ(talk.events().back().tokens_after, talk.events().back().tokens_before);
  }
  EXPECT_EQ(talk.events().size(), 2U);
}

TEST(ProxySession, AnIdIsTheSameInWhateverWayItIsWritten) {
  Conversation talk;
  talk.FromClient(R"({"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"list"}})");
  EXPECT_EQ(talk.FromServer(fmt::format(
                R"({{"id":"\u0061","result":{{"content":[{{"type":"text","text":{}}}]}}}})",
                JsonStringOf(LongText('a')))),
            R"({"id":"\u0061","result":{"content":[{"type":"text","text":"short"}]}})");
}

TEST(ProxySession, EachAnswerOfABatchIsLookedAt) {
  Conversation talk;
  talk.FromClient(R"([{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list"}},)"
                  R"({"jsonrpc":"2.0","id":2,"method":"ping"}])");
  EXPECT_EQ(talk.FromServer(fmt::format(R"([{}, {{"id":2,"result":{{}}}}])",
                                        Conversation::Answer(1, LongText('a')))),
            fmt::format(R"([{}, {{"id":2,"result":{{}}}}])", Conversation::Answer(1, "short")));
}

TEST(ProxySession, TheAnswerToAnotherMethodStays) {
  Conversation talk;
  talk.FromClient(R"({"jsonrpc":"2.0","id":1,"method":"tasks/result","params":{}})");
  const std::string answer = Conversation::Answer(1, LongText('a'));
  EXPECT_EQ(talk.FromServer(answer), answer);
  EXPECT_THAT(talk.notes, IsEmpty());
}

TEST(ProxySession, AnAnswerThatNobodyWaitsForPassesWithANote) {
  Conversation talk;
  talk.Call(1, "list", LongText('a'));
  const std::string second = Conversation::Answer(1, LongText('a'));
  EXPECT_EQ(talk.FromServer(second), second);
  EXPECT_THAT(talk.notes, ElementsAre(HasSubstr("answered id 1, for which no request waits")));
}

TEST(ProxySession, TwoRequestsWithOneIdGetTheirAnswersAsTheyAre) {
  Conversation talk;
  talk.FromClient(R"({"id":1,"method":"tools/call","params":{"name":"list"}})");
  talk.FromClient(R"({"id":1,"method":"resources/read","params":{}})");
  const std::string answer = Conversation::Answer(1, LongText('a'));
  EXPECT_EQ(talk.FromServer(answer), answer);
  EXPECT_EQ(talk.FromServer(answer), answer);
  EXPECT_THAT(talk.notes, IsEmpty());
  EXPECT_EQ(talk.Call(1, "list", LongText('a')), Conversation::Answer(1, "short"));
}

TEST(ProxySession, AServerThatSpeaksNoMcpIsToldOfAFewTimes) {
  Conversation talk;
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(talk.FromServer("Listening\x1b[31m"), "Listening\x1b[31m");
  }
  ASSERT_EQ(talk.notes.size(), ProxyNotes::kMaxNotesOfKind);
  EXPECT_THAT(talk.notes.front(), HasSubstr("no message of MCP"));
  EXPECT_THAT(talk.notes.front(), HasSubstr("Listening\\u001b[31m"));
  EXPECT_THAT(talk.notes.back(), HasSubstr("further notes of this kind are left out"));
}

TEST(ProxySession, ArgumentsOfAnyDepthAreSafe) {
  Conversation talk;
  std::string deep(100'000, '[');
  deep.append(100'000, ']');
  talk.FromClient(R"({"id":1,"method":"tools/call","params":{"name":"edit_file","arguments":)" +
                  deep + "}}");
  const std::string answer = Conversation::Answer(1, LongText('a'));
  EXPECT_EQ(talk.FromServer(answer), answer);
}

TEST(ProxySession, RequestsThatWaitAreRefusedWithTheReasonWhenTheServerEnds) {
  Conversation talk;
  talk.FromClient(R"({"id":"x","method":"ping"})");
  talk.session().RefuseWaiting("the server ended with exit code 3");
  EXPECT_EQ(
      talk.Received(),
      R"({"jsonrpc":"2.0","id":"x","error":{"code":-32000,"message":"the server ended with exit code 3"}})");
  talk.session().RefuseWaiting("again");
  EXPECT_EQ(talk.Received(), "");
}

TEST(ProxySession, WithoutReferencesTheListOfToolsStays) {
  Conversation talk;
  talk.FromClient(kList);
  const std::string list = R"({"id":1,"result":{"tools":[{"name":"list"}]}})";
  EXPECT_EQ(talk.FromServer(list), list);
}

TEST(ProxySession, WithReferencesTheListEndsWithTheToolsOfTheProxy) {
  Conversation talk(true);
  talk.FromClient(kList);
  const std::string got = talk.FromServer(R"({"id":1,"result":{"tools":[ {"name":"list"} ]}})");
  EXPECT_THAT(got, HasSubstr(R"({"name":"list"} ,{"name":"recall")"));
  EXPECT_THAT(got, HasSubstr(R"({"name":"compact")"));
  talk.FromClient(kList);
  EXPECT_THAT(talk.FromServer(R"({"id":1,"result":{"tools":[]}})"),
              HasSubstr(R"("tools":[{"name":"recall")"));
}

TEST(ProxySession, TheLastPageOfAListHasThemUnderNamesThatAreFree) {
  Conversation talk(true);
  talk.FromClient(kList);
  const std::string first = R"({"id":1,"result":{"tools":[{"name":"recall"}],"nextCursor":"2"}})";
  EXPECT_EQ(talk.FromServer(first), first);
  talk.FromClient(R"({"id":2,"method":"tools/list","params":{"cursor":"2"}})");
  const std::string last = talk.FromServer(R"({"id":2,"result":{"tools":[{"name":"other"}]}})");
  EXPECT_THAT(last, HasSubstr(R"({"name":"waymark_recall")"));
  EXPECT_THAT(last, HasSubstr(R"({"name":"compact")"));
  // That of the server is still the server's.
  const std::string call = R"({"id":3,"method":"tools/call","params":{"name":"recall"}})";
  EXPECT_THAT(talk.FromClient(call), ElementsAre(call));
}

TEST(ProxySession, BeforeAListTheToolsOfTheProxyHaveTheirOwnNames) {
  Conversation talk(true);
  EXPECT_THAT(
      talk.FromClient(
          R"({"id":1,"method":"tools/call","params":{"name":"recall","arguments":{"ref":"r1"}}})"),
      IsEmpty());
  EXPECT_THAT(talk.Received(), HasSubstr("no answer has the number r1"));
  Conversation without;
  const std::string call = R"({"id":1,"method":"tools/call","params":{"name":"recall"}})";
  EXPECT_THAT(without.FromClient(call), ElementsAre(call));
}

TEST(ProxySession, ThePipelineStartsForTheClientThatHasShakenHands) {
  Conversation talk;
  talk.FromClient(
      R"({"id":1,"method":"initialize","params":{"clientInfo":{"name":"some-agent"}}})");
  EXPECT_EQ(talk.client_name, "not asked") << "no tool was called yet";
  talk.Call(2, "list", LongText('a'));
  EXPECT_EQ(talk.client_name, "some-agent");
}

class LazyToolList : public ::testing::Test {
 protected:
  LazyToolList() {
    talk_.FromClient(kList);
    list_ = talk_.FromServer(
        R"({"id":1,"result":{"tools":[{"name":"find","title":"Find","description":"Finds files. Long text.",)"
        R"("inputSchema":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]},)"
        R"("outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]}})");
  }

  Conversation talk_{false, Shorten, true};
  std::string list_;
};

TEST_F(LazyToolList, EachToolIsALine) {
  EXPECT_THAT(
      list_,
      HasSubstr(
          R"([{"name":"find","description":"Finds files","inputSchema":{"type":"object"},"title":"Find","annotations":{"readOnlyHint":true}},{"name":"describe_tool")"));
}

TEST_F(LazyToolList, TheWholeEntryIsToldWhenItIsAskedFor) {
  EXPECT_THAT(
      talk_.FromClient(
          R"({"id":2,"method":"tools/call","params":{"name":"describe_tool","arguments":{"name":"find"}}})"),
      IsEmpty());
  EXPECT_THAT(talk_.Received(), HasSubstr(R"(\"required\":[\"path\"])"));
  talk_.FromClient(
      R"({"id":3,"method":"tools/call","params":{"name":"describe_tool","arguments":{"name":"none"}}})");
  EXPECT_THAT(talk_.Received(), HasSubstr(R"(there is no tool \"none\")"));
}

TEST_F(LazyToolList, ACallThatDoesNotFitTheSchemaIsAnsweredWithTheFaultAndTheSchema) {
  EXPECT_THAT(
      talk_.FromClient(R"({"id":2,"method":"tools/call","params":{"name":"find","arguments":{}}})"),
      IsEmpty());
  const std::string answer = talk_.Received();
  EXPECT_THAT(answer, HasSubstr(R"(arguments: \"path\" is missing. The schema of find is {)"));
  EXPECT_THAT(answer, HasSubstr(R"("isError":true)"));
  const std::string right =
      R"({"id":2,"method":"tools/call","params":{"name":"find","arguments":{"path":"a"}}})";
  EXPECT_THAT(talk_.FromClient(right), ElementsAre(right));
}

TEST_F(LazyToolList, AnEntryThatIsNoUtf8StaysAsItIs) {
  const std::string entry = "{\"name\":\"bad\",\"description\":\"a\xff. Long text.\"}";
  talk_.FromClient(kList);
  EXPECT_THAT(talk_.FromServer(fmt::format(R"({{"id":1,"result":{{"tools":[{}]}}}})", entry)),
              HasSubstr(entry));
  talk_.FromClient(
      R"({"id":2,"method":"tools/call","params":{"name":"describe_tool","arguments":{"name":"bad"}}})");
  EXPECT_THAT(talk_.Received(), HasSubstr(R"(there is no tool \"bad\")"));
}

class References : public ::testing::Test {
 protected:
  References() {
    talk_.FromClient(kList);
    talk_.FromServer(R"({"id":1,"result":{"tools":[]}})");
  }

  // The answer that the proxy gives by itself.
  std::string Recall(std::string_view reference) {
    const std::vector<std::string> sent = talk_.FromClient(fmt::format(
        R"({{"id":99,"method":"tools/call","params":{{"name":"recall","arguments":{{"ref":"{}"}}}}}})",
        reference));
    EXPECT_THAT(sent, IsEmpty());
    return talk_.Received();
  }

  Conversation talk_{true, Keep};
};

TEST_F(References, ARepeatedAnswerIsALineThatRecallResolvesToTheBytesOfTheOriginal) {
  const std::string text = LongText('b');
  EXPECT_EQ(talk_.Call(2, "list", text), Conversation::Answer(2, text + "\n> [id: r1]"));
  EXPECT_EQ(talk_.Call(3, "list", text), Conversation::Answer(3, "> [ref: r1]"));
  EXPECT_EQ(
      Recall("r1"),
      fmt::format(
          R"({{"jsonrpc":"2.0","id":99,"result":{{"content":[{{"type":"text","text":{}}}]}}}})",
          JsonStringOf(text)));
}

TEST_F(References, AnUnknownReferenceIsAnErrorOfTheTool) {
  EXPECT_THAT(Recall("r7"), HasSubstr(R"("isError":true)"));
  EXPECT_THAT(Recall("seven"), HasSubstr(R"("isError":true)"));
}

TEST_F(References, NoticesOfCompactionEndReferencesAndGoOnToTheServer) {
  const std::string text = LongText('c');
  int id = 10;
  for (const char* const notice : {R"({"method":"notifications/waymark/compact"})",
                                   R"({"method":"notifications/devboy/compact"})",
                                   R"([{"method":"notifications/waymark/compact"}])"}) {
    EXPECT_THAT(talk_.Call(++id, "list", text), HasSubstr("> [id: r"));
    EXPECT_THAT(talk_.Call(++id, "list", text), HasSubstr("> [ref: r"));
    EXPECT_THAT(talk_.FromClient(notice), ElementsAre(notice));
  }
  EXPECT_THAT(talk_.Call(++id, "list", text), HasSubstr("> [id: r"));
}

TEST_F(References, TheToolCompactEndsReferences) {
  const std::string text = LongText('c');
  talk_.Call(2, "list", text);
  EXPECT_THAT(talk_.FromClient(
                  R"({"id":3,"method":"tools/call","params":{"name":"compact","arguments":{}}})"),
              IsEmpty());
  talk_.Received();
  EXPECT_THAT(talk_.Call(4, "list", text), HasSubstr("> [id: r"));
}

TEST_F(References, ANewHandshakeEndsReferences) {
  const std::string text = LongText('d');
  talk_.Call(2, "list", text);
  talk_.FromClient(R"({"id":3,"method":"initialize","params":{}})");
  EXPECT_THAT(talk_.Call(4, "list", text), HasSubstr("> [id: r"));
}

TEST_F(References, AWriterWhoseAnswerHasNoTextEndsReferencesToWhatWasReadOfItsFile) {
  const auto ask = [&](int id, std::string_view tool) {
    talk_.FromClient(fmt::format(
        R"({{"id":{},"method":"tools/call","params":{{"name":"{}","arguments":{{"path":"/a"}}}}}})",
        id, tool));
  };
  const std::string text = LongText('e');
  ask(2, "read_file");
  talk_.FromServer(Conversation::Answer(2, text));
  ask(3, "write_file");
  talk_.FromServer(R"({"id":3,"result":{"content":[]}})");
  ask(4, "read_file");
  EXPECT_THAT(talk_.FromServer(Conversation::Answer(4, text)), HasSubstr("> [id: r"));
}

TEST_F(References, AFileOfWhichTheServerTellsThatItChangedIsSentWholeAgain) {
  const auto read = [&](int id, std::string_view path) {
    talk_.FromClient(fmt::format(
        R"({{"id":{},"method":"tools/call","params":{{"name":"read_file","arguments":{{"path":"{}"}}}}}})",
        id, path));
    return talk_.FromServer(Conversation::Answer(id, LongText(path.back())));
  };
  read(2, "/a b");
  read(3, "/c");
  for (const char* const uri : {"file:///a%20b", "https://example.org/c", "file:c"}) {
    const std::string notice = fmt::format(
        R"({{"method":"notifications/resources/updated","params":{{"uri":"{}"}}}})", uri);
    EXPECT_EQ(talk_.FromServer(notice), notice);
  }
  EXPECT_THAT(read(4, "/a b"), HasSubstr("> [id: r"));
  EXPECT_THAT(read(5, "/c"), HasSubstr("> [ref: r"));
}

}  // namespace
}  // namespace waymark::services
