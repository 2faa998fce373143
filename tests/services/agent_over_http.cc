#include "agent_over_http.h"

#include <chrono>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace waymark::testing {

std::uint16_t PortOf(const Program& server) {
  constexpr std::chrono::milliseconds kLook{10};
  constexpr int kLooks = 3000;
  for (int i = 0; i < kLooks; ++i) {
    const std::string said = server.StandardError();
    const std::size_t end = said.find("/mcp\n");
    if (end != std::string::npos) {
      const std::size_t colon = said.rfind(':', end);
      return static_cast<std::uint16_t>(std::stoi(said.substr(colon + 1, end - colon - 1)));
    }
    std::this_thread::sleep_for(kLook);
  }
  ADD_FAILURE() << server.StandardError();
  return 0;
}

AgentOverHttp::AgentOverHttp(const Program& server) : client_(PortOf(server)) {
  const HttpAnswer answer = Post(
      R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})");
  session_ = answer.headers.at("mcp-session-id");
}

HttpAnswer AgentOverHttp::Post(std::string_view body) {
  const std::string session =
      session_.empty()
          ? ""
          : fmt::format("Mcp-Session-Id: {}\r\nMCP-Protocol-Version: 2025-11-25\r\n", session_);
  return client_.Ask(
      fmt::format("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                  "Accept: application/json, text/event-stream\r\n{}Content-Length: {}\r\n\r\n{}",
                  session, body.size(), body));
}

}  // namespace waymark::testing
