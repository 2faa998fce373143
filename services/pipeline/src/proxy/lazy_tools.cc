#include "proxy/lazy_tools.h"

#include <cstddef>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hints/json_depth.h"
#include "hints/json_parts.h"
#include "proxy/argument_schema.h"
#include "proxy/proxy_message.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

using OrderedJson = nlohmann::ordered_json;

// Fields that a shown entry keeps as they are.
constexpr std::string_view kShownFields[] = {"title", "annotations"};

// The first sentence or line, at most kMaxToolLineBytes of it.
std::string FirstLine(std::string_view description) {
  std::string_view line = description.substr(0, description.find('\n'));
  line = line.substr(0, line.find(". "));
  if (line.size() <= kMaxToolLineBytes) return std::string(line);
  std::size_t end = kMaxToolLineBytes;
  // Not within a character.
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
  return std::string(line.substr(0, end)) + "...";
}

}  // namespace

std::string LazyTools::Shorten(std::string_view entry) {
  const std::optional<std::vector<JsonField>> fields = ObjectFields(entry);
  if (!fields.has_value() || !wire::IsUtf8(entry)) return std::string(entry);
  const std::string name = StringOf(*fields, "name");
  if (name.empty()) return std::string(entry);
  entries_[name] = std::string(entry);
  std::string shown = fmt::format(
      R"({{"name":{},"description":{},"inputSchema":{{"type":"object"}})", ValueOf(*fields, "name"),
      JsonStringOf(FirstLine(StringOf(*fields, "description"))));
  for (const std::string_view field : kShownFields) {
    const std::string_view value = ValueOf(*fields, field);
    if (!value.empty()) shown += fmt::format(R"(,"{}":{})", field, value);
  }
  return shown + "}";
}

std::string_view LazyTools::EntryOf(const std::string& tool) const {
  const auto found = entries_.find(tool);
  return found == entries_.end() ? std::string_view() : found->second;
}

std::string LazyTools::FaultInCall(const std::string& tool, std::string_view arguments) const {
  const std::string_view entry = EntryOf(tool);
  if (arguments.empty()) arguments = "{}";
  if (entry.empty() || !IsNestedLittle(entry) || !IsNestedLittle(arguments)) return "";
  const nlohmann::json described = nlohmann::json::parse(entry, nullptr, false);
  const nlohmann::json given = nlohmann::json::parse(arguments, nullptr, false);
  if (described.is_discarded() || given.is_discarded()) return "";
  const nlohmann::json schema = described.value("inputSchema", nlohmann::json());
  const std::string fault = FaultIn(given, schema);
  if (fault.empty()) return "";
  return fmt::format("{}. The schema of {} is {}", fault, tool, schema.dump());
}

std::string LazyTools::DescribeEntry(std::string_view name) {
  const OrderedJson entry = {
      {"name", name},
      {"description",
       "Shows the whole description of a tool and the schema of its arguments. Call it before the "
       "first call of a tool whose arguments you do not know."},
      {"inputSchema",
       {{"type", "object"},
        {"properties", {{"name", {{"type", "string"}}}}},
        {"required", OrderedJson::array({"name"})}}},
      {"annotations", {{"readOnlyHint", true}}}};
  return entry.dump();
}

}  // namespace waymark::services
