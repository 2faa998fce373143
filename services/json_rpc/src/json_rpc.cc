#include "services/json_rpc.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "wire/utf8.h"

namespace waymark::services {
namespace {

// Most levels of nested objects and arrays; no call needs more.
constexpr std::size_t kMaxNesting = 32;

// Most keys of one object.
constexpr std::size_t kMaxKeys = 1024;

constexpr std::size_t kEscapeBytes = 6;
constexpr std::string_view kReplacement = "\\ufffd";
constexpr std::string_view kOtherReplacement = "\\ufffe";

// Why the parser may not build the value: nesting costs stack, and the keys of an object are
// compared with each other. Empty if it may.
std::string_view TooLarge(std::string_view text) {
  std::array<std::size_t, kMaxNesting + 1> keys{};  // by depth
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxNesting) return "the message is nested too deep";
      keys[depth] = 0;
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    } else if (c == ':' && ++keys[depth] > kMaxKeys) {
      return "an object of the message has too many keys";
    }
  }
  return {};
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

// Replaces every unpaired surrogate in JSON text. The grammar allows it (RFC 8259, 8.2) and an
// editor may have it in a text, but the parser rejects it.
std::string WithoutLoneSurrogates(std::string text, std::string_view replacement) {
  const auto is_low = [](std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; };
  for (std::size_t at = text.find('\\'); at < text.size(); at = text.find('\\', at)) {
    const std::optional<std::uint32_t> unit = EscapedUnit(text, at);
    if (!unit.has_value()) {
      at += 2;  // an escape of one letter
      continue;
    }
    const bool is_high = *unit >= 0xD800 && *unit < 0xDC00;
    const bool is_pair = is_high && is_low(EscapedUnit(text, at + kEscapeBytes).value_or(0));
    if (!is_pair && (is_high || is_low(*unit))) text.replace(at, kEscapeBytes, replacement);
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
  return wire::VisibleText(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// The parsed value, or the error.
struct ParsedJson {
  Json json;
  Json twin;  // the same with another replacement of unpaired surrogates; null if there were none
  std::optional<ParsedMessage> refused;
};

ParsedJson ParseJson(std::string_view text) {
  const auto refused = [](std::string message) -> ParsedJson {
    return {.json = nullptr,
            .twin = nullptr,
            .refused = Refused(RpcErrorCode::kParseError, std::move(message))};
  };
  if (!wire::IsUtf8(text)) return refused("the message is not UTF-8");
  if (const std::string_view why = TooLarge(text); !why.empty()) return refused(std::string(why));
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_discarded()) {
    return {.json = std::move(json), .twin = nullptr, .refused = std::nullopt};
  }
  const auto parsed_with = [text](std::string_view replacement) {
    return Json::parse(WithoutLoneSurrogates(std::string(text), replacement), nullptr, false);
  };
  json = parsed_with(kReplacement);
  if (json.is_discarded()) return refused("the message is not JSON");
  return {.json = std::move(json), .twin = parsed_with(kOtherReplacement), .refused = std::nullopt};
}

// What later messages repeat as it came, beside the id: the tokens of progress and of partial
// results of both protocols.
constexpr std::string_view kRepeatedParams[] = {"/_meta/progressToken", "/workDoneToken",
                                                "/partialResultToken"};

// The key of a token with an unpaired surrogate; empty if there is none. `twin` is that of
// ParsedJson.
std::string_view TokenWithLoneSurrogate(const Json& params, const Json& twin) {
  if (!twin.is_object() || !twin.contains("params")) return {};
  const Json& other = twin["params"];
  for (const std::string_view path : kRepeatedParams) {
    const Json::json_pointer pointer{std::string(path)};
    if (params.contains(pointer) && params.at(pointer) != other.at(pointer)) {
      return path.substr(path.rfind('/') + 1);
    }
  }
  return {};
}

// `twin` is that of ParsedJson.
ParsedMessage MessageOf(Json json, const Json& twin) {
  if (!json.is_object() || json.value("jsonrpc", Json()) != "2.0") {
    return Refused(RpcErrorCode::kInvalidRequest,
                   "a message is an object with \"jsonrpc\": \"2.0\"");
  }
  const Json id = json.value("id", Json());
  if (twin.is_object() && twin.value("id", Json()) != id) {
    return Refused(RpcErrorCode::kInvalidRequest,
                   "the id holds an unpaired surrogate, which is no character: it could not be "
                   "sent back as it is");
  }
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
  const std::string_view token = TokenWithLoneSurrogate(message.params, twin);
  if (!token.empty() && message.kind == RpcMessage::Kind::kRequest) {
    return Refused(RpcErrorCode::kInvalidParams,
                   fmt::format("{} holds an unpaired surrogate, which is no character: it could "
                               "not be sent back as it is",
                               token),
                   id);
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
  return MessageOf(std::move(parsed.json), parsed.twin);
}

ParsedText ParseMessages(std::string_view text) {
  ParsedJson parsed = ParseJson(text);
  if (parsed.refused.has_value()) return {.messages = {*std::move(parsed.refused)}};
  if (!parsed.json.is_array())
    return {.messages = {MessageOf(std::move(parsed.json), parsed.twin)}};
  if (parsed.json.empty() || parsed.json.size() > kMaxBatchMessages) {
    return {.messages = {Refused(RpcErrorCode::kInvalidRequest,
                                 fmt::format("a batch holds 1 to {} messages, not {}",
                                             kMaxBatchMessages, parsed.json.size()))}};
  }
  ParsedText batch{.is_batch = true};
  for (std::size_t i = 0; i < parsed.json.size(); ++i) {
    const Json& twin = parsed.twin.is_array() ? parsed.twin[i] : parsed.twin;
    batch.messages.push_back(MessageOf(std::move(parsed.json[i]), twin));
  }
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
