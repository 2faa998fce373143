// The protocol over HTTP, on a real socket and a real engine: sessions, streams, batches.
#include <chrono>
#include <future>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mcp_http_server.h"
#include "testing/status_matchers.h"
#include "testing/wait_for.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST_F(McpHttpTest, AHandshakeOpensASessionAndDeleteEndsIt) {
  StartIndexed();
  HttpClient client(port_);

  const HttpAnswer opened = client.Ask(Post(Handshake()));
  ASSERT_EQ(opened.status, 200);
  EXPECT_EQ(opened.headers.at("content-type"), "application/json");
  EXPECT_EQ(json::parse(opened.body)["result"]["protocolVersion"], "2025-11-25");
  const std::string id = opened.headers.at("mcp-session-id");
  EXPECT_EQ(id.size(), 64U);
  EXPECT_NE(id, Open());

  // On the same connection.
  const std::string in_session = SessionHeader(id) + "MCP-Protocol-Version: 2025-11-25\r\n";
  const HttpAnswer answer =
      client.Ask(Post(ToolRequest(1, "get_symbol", {{"symbol", "Cart.total"}}).dump(), in_session));
  ASSERT_EQ(answer.status, 200);
  EXPECT_THAT(answer.body, HasSubstr("shop.cart.Cart.total"));
  EXPECT_FALSE(answer.headers.contains("mcp-session-id"));

  const std::string ending = "DELETE /mcp HTTP/1.1\r\nHost: localhost\r\n" + in_session + "\r\n";
  EXPECT_EQ(client.Ask(ending).status, 204);
  EXPECT_EQ(AskIn(id, Request(2, "ping")).status, 404);
  EXPECT_EQ(client.Ask(ending).status, 404);
}

TEST_F(McpHttpTest, WithoutASessionOnlyAHandshakeIsTaken) {
  Start();

  EXPECT_EQ(Ask(Post(Request(1, "tools/list").dump())).status, 400);
  EXPECT_EQ(AskIn("nonsense", Request(1, "tools/list")).status, 404);
  EXPECT_EQ(AskIn(std::string(64, '0'), Request(1, "tools/list")).status, 404);
  EXPECT_EQ(Ask("GET /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n").status, 400);
  EXPECT_EQ(Ask("DELETE /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n").status, 400);
  EXPECT_EQ(Ask(Post("[" + Handshake() + "]")).status, 400);
}

TEST_F(McpHttpTest, NotificationsAndResponsesAreAcceptedWithoutABody) {
  Start();
  const std::string id = Open();

  const HttpAnswer noticed =
      AskIn(id, {{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}});
  EXPECT_EQ(noticed.status, 202);
  EXPECT_EQ(noticed.body, "");
  EXPECT_EQ(AskIn(id, {{"jsonrpc", "2.0"}, {"id", 5}, {"result", json::object()}}).status, 202);
}

TEST_F(McpHttpTest, MethodsTypesAndRevisionsAreChecked) {
  Start();
  const std::string id = Open();
  const auto status = [&](const std::string& first_line, const std::string& headers) {
    return Ask(first_line + " HTTP/1.1\r\nHost: localhost\r\n" + SessionHeader(id) + headers +
               "Content-Length: 2\r\n\r\n{}")
        .status;
  };
  const std::string json_body = "Content-Type: application/json; charset=utf-8\r\n";

  for (const char* method : {"PUT", "OPTIONS", "HEAD", "PATCH"}) {
    const HttpAnswer refused =
        Ask(fmt::format("{} /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n", method));
    EXPECT_EQ(refused.status, 405);
    EXPECT_EQ(refused.headers.at("allow"), "POST, GET, DELETE");
    EXPECT_FALSE(refused.headers.contains("access-control-allow-origin"));
  }
  EXPECT_EQ(status("POST /", json_body), 404);
  EXPECT_EQ(status("POST /mcp", "Content-Type: text/plain\r\n"), 415);
  EXPECT_EQ(status("POST /mcp", ""), 415);
  EXPECT_EQ(status("POST /mcp", json_body + "Accept: application/json\r\n"), 406);
  EXPECT_EQ(status("POST /mcp", json_body + "Accept: text/event-stream\r\n"), 406);
  EXPECT_EQ(status("POST /mcp", json_body + "Accept: text/html, */*;q=0.1\r\n"), 400);
  EXPECT_EQ(status("GET /mcp", "Accept: application/json\r\n"), 406);

  const std::string ping = Request(1, "ping").dump();
  const std::string in_session = SessionHeader(id) + "MCP-Protocol-Version: ";
  EXPECT_EQ(Ask(Post(ping, in_session + "2025-06-18\r\n")).status, 200);
  EXPECT_EQ(Ask(Post(ping, in_session + "1999-01-01\r\n")).status, 400);
  EXPECT_EQ(Ask(Post(ping, SessionHeader(id))).status, 200);
}

TEST_F(McpHttpTest, WhatIsNoMessageIsRefusedInTheWordsOfTheProtocol) {
  Start();
  const std::string id = Open();
  const auto refused = [&](const std::string& body) {
    const HttpAnswer answer = Ask(Post(body, SessionHeader(id)));
    EXPECT_EQ(answer.status, 400) << body;
    return json::parse(answer.body)["error"]["code"];
  };

  EXPECT_EQ(refused("{nonsense"), -32700);
  EXPECT_EQ(refused(""), -32700);
  EXPECT_EQ(refused("\"\xff\""), -32700);
  EXPECT_EQ(refused(std::string(100'000, '[')), -32700);
  EXPECT_EQ(refused(R"({"id":1,"method":"ping"})"), -32600);
  EXPECT_EQ(refused("[]"), -32600);
  EXPECT_EQ(refused("[" + Request(1, "ping").dump() + "]"), -32600);

  const HttpAnswer unknown = AskIn(id, Request(1, "no/such"));
  EXPECT_EQ(unknown.status, 200);
  EXPECT_EQ(json::parse(unknown.body)["error"]["code"], -32601);
}

TEST_F(McpHttpTest, BatchesAreTakenInTheRevisionThatHasThem) {
  StartIndexed();
  const std::string id = Open("2025-03-26");
  const json notice = {{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}};

  const HttpAnswer answer = AskIn(
      id, {Request(1, "ping"), notice, Request("b", "no/such"), json(5),
           ToolRequest(2, "get_symbol", {{"symbol", "Cart.total"}}), Request(3, "initialize")});

  ASSERT_EQ(answer.status, 200);
  const json replies = json::parse(answer.body);
  ASSERT_EQ(replies.size(), 5U) << replies;
  EXPECT_EQ(replies[0], (json{{"jsonrpc", "2.0"}, {"id", 1}, {"result", json::object()}}));
  EXPECT_EQ(replies[1]["error"]["code"], -32601);
  EXPECT_EQ(replies[2]["error"]["code"], -32600);
  EXPECT_THAT(replies[3].dump(), HasSubstr("shop.cart.Cart.total"));
  EXPECT_EQ(replies[4]["error"]["code"], -32600);
  EXPECT_EQ(AskIn(id, {notice, notice}).status, 202);
  EXPECT_EQ(AskIn(id, json(std::vector<json>(65, Request(1, "ping")))).status, 400);
}

TEST_F(McpHttpTest, ProgressComesAsEventsBeforeTheAnswer) {
  for (int i = 0; i < 20; ++i) {
    directory_.WriteFile(fmt::format("shop/shop/more{}.py", i),
                         fmt::format("def more{}(a):\n    return more{}(a)\n", i, i / 2));
  }
  Start();
  json call = ToolRequest(1, "get_symbol", {{"symbol", "Cart.total"}});
  call["params"]["_meta"] = {{"progressToken", "t"}};

  const HttpAnswer answer = AskIn(Open(), call);

  ASSERT_EQ(answer.status, 200);
  EXPECT_EQ(answer.headers.at("content-type"), "text/event-stream");
  EXPECT_EQ(answer.headers.at("cache-control"), "no-store");
  EXPECT_THAT(answer.body, AllOf(HasSubstr("event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":"
                                           "\"notifications/progress\""),
                                 HasSubstr("\"progressToken\":\"t\"")));
  const std::size_t last = answer.body.rfind("data: ");
  const json reply = json::parse(answer.body.substr(last + 6));
  EXPECT_EQ(reply["id"], 1);
}

TEST_F(McpHttpTest, AStreamStaysOpenUntilItsSessionEnds) {
  options_.limits.keep_alive = std::chrono::milliseconds(10);
  Start();
  const std::string id = Open();
  const std::string listen =
      "GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n" + SessionHeader(id) +
      "\r\n";
  HttpClient listener(port_);

  listener.Send(listen);
  EXPECT_THAT(listener.ReadUntil("\r\n\r\n"),
              AllOf(HasSubstr("200 OK"), HasSubstr("Content-Type: text/event-stream")));
  listener.ReadUntil(":\n\n");
  listener.ReadUntil(":\n\n");
  EXPECT_EQ(Ask(listen).status, 409);

  EXPECT_EQ(Ask("DELETE /mcp HTTP/1.1\r\nHost: localhost\r\n" + SessionHeader(id) + "\r\n").status,
            204);
  EXPECT_THAT(listener.ReadUntil("\r\n0\r\n\r\n"), ::testing::EndsWith("\r\n0\r\n\r\n"));
}

TEST_F(McpHttpTest, SessionsShareNothing) {
  StartIndexed();
  const std::string old = Open("2025-03-26");
  const std::string current = Open("2025-11-25");

  // The same id at the same time, cancelled in one of them.
  holds_ = true;
  const json call = ToolRequest(1, "get_symbol", {{"symbol", "Cart.total"}});
  auto first = std::async(std::launch::async, [&] { return AskIn(old, call); });
  auto second = std::async(std::launch::async, [&] { return AskIn(current, call); });
  WaitUntilAsked(2);
  EXPECT_EQ(AskIn(old, {{"jsonrpc", "2.0"},
                        {"method", "notifications/cancelled"},
                        {"params", {{"requestId", 1}}}})
                .status,
            202);
  release_ = true;
  EXPECT_THAT(second.get().body, HasSubstr("shop.cart.Cart.total"));
  const HttpAnswer cancelled = first.get();
  EXPECT_EQ(cancelled.headers.at("content-type"), "text/event-stream");
  EXPECT_EQ(cancelled.body, "");

  EXPECT_EQ(AskIn(old, json::array({Request(1, "ping")})).status, 200);
  EXPECT_EQ(AskIn(current, json::array({Request(1, "ping")})).status, 400);
}

TEST_F(McpHttpTest, ManyClientsAreAnsweredAtOnce) {
  StartIndexed();
  constexpr int kClients = 32;
  std::vector<std::future<int>> clients;
  clients.reserve(kClients);
  for (int i = 0; i < kClients; ++i) {
    clients.push_back(std::async(std::launch::async, [&] {
      HttpClient client(port_);
      const std::string id = client.Ask(Post(Handshake())).headers["mcp-session-id"];
      int answered = 0;
      for (int call = 0; call < 8; ++call) {
        const HttpAnswer answer = client.Ask(Post(
            ToolRequest(call, "find_usages", {{"symbol", "price_of"}}).dump(), SessionHeader(id)));
        if (answer.status != 200) continue;
        const json reply = json::parse(answer.body);
        answered += reply["id"] == call && reply.dump().find("Cart.total") != std::string::npos;
      }
      return answered;
    }));
  }
  for (std::future<int>& client : clients) EXPECT_EQ(client.get(), 8);
}

TEST_F(McpHttpTest, StoppingEndsStreamsAndLetsCallsEnd) {
  // So that neither ends the wait for a connection or a call.
  options_.times.idle = options_.times.end = 2 * testing::kPatience;
  StartIndexed();
  const std::string id = Open();
  HttpClient listener(port_);
  listener.Send("GET /mcp HTTP/1.1\r\nHost: localhost\r\n" + SessionHeader(id) + "\r\n");
  listener.ReadUntil(":\n\n");
  HttpClient idle(port_);
  holds_ = true;
  auto call = std::async(std::launch::async, [&] {
    return AskIn(id, ToolRequest(1, "get_symbol", {{"symbol", "Cart.total"}}));
  });
  WaitUntilAsked(1);
  const auto begin = std::chrono::steady_clock::now();

  stopped_ = true;
  EXPECT_THAT(listener.ReadUntil("\r\n0\r\n\r\n"), ::testing::EndsWith("\r\n0\r\n\r\n"));
  release_ = true;
  EXPECT_THAT(call.get().body, HasSubstr("shop.cart.Cart.total"));
  Stop();

  EXPECT_LT(std::chrono::steady_clock::now() - begin, testing::kPatience);
}

class StatelessHttpTest : public McpHttpTest {
 protected:
  static json Modern(json request, const std::string& revision = "2026-07-28") {
    request["params"]["_meta"] = {{"io.modelcontextprotocol/protocolVersion", revision},
                                  {"io.modelcontextprotocol/clientCapabilities", json::object()}};
    return request;
  }

  HttpAnswer AskModern(const json& request, const std::string& headers,
                       const std::string& revision = "2026-07-28") {
    return Ask(Post(Modern(request, revision).dump(),
                    "MCP-Protocol-Version: " + revision + "\r\n" + headers));
  }
};

TEST_F(StatelessHttpTest, ARequestStandsForItself) {
  StartIndexed();
  const json call = ToolRequest(1, "get_symbol", {{"symbol", "Cart.total"}});

  const HttpAnswer answer = AskModern(call, "Mcp-Method: tools/call\r\nMcp-Name: get_symbol\r\n");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(json::parse(answer.body)["result"]["resultType"], "complete");
  EXPECT_FALSE(answer.headers.contains("mcp-session-id"));
  EXPECT_EQ(
      AskModern(call, "Mcp-Method: tools/call\r\nMcp-Name: =?base64?Z2V0X3N5bWJvbA==?=\r\n").status,
      200);
  EXPECT_EQ(AskModern(Request(2, "no/such"), "Mcp-Method: no/such\r\n").status, 404);
}

TEST_F(StatelessHttpTest, HeadersSayWhatTheBodySays) {
  Start();
  const json call = ToolRequest(1, "get_symbol", {{"symbol", "Cart.total"}});

  for (const char* headers :
       {"", "Mcp-Method: tools/call\r\n", "Mcp-Method: ping\r\nMcp-Name: get_symbol\r\n",
        "Mcp-Method: tools/call\r\nMcp-Name: other\r\n",
        "Mcp-Method: tools/call\r\nMcp-Name: =?base64?!?=\r\n"}) {
    const HttpAnswer refused = AskModern(call, headers);
    EXPECT_EQ(refused.status, 400) << headers;
    EXPECT_EQ(json::parse(refused.body)["error"]["code"], -32020) << headers;
  }
  const HttpAnswer mismatch = Ask(Post(Modern(Request(1, "ping"), "2025-11-25").dump(),
                                       "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: ping\r\n"));
  EXPECT_EQ(json::parse(mismatch.body)["error"]["code"], -32020);
  const HttpAnswer unknown = AskModern(Request(1, "ping"), "Mcp-Method: ping\r\n", "2099-01-01");
  EXPECT_EQ(unknown.status, 400);
  EXPECT_EQ(json::parse(unknown.body)["error"]["code"], -32022);
}

// A call that finds no daemon is tried again, unless it was cancelled meanwhile.
TEST_F(StatelessHttpTest, ClosingTheConnectionCancels) {
  StartIndexed();
  holds_ = true;
  is_gone_ = true;
  {
    HttpClient client(port_);
    client.Send(Post(Modern(ToolRequest(1, "get_symbol", {{"symbol", "Cart.total"}})).dump(),
                     "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\n"
                     "Mcp-Name: get_symbol\r\n"));
    WaitUntilAsked(1);
  }
  // A connection is taken after a look at those that were there before.
  EXPECT_EQ(Ask(Post(Handshake())).status, 200);
  release_ = true;
  Stop();
  EXPECT_EQ(asked_, 1);
}

}  // namespace
}  // namespace waymark::services
