#include "http/mirrored_headers.h"

#include <cstdint>

#include <fmt/format.h>

#include "graph/ascii.h"
#include "protocol/revision.h"

namespace waymark::services {
namespace {

constexpr std::string_view kEncodedBegin = "=?base64?";
constexpr std::string_view kEncodedEnd = "?=";

// Methods whose requests repeat their subject in a header.
struct NamedMethod {
  std::string_view method;
  const char* parameter;
};

constexpr NamedMethod kNamedMethods[] = {
    {"tools/call", "name"}, {"prompts/get", "name"}, {"resources/read", "uri"}};

std::optional<std::string> FromBase64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr std::size_t kGroup = 4;
  constexpr unsigned kDigitBits = 6;
  constexpr unsigned kByteBits = 8;
  constexpr std::uint32_t kByteMask = 0xFF;
  if (text.size() % kGroup != 0) return std::nullopt;
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  std::string bytes;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    bits = bits << kDigitBits | static_cast<std::uint32_t>(digit);
    count += kDigitBits;
    if (count < kByteBits) continue;
    count -= kByteBits;
    bytes += static_cast<char>(bits >> count & kByteMask);
  }
  return bytes;
}

// Describes what is wrong with a header whose value must be `expected`.
std::optional<RpcError> Compare(const HttpRequest& http, const char* header,
                                const std::string& expected) {
  const std::optional<std::string> raw = http.Find(LowerCase(header));
  const std::optional<std::string> value = raw.has_value() ? DecodedHeader(*raw) : std::nullopt;
  if (value == expected) return std::nullopt;
  return RpcError{.code = RpcErrorCode::kHeaderMismatch,
                  .message = fmt::format("the header {} is '{}', the body says '{}'", header,
                                         raw.value_or(""), expected)};
}

}  // namespace

std::string RevisionInMeta(const RpcMessage& message) {
  const Json meta = message.params.value("_meta", Json::object());
  if (!meta.is_object()) return "";
  const Json revision = meta.value(kMetaRevision, Json());
  return revision.is_string() ? std::string(revision) : "";
}

std::optional<RpcError> FindHeaderMismatch(const HttpRequest& http, const RpcMessage& message) {
  if (auto wrong = Compare(http, "MCP-Protocol-Version", RevisionInMeta(message))) return wrong;
  // Notifications have no mirrored headers.
  if (message.kind != RpcMessage::Kind::kRequest) return std::nullopt;
  if (auto wrong = Compare(http, "Mcp-Method", message.method)) return wrong;
  for (const NamedMethod& row : kNamedMethods) {
    const Json name = message.params.value(row.parameter, Json());
    if (row.method == message.method && name.is_string()) return Compare(http, "Mcp-Name", name);
  }
  return std::nullopt;
}

std::optional<std::string> DecodedHeader(std::string_view value) {
  const bool is_encoded = value.size() >= kEncodedBegin.size() + kEncodedEnd.size() &&
                          value.starts_with(kEncodedBegin) && value.ends_with(kEncodedEnd);
  if (!is_encoded) return std::string(value);
  value.remove_prefix(kEncodedBegin.size());
  value.remove_suffix(kEncodedEnd.size());
  return FromBase64(value);
}

}  // namespace waymark::services
