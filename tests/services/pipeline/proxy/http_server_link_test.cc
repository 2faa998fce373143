#include "proxy/http_server_link.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "graph/mutex.h"
#include "services/http_server.h"
#include "testing/status_matchers.h"
#include "testing/wait_for.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::chrono::milliseconds kEndGrace{2'000};
constexpr std::chrono::milliseconds kNoGrace{0};

class TakenMessages final : public MessageTaker {
 public:
  void TakeMessage(std::string_view message) override {
    MutexLock lock(mutex_);
    messages_.emplace_back(message);
    changed_.NotifyAll();
  }

  void TakePiece(std::string_view, bool) override {}

  // Waits until there are so many.
  std::vector<std::string> First(std::size_t count) {
    MutexLock lock(mutex_);
    while (messages_.size() < count) changed_.Wait(lock);
    return messages_;
  }

  std::vector<std::string> Now() {
    MutexLock lock(mutex_);
    return messages_;
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  std::vector<std::string> messages_ WM_GUARDED_BY(mutex_);
};

HttpResponse Json(std::string body, HttpStatus status = HttpStatus::kOk) {
  return {.status = status,
          .headers = {{"Content-Type", "application/json; charset=utf-8"}},
          .body = std::move(body)};
}

// A server that answers as the test says, and the link to it.
class Served {
 public:
  using Answer = std::function<void(HttpExchange& exchange)>;

  explicit Served(Answer answer, std::map<std::string, std::string> headers = {},
                  std::chrono::milliseconds taking_time = kHttpStepTime)
      : answer_(std::move(answer)) {
    auto server = HttpServer::Listen(
        {.host = "127.0.0.1",
         .max_body_bytes = 1 << 20,
         .admit = [](const HttpRequest&) { return std::optional<HttpResponse>(); },
         .answer =
             [this](HttpExchange& exchange) {
               Record(exchange.request());
               answer_(exchange);
             }});
    EXPECT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    thread_ = std::thread([this] { server_->Run(stopped_); });
    auto link = HttpServerLink::Open(url(), headers, kEndGrace, taken, taking_time);
    EXPECT_TRUE(link.ok()) << link.status();
    link_ = *std::move(link);
    link_->Begin();
  }

  ~Served() {
    link_->Stop();
    stopped_ = true;
    thread_.join();
  }

  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;

  ServerLink& link() { return *link_; }

  std::string url() const { return fmt::format("http://127.0.0.1:{}/mcp?x=1", server_->port()); }

  // "METHOD body header=value", for the headers that a test is about.
  std::vector<std::string> Requests() {
    MutexLock lock(mutex_);
    return requests_;
  }

  TakenMessages taken;

 private:
  void Record(const HttpRequest& request) {
    std::string line = request.method + " " + request.path + " " + request.body;
    for (const char* const name :
         {"accept", "content-type", "mcp-session-id", "mcp-protocol-version", "authorization"}) {
      if (const auto value = request.Find(name)) line += fmt::format(" {}={}", name, *value);
    }
    MutexLock lock(mutex_);
    requests_.push_back(std::move(line));
  }

  const Answer answer_;
  std::unique_ptr<HttpServer> server_;
  std::atomic<bool> stopped_{false};
  std::thread thread_;
  Mutex mutex_;
  std::vector<std::string> requests_ WM_GUARDED_BY(mutex_);
  std::unique_ptr<HttpServerLink> link_;
};

constexpr std::string_view kRequest = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";

TEST(HttpServerLink, AnAnswerInJsonIsAMessageOnOneLine) {
  Served served([](HttpExchange& exchange) {
    exchange.Reply(Json("{\n  \"id\": 1,\r\n  \"result\": {}\n}"));
  });
  served.link().Send(kRequest);
  EXPECT_THAT(served.taken.First(1), ElementsAre("{   \"id\": 1,    \"result\": {} }"));
  EXPECT_THAT(served.Requests(), ElementsAre("POST /mcp " + std::string(kRequest) +
                                             " accept=application/json, text/event-stream"
                                             " content-type=application/json"));
}

TEST(HttpServerLink, EachEventOfAStreamIsAMessage) {
  Served served([](HttpExchange& exchange) {
    exchange.BeginStream({.headers = {{"Content-Type", "text/event-stream"}}});
    exchange.Write("data: {\"method\":\"notifications/progress\"}\n\n");
    exchange.Write("data: {\"id\":1,\"result\":{}}\n\n");
    exchange.End();
  });
  served.link().Send(kRequest);
  EXPECT_THAT(served.taken.First(2),
              ElementsAre("{\"method\":\"notifications/progress\"}", "{\"id\":1,\"result\":{}}"));
}

TEST(HttpServerLink, SessionRevisionAndHeadersGoWithLaterRequestsAndTheEndOfTheSession) {
  Served served(
      [](HttpExchange& exchange) {
        HttpResponse response = Json(R"({"id":1,"result":{"protocolVersion":"2025-06-18"}})");
        response.headers.push_back({"Mcp-Session-Id", "s1"});
        if (exchange.request().method != "POST") response.status = HttpStatus::kMethodNotAllowed;
        exchange.Reply(response);
      },
      {{"Authorization", "Bearer t"}});
  served.link().Send(R"({"id":1,"method":"initialize"})");
  served.taken.First(1);
  served.link().Send(R"({"method":"notifications/x"})");
  served.link().Stop();
  const std::vector<std::string> requests = served.Requests();
  ASSERT_EQ(requests.size(), 3U);
  EXPECT_THAT(requests[0], HasSubstr("content-type=application/json authorization=Bearer t"));
  EXPECT_THAT(requests[1], HasSubstr("mcp-session-id=s1 mcp-protocol-version=2025-06-18 "
                                     "authorization=Bearer t"));
  EXPECT_THAT(requests[2], HasSubstr("DELETE /mcp"));
  EXPECT_THAT(requests[2], HasSubstr("mcp-session-id=s1"));
}

TEST(HttpServerLink, AForgottenSessionIsBegunAgainWithoutTheClient) {
  std::atomic<int> sessions{0};
  Served served([&](HttpExchange& exchange) {
    const HttpRequest& request = exchange.request();
    if (request.body.find("initialize\"") != std::string::npos) {
      HttpResponse response = Json(R"({"id":1,"result":{"protocolVersion":"2025-06-18"}})");
      response.headers.push_back({"Mcp-Session-Id", fmt::format("s{}", ++sessions)});
      exchange.Reply(response);
    } else if (request.Find("mcp-session-id") != "s2") {
      exchange.Reply(Json(R"({"id":null,"error":{}})", HttpStatus::kNotFound));
    } else {
      exchange.Reply(request.method == "POST" ? Json(R"({"id":1,"result":{"tools":[]}})")
                                              : Json("", HttpStatus::kMethodNotAllowed));
    }
  });
  served.link().Send(R"({"id":1,"method":"initialize"})");
  served.taken.First(1);
  served.link().Send(kRequest);
  EXPECT_EQ(served.taken.First(2).back(), R"({"id":1,"result":{"tools":[]}})");
  EXPECT_THAT(served.Requests(), Contains(AllOf(HasSubstr("notifications/initialized"),
                                                HasSubstr("mcp-session-id=s2"))));
}

TEST(HttpServerLink, AForgottenSessionThatCannotBeBegunAgainIsAnError) {
  std::atomic<int> handshakes{0};
  Served served([&](HttpExchange& exchange) {
    HttpResponse response = Json("", HttpStatus::kNotFound);
    if (exchange.request().body.find("initialize\"") != std::string::npos && ++handshakes == 1) {
      response = Json(R"({"id":1,"result":{}})");
      response.headers.push_back({"Mcp-Session-Id", "s1"});
    }
    exchange.Reply(response);
  });
  served.link().Send(R"({"id":1,"method":"initialize"})");
  served.taken.First(1);
  served.link().Send(kRequest);
  EXPECT_THAT(served.taken.First(2).back(), HasSubstr("forgotten the session and begins no new"));
}

TEST(HttpServerLink, ARefusalOfHttpIsAnErrorThatSaysWhatToDo) {
  Served served([](HttpExchange& exchange) {
    exchange.Reply(Json("{\"error\":\"invalid_token\"}", HttpStatus::kUnauthorized));
  });
  served.link().Send(kRequest);
  const std::string error = served.taken.First(1).front();
  EXPECT_THAT(error, HasSubstr("\"id\":1,\"error\""));
  EXPECT_THAT(error, HasSubstr("status 401"));
  EXPECT_THAT(error, HasSubstr("--header 'Authorization: Bearer TOKEN'"));
}

TEST(HttpServerLink, AnErrorOfTheProtocolPassesWhateverTheStatus) {
  Served served([](HttpExchange& exchange) {
    exchange.Reply(Json(R"({"id":1,"error":{"code":-32600}})", HttpStatus::kBadRequest));
  });
  served.link().Send(kRequest);
  EXPECT_THAT(served.taken.First(1), ElementsAre(R"({"id":1,"error":{"code":-32600}})"));
}

TEST(HttpServerLink, AStreamThatEndsWithoutTheAnswerIsAnError) {
  Served served([](HttpExchange& exchange) {
    exchange.BeginStream({.headers = {{"Content-Type", "text/event-stream"}}});
    exchange.Write("data: {\"id\":2,\"result\":{}}\n\n");
    exchange.End();
  });
  served.link().Send(kRequest);
  EXPECT_THAT(served.taken.First(2).back(), HasSubstr("ended its answer before it was complete"));
}

TEST(HttpServerLink, ATakenNotificationWithoutABodySaysNothing) {
  Served served([](HttpExchange& exchange) {
    const bool is_request = exchange.request().body == kRequest;
    exchange.Reply(is_request ? Json(R"({"id":1,"result":{}})") : Json("", HttpStatus::kAccepted));
  });
  served.link().Send(R"({"method":"notifications/x"})");
  served.link().Send(kRequest);
  EXPECT_THAT(served.taken.First(1), ElementsAre(R"({"id":1,"result":{}})"));
}

TEST(HttpServerLink, AnAnswerThatIsNoMessageIsToldWithItsAddressStatusTypeAndBeginning) {
  Served served([](HttpExchange& exchange) {
    exchange.Reply({.headers = {{"Content-Type", "text/html"}}, .body = "<p>Log in</p>"});
  });
  served.link().Send(kRequest);
  const std::string error = served.taken.First(1).front();
  EXPECT_THAT(error, HasSubstr("/mcp answered with the status 200 of HTTP and the content type "
                               "text/html, not with a message of MCP"));
  EXPECT_THAT(error, HasSubstr(": <p>Log in</p>\""));
}

TEST(HttpServerLink, ARequestThatIsTakenLikeANotificationIsAnError) {
  Served served([](HttpExchange& exchange) { exchange.Reply({.status = HttpStatus::kAccepted}); });
  served.link().Send(kRequest);
  EXPECT_THAT(served.taken.First(1).front(), HasSubstr("the status 202 of HTTP and no content"));
}

TEST(HttpServerLink, ARedirectionIsToldWithWhereItLeads) {
  Served served([](HttpExchange& exchange) {
    exchange.Reply({.status = static_cast<HttpStatus>(307),
                    .headers = {{"Location", "https://example.org/mcp/"}}});
  });
  served.link().Send(kRequest);
  EXPECT_THAT(served.taken.First(1).front(),
              HasSubstr("status 307 of HTTP; redirections are not followed: name the address "
                        "https://example.org/mcp/ if"));
}

TEST(HttpServerLink, AServerThatIsNotThereIsAnError) {
  TakenMessages taken;
  WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<HttpServerLink> link,
                          HttpServerLink::Open("http://127.0.0.1:1/mcp", {}, kEndGrace, taken));
  link->Send(kRequest);
  EXPECT_THAT(taken.First(1).front(), HasSubstr("connect to 127.0.0.1:1: "));
}

TEST(HttpServerLink, ANotificationIsTakenBeforeTheNextMessageGoes) {
  std::atomic<int> taken{0};
  Served served([&](HttpExchange& exchange) {
    if (exchange.request().body == kRequest) {
      exchange.Reply(Json(fmt::format(R"({{"id":1,"result":{}}})", taken.load())));
      return;
    }
    ++taken;
    exchange.Reply({.status = HttpStatus::kAccepted});
  });
  for (int i = 1; i <= 3; ++i) served.link().Send(R"({"method":"notifications/x"})");
  served.link().Send(kRequest);
  EXPECT_THAT(served.taken.First(1), ElementsAre(R"({"id":1,"result":3})"));
}

// Answers requests, and leaves what is none without an answer.
void AnswerOnlyRequests(HttpExchange& exchange) {
  const bool is_request = exchange.request().body == kRequest;
  if (!is_request) exchange.WaitForEnd(testing::kPatience);
  exchange.Reply(Json(R"({"id":1,"result":{}})"));
}

TEST(HttpServerLink, ANotificationThatIsNotTakenInTimeHoldsNothingUp) {
  Served served(AnswerOnlyRequests, {}, std::chrono::milliseconds(20));
  served.link().Send(R"({"method":"notifications/x"})");
  served.link().Send(kRequest);
  EXPECT_THAT(served.taken.First(1), ElementsAre(R"({"id":1,"result":{}})"));
}

TEST(HttpServerLink, ItEndsWhileTheServerDoesNotTakeANotification) {
  std::atomic<bool> has_come{false};
  Served served([&](HttpExchange& exchange) {
    has_come = true;
    AnswerOnlyRequests(exchange);
  });
  TakenMessages taken;
  WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<HttpServerLink> link,
                          HttpServerLink::Open(served.url(), {}, kNoGrace, taken));
  link->Send(R"({"method":"notifications/x"})");
  link->Send(kRequest);
  EXPECT_TRUE(testing::WaitFor([&] { return has_come.load(); }));
  link->Stop();
  EXPECT_THAT(taken.Now(), IsEmpty());
  EXPECT_EQ(served.Requests().size(), 1U);
}

// Sends a request as soon as it gets the first message, and counts messages.
class AskingTaker final : public MessageTaker {
 public:
  void TakeMessage(std::string_view message) override {
    if (++count == 1) link->Send(kRequest);
    last = message;
  }

  void TakePiece(std::string_view, bool) override {}

  ServerLink* link = nullptr;
  std::atomic<int> count{0};
  std::string last;  // for who sees the count
};

TEST(HttpServerLink, ATakerMayAskAgainAlsoWhenTheServerIsNotThere) {
  AskingTaker taker;
  WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<HttpServerLink> link,
                          HttpServerLink::Open("http://127.0.0.1:1/mcp", {}, kEndGrace, taker));
  taker.link = link.get();
  link->Send(kRequest);
  EXPECT_TRUE(testing::WaitFor([&] { return taker.count == 2; }));
}

TEST(HttpServerLink, ATakerThatAsksWhileTooManyMessagesWaitIsRefused) {
  AskingTaker taker;
  std::atomic<bool> has_come{false};
  std::atomic<bool> is_full{false};
  Served served([&](HttpExchange& exchange) {
    if (exchange.request().body == kRequest) {
      EXPECT_TRUE(testing::WaitFor([&] { return is_full.load(); }));
    } else {
      has_come = true;
    }
    AnswerOnlyRequests(exchange);
  });
  WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<HttpServerLink> link,
                          HttpServerLink::Open(served.url(), {}, kNoGrace, taker));
  taker.link = link.get();
  link->Send(kRequest);
  link->Send(R"({"method":"notifications/x"})");
  EXPECT_TRUE(testing::WaitFor([&] { return has_come.load(); }));
  for (std::size_t i = 0; i < kMaxWaitingMessages; ++i) {
    link->Send(R"({"method":"notifications/x"})");
  }
  is_full = true;
  EXPECT_TRUE(testing::WaitFor([&] { return taker.count == 2; }));
  link->Stop();
  EXPECT_EQ(taker.last, R"({"id":1,"result":{}})");
}

TEST(HttpServerLink, WhatTheServerSaysByItselfComesOnAStreamOfItsOwn) {
  Served served([](HttpExchange& exchange) {
    if (exchange.request().method != "GET") {
      exchange.Reply({.status = HttpStatus::kAccepted});
      return;
    }
    exchange.BeginStream({.headers = {{"Content-Type", "text/event-stream"}}});
    exchange.Write("data: {\"method\":\"notifications/tools/list_changed\"}\n\n");
    exchange.End();
  });
  served.link().Send(R"({"method":"notifications/initialized"})");
  EXPECT_THAT(served.taken.First(1),
              ElementsAre(R"({"method":"notifications/tools/list_changed"})"));
}

TEST(HttpUrl, SchemeHostPortAndPathAreRead) {
  const auto shown = [](std::string_view text) {
    const absl::StatusOr<HttpUrl> url = ReadHttpUrl(text);
    if (!url.ok()) return std::string("none");
    return fmt::format("{} {} {} {} {}", url->is_secure ? "tls" : "plain", url->host, url->port,
                       url->authority, url->path);
  };
  EXPECT_EQ(shown("https://example.org/mcp?a=b#c"), "tls example.org 443 example.org /mcp?a=b");
  EXPECT_EQ(shown("http://127.0.0.1:8123"), "plain 127.0.0.1 8123 127.0.0.1:8123 /");
  EXPECT_EQ(shown("http://[::1]:80/x"), "plain ::1 80 [::1]:80 /x");
  EXPECT_EQ(shown("https://h?q"), "tls h 443 h /?q");
  for (const char* const text :
       {"", "example.org", "ftp://a/", "http://", "http://:80/", "http://a:b/", "http://a:/",
        "http://u@h/", "http://a b/", "http://a/\r\nX: y"}) {
    EXPECT_EQ(shown(text), "none") << text;
  }
}

}  // namespace
}  // namespace waymark::services
