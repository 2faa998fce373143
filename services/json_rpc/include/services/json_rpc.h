// JSON-RPC 2.0 as the Model Context Protocol and the Language Server Protocol use it: single
// objects, ids that are strings or whole numbers.
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
  // Of the Model Context Protocol.
  kResourceNotFound = -32002,            // revisions with a handshake
  kUnsupportedProtocolVersion = -32022,  // 2026-07-28, basic
  // Of the Language Server Protocol.
  kServerNotInitialized = -32002,
  kRequestCancelled = -32800,
  kRequestFailed = -32803,
};

struct RpcError {
  RpcErrorCode code = RpcErrorCode::kInternalError;
  std::string message;
  Json data;  // null: none
};

// What a message of the client is.
struct RpcMessage {
  enum class Kind { kRequest, kNotification, kResponse };
  Kind kind = Kind::kRequest;
  Json id;  // null without
  std::string method;
  Json params = Json::object();
  bool is_refusal = false;  // of a response: it holds an error
};

// Either a message, or the error to reply with and the id it belongs to.
struct ParsedMessage {
  std::optional<RpcMessage> message;
  Json id;
  RpcError error;
};

ParsedMessage ParseMessage(std::string_view text);

// How an error is written that belongs to no request.
enum class MissingId { kLeftOut, kNull };

// One line without its end.
std::string ResultLine(const Json& id, const Json& result);
std::string ErrorLine(const Json& id, const RpcError& error,
                      MissingId missing_id = MissingId::kLeftOut);
std::string RequestLine(const Json& id, std::string_view method, const Json& params);
std::string NotificationLine(std::string_view method, const Json& params);

}  // namespace waymark::services
