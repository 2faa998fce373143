// Who may ask over HTTP, how much, and what happens to bytes that are no request.
#include <chrono>
#include <future>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mcp_http_server.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kToken[] = "0123456789abcdef0123456789abcdef";
constexpr char kBearer[] = "Authorization: Bearer 0123456789abcdef0123456789abcdef\r\n";

TEST_F(McpHttpTest, RequestsThatAreNoHttpAreRefused) {
  Start();

  EXPECT_EQ(Ask("nonsense\r\n\r\n").status, 400);
  EXPECT_EQ(Ask("\x16\x03\x01\r\n\r\n").status, 400);
  EXPECT_EQ(Ask("POST /mcp HTTP/3.0\r\nHost: localhost\r\n\r\n").status, 505);
  EXPECT_EQ(Ask("POST /mcp HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\n"
                "Content-Type: application/json\r\n\r\n")
                .status,
            417);
  EXPECT_EQ(Ask(Post(Request(1, "ping").dump(), "Transfer-Encoding: chunked\r\n")).status, 400);
}

TEST_F(McpHttpTest, LongRequestsAreRefusedBeforeTheyAreRead) {
  Start();
  HttpClient head(port_);
  EXPECT_EQ(head.Ask("GET /mcp HTTP/1.1\r\nX: " + std::string(kMaxHttpHeadBytes, 'x')).status, 431);

  HttpClient body(port_);
  EXPECT_EQ(body.Ask(fmt::format("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                                 "application/json\r\nContent-Length: {}\r\n\r\n",
                                 kMaxMcpMessageBytes + 1))
                .status,
            413);

  HttpClient chunked(port_);
  chunked.Send(
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Transfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "100000\r\n" + std::string(1 << 20, ' ') + "\r\n";
  for (int i = 0; i < 5; ++i) chunked.Send(chunk);
  EXPECT_EQ(chunked.Read().status, 413);
}

TEST_F(McpHttpTest, ABodyMayComeInChunksAndAfterAWord) {
  Start();
  const std::string body = Handshake();
  HttpClient client(port_);

  client.Send(
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_THAT(client.ReadUntil("\r\n\r\n"), HasSubstr("100 Continue"));
  client.Send(fmt::format("1\r\n{}\r\n{:x}\r\n{}\r\n0\r\n\r\n", body.substr(0, 1), body.size() - 1,
                          body.substr(1)));
  EXPECT_EQ(client.Read().status, 200);
}

TEST_F(McpHttpTest, SlowClientsAreToldAndLetGo) {
  options_.times.request = std::chrono::milliseconds(50);
  Start();
  HttpClient slow(port_);
  slow.Send("POST /mcp HT");

  EXPECT_EQ(slow.Read().status, 408);
  EXPECT_TRUE(slow.HasEnded());
}

TEST_F(McpHttpTest, SilentClientsAreLetGo) {
  options_.times.idle = std::chrono::milliseconds(50);
  Start();
  HttpClient silent(port_);

  EXPECT_EQ(silent.Read().status, 0);
  EXPECT_TRUE(silent.HasEnded());
}

TEST_F(McpHttpTest, PagesOfOtherMachinesAreRefused) {
  Start();
  const auto status = [&](const std::string& host, const std::string& headers) {
    const std::string body = Handshake();
    return Ask(fmt::format("POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n"
                           "Content-Length: {}\r\n{}\r\n{}",
                           host, body.size(), headers, body))
        .status;
  };

  for (const char* ours : {"localhost", "LocalHost:80", "127.0.0.1:1", "127.1.2.3", "[::1]:9"}) {
    EXPECT_EQ(status(ours, ""), 200) << ours;
  }
  for (const char* other :
       {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example:80",
        "10.0.0.1", "[2001:db8::1]", "", "localhost:x", "[::1", "127.0.0.1@evil.example"}) {
    EXPECT_EQ(status(other, ""), 403) << other;
  }
  for (const char* ours : {"http://localhost:3000", "https://127.0.0.1", "http://[::1]:1"}) {
    EXPECT_EQ(status("localhost", fmt::format("Origin: {}\r\n", ours)), 200) << ours;
  }
  for (const char* other : {"http://evil.example", "http://localhost.evil.example", "null", "",
                            "http://10.0.0.1", "localhost", "http://evil.example/://localhost"}) {
    EXPECT_EQ(status("localhost", fmt::format("Origin: {}\r\n", other)), 403) << other;
  }
}

TEST_F(McpHttpTest, OnlyTheTokenOpens) {
  options_.token = kToken;
  Start();
  const std::string token = kToken;

  EXPECT_EQ(Ask(Post(Handshake(), kBearer)).status, 200);
  EXPECT_EQ(Ask(Post(Handshake(), "Authorization: bearer  " + token + "\r\n")).status, 200);
  const std::vector<std::string> wrong_headers = {
      "",
      "Authorization: Bearer\r\n",
      "Authorization: Bearer \r\n",
      "Authorization: Bearer " + token.substr(1) + "\r\n",
      "Authorization: Bearer " + token + "0\r\n",
      "Authorization: Basic " + token + "\r\n",
      "Authorization: " + token + "\r\n",
      "X-Token: " + token + "\r\n"};
  for (const std::string& wrong : wrong_headers) {
    const HttpAnswer refused = Ask(Post(Handshake(), wrong));
    EXPECT_EQ(refused.status, 401) << wrong;
    EXPECT_EQ(refused.headers.at("www-authenticate"), "Bearer");
    EXPECT_EQ(refused.headers.at("connection"), "close");
    EXPECT_THAT(refused.body, Not(HasSubstr(token)));
  }
  // A session is no token.
  const std::string id = Ask(Post(Handshake(), kBearer)).headers["mcp-session-id"];
  EXPECT_EQ(AskIn(id, Request(1, "ping")).status, 401);
  EXPECT_EQ(Ask("GET /other HTTP/1.1\r\nHost: localhost\r\n\r\n").status, 401);
}

TEST_F(McpHttpTest, WithoutATokenOthersCannotReachIt) {
  options_.host = "0.0.0.0";
  EXPECT_THAT(ServeMcpHttp(options_), testing::StatusIs(absl::StatusCode::kFailedPrecondition));
  options_.host = "::";
  EXPECT_FALSE(ServeMcpHttp(options_).ok());
  options_.token = "short";
  EXPECT_THAT(ServeMcpHttp(options_), testing::StatusIs(absl::StatusCode::kInvalidArgument));

  options_.host = "0.0.0.0";
  options_.token = kToken;
  Start();
  const auto status = [&](const std::string& host) {
    return Ask(fmt::format("GET /mcp HTTP/1.1\r\nHost: {}\r\n{}\r\n", host, kBearer)).status;
  };
  EXPECT_EQ(status("10.0.0.1"), 400);  // a session is missing
  EXPECT_EQ(status("evil.example"), 403);
}

TEST_F(McpHttpTest, ASessionThatAsksTooMuchIsToldToWait) {
  options_.limits.requests_per_second = 1;
  options_.limits.requests_at_once = 3;
  Start();
  const std::string id = Open();
  const std::string other = Open();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(AskIn(id, Request(i, "ping")).status, 200);

  const HttpAnswer refused = AskIn(id, Request(4, "ping"));

  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.headers.at("retry-after"), "1");
  EXPECT_EQ(AskIn(other, Request(1, "ping")).status, 200);
  EXPECT_EQ(Ask(Post(Handshake())).status, 200);
  EXPECT_EQ(Ask(Post(Handshake())).status, 429);
  clock_.Turn(std::chrono::seconds(1));
  EXPECT_EQ(AskIn(id, Request(5, "ping")).status, 200);
  EXPECT_EQ(AskIn(id, Request(6, "ping")).status, 429);
}

TEST_F(McpHttpTest, TooManyCallsOfOneSessionAreRefused) {
  StartIndexed();
  const std::string id = Open();
  holds_ = true;
  std::vector<std::future<HttpAnswer>> calls;
  for (unsigned i = 0; i <= kMaxMcpSessionCalls; ++i) {
    calls.push_back(std::async(std::launch::async, [&, i] {
      return AskIn(id, ToolRequest(i, "get_symbol", {{"symbol", "Cart.total"}}));
    }));
  }
  // One of them is refused at once; the others wait.
  bool is_refused = false;
  while (!is_refused) {
    for (auto& call : calls) {
      is_refused =
          is_refused || call.wait_for(std::chrono::milliseconds(1)) == std::future_status::ready;
    }
  }
  release_ = true;
  int refused = 0;
  for (auto& call : calls) {
    refused += json::parse(call.get().body)["result"]["isError"] == true;
  }
  EXPECT_EQ(refused, 1);
}

TEST_F(McpHttpTest, ASessionInUseOutlivesThoseThatOnlyBegin) {
  options_.limits.requests_per_second = options_.limits.requests_at_once = 10'000;
  StartIndexed();
  const std::string used = Open("2025-11-25");
  ASSERT_EQ(AskIn(used, Request(1, "ping")).status, 200);

  for (std::size_t i = 0; i < kMaxMcpSessions + 1; ++i) Open("2025-11-25");

  EXPECT_EQ(AskIn(used, Request(2, "ping")).status, 200);
}

TEST_F(McpHttpTest, ASessionIsRefusedWhereAllAreInUse) {
  options_.limits.requests_per_second = options_.limits.requests_at_once = 10'000;
  StartIndexed();
  for (std::size_t i = 0; i < kMaxMcpSessions; ++i) {
    ASSERT_EQ(AskIn(Open("2025-11-25"), Request(1, "ping")).status, 200);
  }

  EXPECT_EQ(Ask(Post(Handshake())).status, 503);
  clock_.Turn(kMinMcpSessionIdle);
  EXPECT_EQ(Ask(Post(Handshake())).status, 200);
}

TEST_F(McpHttpTest, ASilentSessionEnds) {
  constexpr std::chrono::milliseconds kIdle = std::chrono::minutes(30);
  options_.limits.session_idle = kIdle;
  Start();
  const std::string id = Open();

  clock_.Turn(kIdle - std::chrono::milliseconds(1));
  EXPECT_EQ(AskIn(id, Request(1, "ping")).status, 200);
  clock_.Turn(kIdle - std::chrono::milliseconds(1));
  EXPECT_EQ(AskIn(id, Request(1, "ping")).status, 200);
  clock_.Turn(kIdle);
  EXPECT_EQ(AskIn(id, Request(1, "ping")).status, 404);
}

TEST_F(McpHttpTest, FingerprintsAreToldToWhoMayAskIfTheServerWasAskedToTellThem) {
  const std::string get = "GET /mcp/fingerprints/v1 HTTP/1.1\r\nHost: localhost\r\n";
  options_.token = kToken;
  options_.fingerprints = [] { return std::string("[]\n"); };
  Start();
  EXPECT_EQ(Ask(get + "\r\n").status, 401);
  const HttpAnswer told = Ask(get + kBearer + "\r\n");
  EXPECT_EQ(told.status, 200);
  EXPECT_EQ(told.body, "[]\n");
  EXPECT_EQ(Ask("DELETE /mcp/fingerprints/v1 HTTP/1.1\r\nHost: localhost\r\n" +
                std::string(kBearer) + "\r\n")
                .status,
            405);
}

TEST_F(McpHttpTest, WithoutThatThereIsNoSuchPath) {
  Start();
  EXPECT_EQ(Ask("GET /mcp/fingerprints/v1 HTTP/1.1\r\nHost: localhost\r\n\r\n").status, 404);
}

}  // namespace
}  // namespace waymark::services
