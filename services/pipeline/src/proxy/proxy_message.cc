#include "proxy/proxy_message.h"

#include <cctype>
#include <cstddef>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hints/json_parts.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

// An error of the server that the protocol has no code for (JSON-RPC 2.0, 5.1).
constexpr int kServerErrorCode = -32000;

// An id is a string or a number; empty for anything else.
std::string NormalisedId(std::string_view raw) {
  const bool may_be = !raw.empty() && (raw.front() == '"' || raw.front() == '-' ||
                                       std::isdigit(static_cast<unsigned char>(raw.front())) != 0);
  if (!may_be) return "";
  const nlohmann::json id = nlohmann::json::parse(raw, nullptr, /*allow_exceptions=*/false);
  return id.is_discarded() ? std::string() : id.dump();
}

}  // namespace

std::vector<std::string_view> MessagesOf(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  const std::string_view trimmed = text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
  if (!trimmed.starts_with('[')) return {trimmed};
  return ArrayElements(trimmed).value_or(std::vector<std::string_view>{trimmed});
}

ProxyMessage ReadProxyMessage(std::string_view text) {
  ProxyMessage message;
  const std::optional<std::vector<JsonField>> fields = ObjectFields(text);
  if (!fields.has_value()) return message;
  message.id_raw = ValueOf(*fields, "id");
  message.id = NormalisedId(message.id_raw);
  message.method = StringOf(*fields, "method");
  message.params = ValueOf(*fields, "params");
  message.result = ValueOf(*fields, "result");
  if (!message.method.empty()) {
    message.kind =
        message.id.empty() ? ProxyMessage::Kind::kNotification : ProxyMessage::Kind::kRequest;
  } else if (!message.result.empty() || FindField(*fields, "error") != nullptr) {
    message.kind = ProxyMessage::Kind::kResponse;
  }
  return message;
}

std::string ResultMessage(std::string_view id, std::string_view result) {
  return fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":{}}})", id, result);
}

std::string ErrorMessage(std::string_view id, std::string_view reason) {
  return RefusalMessage(id, fmt::format(R"({{"code":{},"message":{}}})", kServerErrorCode,
                                        JsonStringOf(wire::VisibleText(reason))));
}

std::string RefusalMessage(std::string_view id, std::string_view error) {
  return fmt::format(R"({{"jsonrpc":"2.0","id":{},"error":{}}})", id, error);
}

}  // namespace waymark::services
