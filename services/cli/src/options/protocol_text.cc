#include "options/protocol_text.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "graph/status.h"
#include "wire/gcx.h"
#include "wire/gcx_protocol.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

// The section that has these values; "" for JSON of something else.
std::string_view SectionFor(const Json& value) {
  if (value.is_array()) return wire::kToolDefinitions;
  if (!value.is_object() || value.contains("symbols")) return {};
  if (value.contains("tool") && value.contains("scope")) return wire::kToolRequest;
  return value.contains("code") ? wire::kProtocolError : std::string_view();
}

absl::StatusOr<std::string> Encoded(std::string_view name, const std::string& json) {
  WM_ASSIGN_OR_RETURN(std::vector<wire::GcxSection> sections, wire::GcxFromJson(name, json));
  wire::GcxSection& section = sections.front();
  section.meta.clear();
  if (name == wire::kToolDefinitions) std::sort(section.rows.begin(), section.rows.end());
  return wire::EncodeGcx(sections);
}

Json RowOf(const wire::GcxSection& section, const wire::GcxRow& row) {
  Json object = Json::object();
  for (std::size_t i = 0; i < section.fields.size(); ++i) object[section.fields[i]] = row[i];
  return object;
}

}  // namespace

std::optional<absl::StatusOr<std::string>> ProtocolFromJson(const std::string& json) {
  const Json value = Json::parse(json, nullptr, /*allow_exceptions=*/false);
  const std::string_view name = SectionFor(value);
  if (name.empty()) return std::nullopt;
  return Encoded(name, json);
}

std::optional<std::string> ProtocolToJson(const std::string& text) {
  const absl::StatusOr<std::vector<wire::GcxSection>> sections = wire::DecodeGcx(text);
  if (!sections.ok()) return std::nullopt;
  const wire::GcxSection& section = sections->front();
  Json value;
  if (section.tool == wire::kToolDefinitions) {
    value = Json::array();
    for (const wire::GcxRow& row : section.rows) value.push_back(RowOf(section, row));
  } else if (section.tool == wire::kProtocolError) {
    value = RowOf(section, section.rows.front());
  } else if (section.tool == wire::kToolRequest) {
    value = RowOf(section, section.rows.front());
    const std::string repo = value["repo"];
    if (repo.empty()) value.erase("repo");
    if (value["scope"] == wire::Name(wire::ToolScope::kFanOut)) value["repo"] = Json::parse(repo);
  } else {
    return std::nullopt;
  }
  return value.dump() + "\n";
}

}  // namespace waymark::services
