// JSON-RPC 2.0 as the Model Context Protocol and the Language Server Protocol use it: ids are
// strings or whole numbers; batches in one revision of the former alone.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
  kHeaderMismatch = -32020,              // 2026-07-28, streamable HTTP
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

// A batch is refused. Half of a surrogate pair that stands alone in a string is read as U+FFFD.
ParsedMessage ParseMessage(std::string_view text);

// Of a batch; longer ones are refused.
inline constexpr std::size_t kMaxBatchMessages = 64;

struct ParsedText {
  std::vector<ParsedMessage> messages;  // one, unless it is a batch
  bool is_batch = false;
};

// A message, or a batch of them (JSON-RPC 2.0, 6). What is neither, and a batch that is empty or
// too long, is one error.
ParsedText ParseMessages(std::string_view text);

// How an error is written that belongs to no request.
enum class MissingId { kLeftOut, kNull };

// One line without its end.
std::string ResultLine(const Json& id, const Json& result);
std::string ErrorLine(const Json& id, const RpcError& error,
                      MissingId missing_id = MissingId::kLeftOut);
std::string RequestLine(const Json& id, std::string_view method, const Json& params);
std::string NotificationLine(std::string_view method, const Json& params);
// Of lines as above.
std::string BatchLine(const std::vector<std::string>& lines);

}  // namespace waymark::services
