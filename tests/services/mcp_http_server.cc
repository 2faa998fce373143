#include "mcp_http_server.h"

#include <future>
#include <utility>

#include <fmt/format.h>

#include "testing/status_matchers.h"
#include "testing/wait_for.h"

namespace waymark::services {
json Request(const json& id, const std::string& method, json params) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
}

json ToolRequest(const json& id, const std::string& tool, json arguments) {
  return Request(id, "tools/call", {{"name", tool}, {"arguments", std::move(arguments)}});
}

std::string Handshake(const std::string& revision) {
  return Request(0, "initialize",
                 {{"protocolVersion", revision},
                  {"capabilities", json::object()},
                  {"clientInfo", {{"name", "test"}, {"version", "1"}}}})
      .dump();
}

std::string AnswerIn(const json& result) {
  std::string text = result["content"][0]["text"];
  for (const json& block : result["content"]) {
    const std::string part = block["text"];
    if (part.starts_with("## source\n")) text += part;
  }
  return text;
}

std::string Post(const std::string& body, const std::string& headers) {
  return fmt::format(
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: "
      "application/json, text/event-stream\r\n{}Content-Length: {}\r\n\r\n{}",
      headers, body.size(), body);
}

std::string SessionHeader(const std::string& id) { return "Mcp-Session-Id: " + id + "\r\n"; }

void McpHttpTest::SetUp() {
  WM_ASSERT_OK_AND_ASSIGN(engine_, Engine::Open({.store_directory = directory_.path() / "store"}));
  options_.now = clock_.Hands();
  options_.mcp = {.root = root_, .verbs = [this] { return Verbs(); }, .stopped = &stopped_};
}

void McpHttpTest::Start() {
  std::promise<std::string> listening;
  options_.listening = [&](const std::string& url) { listening.set_value(url); };
  server_ = std::thread([this] { status_ = ServeMcpHttp(options_); });
  const std::string url = listening.get_future().get();
  port_ = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
}

void McpHttpTest::StartIndexed() {
  WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  Start();
}

void McpHttpTest::Stop() {
  stopped_ = true;
  release_ = true;
  if (!server_.joinable()) return;
  server_.join();
  WM_EXPECT_OK(status_);
}

std::string McpHttpTest::Open(const std::string& revision) {
  return Ask(Post(Handshake(revision))).headers["mcp-session-id"];
}

HttpAnswer McpHttpTest::AskIn(const std::string& session, const json& message) {
  return Ask(Post(message.dump(), SessionHeader(session)));
}

absl::StatusOr<std::shared_ptr<Verbs>> McpHttpTest::Verbs() {
  ++asked_;
  EXPECT_TRUE(testing::WaitFor([this] { return !holds_ || release_; }));
  if (is_gone_) return absl::UnavailableError("the daemon ended");
  return engine_;
}

void McpHttpTest::WaitUntilAsked(int times) const {
  EXPECT_TRUE(testing::WaitFor([&] { return asked_ >= times; }));
}

}  // namespace waymark::services
