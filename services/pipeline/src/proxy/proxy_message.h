// The facts that the proxy needs about a message of MCP, read without changing a byte of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::services {

struct ProxyMessage {
  enum class Kind : std::uint8_t { kRequest, kNotification, kResponse, kUnreadable };
  Kind kind = Kind::kUnreadable;
  std::string id;           // JSON, the same for equal ids; empty: none
  std::string_view id_raw;  // as it stands in the message
  std::string method;
  std::string_view params;  // JSON; empty: none
  std::string_view result;  // JSON; empty: none, as in the refusal of a request
};

// The messages of a batch, or the text itself. Views of `text`, without blanks around them.
std::vector<std::string_view> MessagesOf(std::string_view text);

// The views are of `text`.
ProxyMessage ReadProxyMessage(std::string_view text);

// The answer to a request, whose id and result are JSON.
std::string ResultMessage(std::string_view id, std::string_view result);
// The refusal of a request by the proxy, whose id is JSON. The reason is made safe to show.
std::string ErrorMessage(std::string_view id, std::string_view reason);
// The refusal of a request by a server: `error` is its JSON, which passes as it is.
std::string RefusalMessage(std::string_view id, std::string_view error);

}  // namespace waymark::services
