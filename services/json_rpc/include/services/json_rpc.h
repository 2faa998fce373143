// JSON-RPC 2.0 as the Model Context Protocol and the Language Server Protocol use it: ids are
// strings or whole numbers; only one revision of the former has batches.
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
  // Defined by the Model Context Protocol.
  kResourceNotFound = -32002,            // revisions with a handshake
  kHeaderMismatch = -32020,              // 2026-07-28, streamable HTTP
  kUnsupportedProtocolVersion = -32022,  // 2026-07-28, basic
  // Defined by the Language Server Protocol.
  kServerNotInitialized = -32002,
  kRequestCancelled = -32800,
  kRequestFailed = -32803,
};

struct RpcError {
  RpcErrorCode code = RpcErrorCode::kInternalError;
  std::string message;
  Json data;  // null: none
};

// A message from the client.
struct RpcMessage {
  enum class Kind { kRequest, kNotification, kResponse };
  Kind kind = Kind::kRequest;
  Json id;  // null if there is none
  std::string method;
  Json params = Json::object();
  bool is_refusal = false;  // for a response: it holds an error
};

// Either a message, or the error to reply with and its id.
struct ParsedMessage {
  std::optional<RpcMessage> message;
  Json id;
  RpcError error;
};

// Rejects a batch. An unpaired surrogate in a string is read as U+FFFD, and rejected in an id and
// in a token of progress or of partial results, which have to be sent back.
ParsedMessage ParseMessage(std::string_view text);

// Longer batches are rejected.
inline constexpr std::size_t kMaxBatchMessages = 64;

struct ParsedText {
  std::vector<ParsedMessage> messages;  // one, unless it is a batch
  bool is_batch = false;
};

// Reads a message or a batch of messages (JSON-RPC 2.0, 6). Anything else, and a batch that is
// empty or too long, gives one error.
ParsedText ParseMessages(std::string_view text);

// How an error without a request is written.
enum class MissingId { kLeftOut, kNull };

// One line without line break.
std::string ResultLine(const Json& id, const Json& result);
std::string ErrorLine(const Json& id, const RpcError& error,
                      MissingId missing_id = MissingId::kLeftOut);
std::string RequestLine(const Json& id, std::string_view method, const Json& params);
std::string NotificationLine(std::string_view method, const Json& params);
// A batch of such lines.
std::string BatchLine(const std::vector<std::string>& lines);

}  // namespace waymark::services
