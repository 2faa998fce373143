#include "agent_over_http.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "testing/wait_for.h"

namespace waymark::testing {

std::uint16_t PortOf(const Program& server) {
  std::string said;
  std::size_t end = std::string::npos;
  const bool is_told = WaitFor([&] {
    said = server.StandardError();
    end = said.find("/mcp\n");
    return end != std::string::npos;
  });
  if (!is_told) {
    ADD_FAILURE() << said;
    return 0;
  }
  const std::size_t colon = said.rfind(':', end);
  return static_cast<std::uint16_t>(std::stoi(said.substr(colon + 1, end - colon - 1)));
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
