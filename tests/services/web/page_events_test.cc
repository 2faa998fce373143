// The page follows the index.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "page_under_test.h"
#include "scripted_verbs.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string EventsRequest(std::uint16_t port, const std::string& cookie) {
  return fmt::format("GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{}\r\n", port, cookie);
}

// The data of the next event.
json NextState(HttpClient& client) {
  client.ReadUntil("event: state\ndata: ");
  return json::parse(client.ReadUntil("\n\n"), nullptr, false);
}

TEST_F(PageTest, AStreamBeginsWithTheStateAndTellsEachChange) {
  Start();
  HttpClient client(port_);
  client.Send(EventsRequest(port_, CookieHeader()));
  EXPECT_THAT(client.ReadUntil("\r\n\r\n"), HasSubstr("Content-Type: text/event-stream"));

  const json first = NextState(client);
  directory_.WriteFile("shop/shop/more.py", "def more():\n    pass\n");
  Index();
  json then = NextState(client);
  while (then["generation"] == first["generation"]) then = NextState(client);

  EXPECT_EQ(first["indexed"], true);
  EXPECT_EQ(first["daemon"], true);
  EXPECT_EQ(first["generation"], 1);
  EXPECT_EQ(first["repository"], "shop");
  EXPECT_EQ(then["generation"], 2);
  EXPECT_NE(then["root"], first["root"]);
}

TEST_F(PageTest, AStreamTellsThatTheDaemonIsGoneAndThatItIsBack) {
  Start();
  HttpClient client(port_);
  client.Send(EventsRequest(port_, CookieHeader()));
  const json first = NextState(client);

  is_gone_ = true;
  const json gone = NextState(client);
  is_gone_ = false;
  const json back = NextState(client);

  EXPECT_EQ(gone["daemon"], false);
  EXPECT_EQ(back, first);
}

TEST_F(PageTest, ALookUpThatFailsOrIsCutOffTellsNothing) {
  Start();
  HttpClient client(port_);
  client.Send(EventsRequest(port_, CookieHeader()));
  const json first = NextState(client);

  ScriptedVerbs failing[4];
  failing[0].status = absl::DeadlineExceededError("slow");
  failing[1].status = absl::CancelledError("cut off");
  failing[2].status = absl::InternalError("wrong");
  failing[3].status = absl::DataLossError("damaged");
  for (ScriptedVerbs& verbs : failing) {
    instead_ = &verbs;
    const int before = asked_;
    // The second look begins when the first has ended.
    EXPECT_TRUE(testing::WaitFor([&] { return asked_ >= before + 2; }));
  }
  directory_.WriteFile("shop/shop/more.py", "def more():\n    pass\n");
  Index();
  instead_ = nullptr;
  const json next = NextState(client);

  EXPECT_EQ(first["generation"], 1);
  EXPECT_EQ(next["indexed"], true) << next;
  EXPECT_EQ(next["daemon"], true) << next;
  EXPECT_EQ(next["generation"], 2) << next;
  Stop();
}

TEST_F(PageTest, AStreamThatEndsDuringALookUpEndsWithoutAFalseState) {
  Start();
  HttpClient client(port_);
  client.Send(EventsRequest(port_, CookieHeader()));
  NextState(client);
  ScriptedVerbs slow;
  slow.waits_for_cancel = true;
  instead_ = &slow;
  EXPECT_TRUE(testing::WaitFor([&] { return slow.is_waiting.load(); }));

  Stop();

  EXPECT_THAT(client.ReadUntil("event: never"), Not(HasSubstr("event: state")));
  EXPECT_TRUE(slow.saw_cancel);
}

TEST_F(PageTest, TooManyStreamsAreRefusedAndClosedOnesCountNoMore) {
  Start();
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (std::size_t i = 0; i < kMostEventStreams; ++i) {
    clients.push_back(std::make_unique<HttpClient>(port_));
    clients.back()->Send(EventsRequest(port_, CookieHeader()));
    NextState(*clients.back());
  }

  EXPECT_EQ(Get("/api/events").status, 503);
  clients.pop_back();
  HttpClient next(port_);
  std::string head;
  do {
    next.Send(EventsRequest(port_, CookieHeader()));
    head = next.ReadUntil("\r\n\r\n");
    if (head.starts_with("HTTP/1.1 503")) next.ReadUntil("\n");
  } while (head.starts_with("HTTP/1.1 503"));
  EXPECT_THAT(head, HasSubstr("200 OK"));
}

TEST_F(PageTest, AStreamEndsWithTheServer) {
  Start();
  HttpClient client(port_);
  client.Send(EventsRequest(port_, CookieHeader()));
  NextState(client);

  Stop();

  EXPECT_TRUE(client.HasEnded());
}

}  // namespace
}  // namespace waymark::services
