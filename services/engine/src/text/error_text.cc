#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/ascii.h"
#include "services/state_text.h"
#include "services/visible_text.h"
#include "wire/gcx.h"
#include "wire/gcx_protocol.h"

namespace waymark::services {
namespace {

constexpr char kFixField[] = "fix";

std::string CodeOf(const absl::Status& status) {
  return LowerCase(absl::StatusCodeToString(status.code()));
}

std::optional<std::string> GcxError(const absl::Status& status, const std::string& message) {
  absl::StatusOr<wire::GcxSection> section = wire::ToGcxSection(
      wire::ProtocolError{.code = CodeOf(status), .message = message, .detail = FixOf(status)});
  if (!section.ok()) return std::nullopt;
  std::vector<wire::GcxSection> sections;
  sections.push_back(*std::move(section));
  absl::StatusOr<std::string> text = wire::EncodeGcx(sections);
  return text.ok() ? std::optional<std::string>(*std::move(text)) : std::nullopt;
}

// Visible text has no controls that XML cannot write.
std::string XmlContent(std::string_view text) {
  std::string content;
  for (const char c : VisibleMessage(text)) {
    if (c == '&') {
      content += "&amp;";
    } else if (c == '<') {
      content += "&lt;";
    } else if (c == '>') {
      content += "&gt;";
    } else {
      content += c;
    }
  }
  return content;
}

std::string XmlError(const absl::Status& status, const std::string& message) {
  std::string xml = fmt::format("<error code=\"{}\">\n  <message>{}</message>\n", CodeOf(status),
                                XmlContent(message));
  const std::string fix = FixOf(status);
  if (!fix.empty()) xml += fmt::format("  <fix>{}</fix>\n", XmlContent(fix));
  return xml + "</error>\n";
}

}  // namespace

absl::Status WithFix(absl::Status status, std::string_view fix) {
  status.SetPayload(kFixField, absl::Cord(JsonString(fix)));
  return status;
}

std::string FixOf(const absl::Status& status) {
  const auto fix = status.GetPayload(kFixField);
  if (!fix.has_value()) return "";
  const auto value = nlohmann::ordered_json::parse(std::string(*fix), nullptr, false);
  return value.is_string() ? value.get<std::string>() : std::string();
}

nlohmann::ordered_json ErrorFields(const absl::Status& status) {
  nlohmann::ordered_json error{{"code", CodeOf(status)},
                               {"message", std::string(status.message())}};
  status.ForEachPayload([&](auto name, const absl::Cord& payload) {
    if (name == kRemedyPayload) return;
    auto value = nlohmann::ordered_json::parse(std::string(payload), nullptr, false);
    if (!value.is_discarded()) error[std::string(name)] = std::move(value);
  });
  return error;
}

std::optional<std::string> ErrorIn(std::string_view format, const absl::Status& status) {
  const std::string message(status.message());
  if (format == "json" || format == "jsonl") return Compact(ErrorFields(status)) + "\n";
  if (format == "gcx" || format == "gcx1") return GcxError(status, message);
  if (format == "xml") return XmlError(status, message);
  return std::nullopt;
}

}  // namespace waymark::services
