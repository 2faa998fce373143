#include "session/tool_result.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "hints/json_depth.h"
#include "hints/json_parts.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

constexpr std::string_view kModelAudience = "assistant";

bool IsForModel(const std::vector<JsonField>& item) {
  const std::optional<std::vector<JsonField>> annotations =
      ObjectFields(ValueOf(item, "annotations"));
  if (!annotations.has_value()) return true;
  const auto audience = ArrayElements(ValueOf(*annotations, "audience"));
  if (!audience.has_value() || audience->empty()) return true;
  return std::any_of(audience->begin(), audience->end(), [](std::string_view element) {
    return DecodedString(element) == kModelAudience;
  });
}

// Whether both are JSON with the same value. Also true where that is too expensive to find out.
bool HasSameValue(std::string_view json, std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (json.empty() || first == std::string_view::npos || text[first] != json.front()) return false;
  if (!IsNestedLittle(json) || !IsNestedLittle(text)) return true;
  const nlohmann::json value = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  return !value.is_discarded() && value == nlohmann::json::parse(json, nullptr, false);
}

}  // namespace

void EditToolResult(std::string_view result, const OtherForm& other_form,
                    std::vector<TextEdit>& edits) {
  const std::optional<std::vector<JsonField>> fields = ObjectFields(result);
  if (!fields.has_value()) return;
  const bool has_failed = ValueOf(*fields, "isError") == "true";
  const auto content = ArrayElements(ValueOf(*fields, "content"));
  if (!content.has_value()) return;
  const std::string_view structured = ValueOf(*fields, "structuredContent");
  for (const std::string_view element : *content) {
    const std::optional<std::vector<JsonField>> item = ObjectFields(element);
    if (!item.has_value() || StringOf(*item, "type") != "text" || !IsForModel(*item)) continue;
    const std::string_view there = ValueOf(*item, "text");
    const std::optional<std::string> text = DecodedString(there);
    if (!text.has_value() || !wire::IsUtf8(*text)) continue;
    const bool may_change = !has_failed && !HasSameValue(structured, *text);
    const std::optional<std::string> other = other_form(*text, may_change);
    if (may_change && other.has_value() && wire::IsUtf8(*other)) {
      edits.push_back({there, JsonStringOf(*other)});
    }
  }
}

std::vector<std::uint32_t> ShapeToolResult(ResponsePipeline& pipeline, ToolText call,
                                           std::string_view result, std::vector<TextEdit>& edits) {
  std::vector<std::uint32_t> ordinals;
  bool is_told = false;
  const auto other_form = [&](const std::string& text,
                              bool may_change) -> std::optional<std::string> {
    is_told = true;
    call.text = text;
    call.is_fixed = !may_change || text.size() > kMaxShapedTextBytes;
    ShapedText sent = pipeline.Shape(call);
    if (sent.ordinal != 0) ordinals.push_back(sent.ordinal);
    if (sent.text == text) return std::nullopt;
    return std::move(sent.text);
  };
  EditToolResult(result, other_form, edits);
  // A call without a text to shape may have changed what earlier answers were about.
  if (!is_told) static_cast<void>(pipeline.Shape(call));
  return ordinals;
}

}  // namespace waymark::services
