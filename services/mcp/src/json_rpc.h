// JSON-RPC 2.0 as the Model Context Protocol uses it: single objects, ids that are strings or whole
// numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace waymark::services {

using Json = nlohmann::ordered_json;

enum class RpcErrorCode : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kResourceNotFound = -32002,            // revisions with a handshake
  kUnsupportedProtocolVersion = -32022,  // 2026-07-28, basic
};

struct RpcError {
  RpcErrorCode code = RpcErrorCode::kInternalError;
  std::string message;
  Json data;  // null: none
};

// What a line of the client is.
struct RpcMessage {
  enum class Kind { kRequest, kNotification, kResponse };
  Kind kind = Kind::kRequest;
  Json id;  // null without
  std::string method;
  Json params = Json::object();
};

// Either a message, or the error to reply with and the id it belongs to.
struct ParsedLine {
  std::optional<RpcMessage> message;
  Json id;
  RpcError error;
};

ParsedLine ParseMessage(std::string_view line);

// One line without its end.
std::string ResultLine(const Json& id, const Json& result);
std::string ErrorLine(const Json& id, const RpcError& error);
std::string NotificationLine(std::string_view method, const Json& params);

}  // namespace waymark::services
