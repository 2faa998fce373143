// An agent that stays connected to `waymark mcp --http`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "http_client.h"
#include "program.h"

namespace waymark::testing {

// The port that a server says it listens on; fails the test when it says none in half a minute.
std::uint16_t PortOf(const Program& server);

class AgentOverHttp {
 public:
  // Waits until the server listens, and begins a session.
  explicit AgentOverHttp(const Program& server);

  // The reply to a message of JSON-RPC.
  std::string Ask(std::string_view message) { return Post(message).body; }

 private:
  HttpAnswer Post(std::string_view body);

  HttpClient client_;
  std::string session_;
};

}  // namespace waymark::testing
