#include "services/json_rpc.h"

#include <charconv>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "wire/utf8.h"

namespace waymark::services {
namespace {

// Most levels of nested objects and arrays; no call needs more.
constexpr int kMaxNesting = 32;

constexpr std::size_t kEscapeBytes = 6;
constexpr char kReplacement[] = "\\ufffd";

// Keeps the parser from building values that are nested too deeply.
bool IsShallow(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxNesting) return false;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return true;
}

// The number of the four hexadecimal digits at `at`; nothing if there are fewer, or others.
std::optional<std::uint32_t> EscapedUnit(std::string_view text, std::size_t at) {
  constexpr int kHexadecimal = 16;
  if (text.substr(at, 2) != "\\u" || at + kEscapeBytes > text.size()) return std::nullopt;
  const char* const digits = text.data() + at + 2;
  std::uint32_t unit = 0;
  const auto [rest, error] =
      std::from_chars(digits, text.data() + at + kEscapeBytes, unit, kHexadecimal);
  if (error != std::errc{} || rest != text.data() + at + kEscapeBytes) return std::nullopt;
  return unit;
}

// Replaces every unpaired surrogate in JSON text by U+FFFD. The grammar allows it (RFC 8259, 8.2)
// and an editor may have it in a text, but the parser rejects it.
std::string WithoutLoneSurrogates(std::string text) {
  const auto is_low = [](std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; };
  for (std::size_t at = text.find('\\'); at < text.size(); at = text.find('\\', at)) {
    const std::optional<std::uint32_t> unit = EscapedUnit(text, at);
    if (!unit.has_value()) {
      at += 2;  // an escape of one letter
      continue;
    }
    const bool is_high = *unit >= 0xD800 && *unit < 0xDC00;
    const bool is_pair = is_high && is_low(EscapedUnit(text, at + kEscapeBytes).value_or(0));
    if (!is_pair && (is_high || is_low(*unit))) text.replace(at, kEscapeBytes, kReplacement);
    at += is_pair ? 2 * kEscapeBytes : kEscapeBytes;
  }
  return text;
}

ParsedMessage Refused(RpcErrorCode code, std::string message, Json id = nullptr) {
  return {.message = std::nullopt,
          .id = std::move(id),
          .error = {.code = code, .message = std::move(message), .data = nullptr}};
}

// Messages are joined from such texts, so that a large answer is not copied into one tree.
std::string Print(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// The parsed value, or the error.
struct ParsedJson {
  Json json;
  std::optional<ParsedMessage> refused;
};

ParsedJson ParseJson(std::string_view text) {
  const auto refused = [](std::string message) -> ParsedJson {
    return {.refused = Refused(RpcErrorCode::kParseError, std::move(message))};
  };
  if (!wire::IsUtf8(text)) return refused("the message is not UTF-8");
  if (!IsShallow(text)) return refused("the message is nested too deep");
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) {
    json = Json::parse(WithoutLoneSurrogates(std::string(text)), nullptr, false);
  }
  if (json.is_discarded()) return refused("the message is not JSON");
  return {.json = std::move(json)};
}

ParsedMessage MessageOf(Json json) {
  if (!json.is_object() || json.value("jsonrpc", Json()) != "2.0") {
    return Refused(RpcErrorCode::kInvalidRequest,
                   "a message is an object with \"jsonrpc\": \"2.0\"");
  }
  const Json id = json.value("id", Json());
  if (json.contains("id") && id.is_null()) {
    return Refused(RpcErrorCode::kInvalidRequest, "an id is a string or a whole number, not null");
  }
  if (!id.is_null() && !id.is_string() && !id.is_number_integer()) {
    return Refused(RpcErrorCode::kInvalidRequest, "an id is a string or a whole number");
  }
  RpcMessage message{
      .kind = id.is_null() ? RpcMessage::Kind::kNotification : RpcMessage::Kind::kRequest,
      .id = id};
  if (!json.contains("method") && (json.contains("result") || json.contains("error"))) {
    message.kind = RpcMessage::Kind::kResponse;
    message.is_refusal = json.contains("error");
    return {.message = std::move(message)};
  }
  if (!json.contains("method") || !json["method"].is_string()) {
    return Refused(RpcErrorCode::kInvalidRequest, "the method is missing", id);
  }
  message.method = json["method"];
  if (json.contains("params") && !json["params"].is_null()) {
    message.params = std::move(json["params"]);
  }
  if (message.params.is_object()) return {.message = std::move(message)};
  // A notification gets no reply.
  if (message.kind == RpcMessage::Kind::kRequest) {
    return Refused(RpcErrorCode::kInvalidParams, "params have to be an object", id);
  }
  message.params = Json::object();
  return {.message = std::move(message)};
}

}  // namespace

ParsedMessage ParseMessage(std::string_view text) {
  ParsedJson parsed = ParseJson(text);
  if (parsed.refused.has_value()) return *std::move(parsed.refused);
  if (parsed.json.is_array()) {
    return Refused(RpcErrorCode::kInvalidRequest,
                   "send one message after the other; batches are not taken");
  }
  return MessageOf(std::move(parsed.json));
}

ParsedText ParseMessages(std::string_view text) {
  ParsedJson parsed = ParseJson(text);
  if (parsed.refused.has_value()) return {.messages = {*std::move(parsed.refused)}};
  if (!parsed.json.is_array()) return {.messages = {MessageOf(std::move(parsed.json))}};
  if (parsed.json.empty() || parsed.json.size() > kMaxBatchMessages) {
    return {.messages = {Refused(RpcErrorCode::kInvalidRequest,
                                 fmt::format("a batch holds 1 to {} messages, not {}",
                                             kMaxBatchMessages, parsed.json.size()))}};
  }
  ParsedText batch{.is_batch = true};
  for (Json& json : parsed.json) batch.messages.push_back(MessageOf(std::move(json)));
  return batch;
}

std::string ResultLine(const Json& id, const Json& result) {
  return fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":{}}})", Print(id), Print(result));
}

std::string ErrorLine(const Json& id, const RpcError& error, MissingId missing_id) {
  Json object = {{"code", static_cast<int>(error.code)}, {"message", error.message}};
  if (!error.data.is_null()) object["data"] = error.data;
  Json line = {{"jsonrpc", "2.0"}};
  if (!id.is_null() || missing_id == MissingId::kNull) line["id"] = id;
  line["error"] = std::move(object);
  return Print(line);
}

std::string RequestLine(const Json& id, std::string_view method, const Json& params) {
  return Print({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
}

std::string NotificationLine(std::string_view method, const Json& params) {
  return fmt::format(R"({{"jsonrpc":"2.0","method":{},"params":{}}})", Print(method),
                     Print(params));
}

std::string BatchLine(const std::vector<std::string>& lines) {
  return fmt::format("[{}]", fmt::join(lines, ","));
}

}  // namespace waymark::services
