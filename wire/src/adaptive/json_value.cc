#include "adaptive/json_value.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "graph/status.h"
#include "json/json_reader.h"
#include "json/json_text.h"

namespace waymark::wire {
namespace {

// Fewer keys are compared with each other.
constexpr std::size_t kFewKeys = 12;

absl::Status ReadValue(JsonReader& reader, std::size_t depth, JsonValue& out);

absl::Status ReadObject(JsonReader& reader, std::size_t depth, JsonValue& out) {
  out.kind = JsonKind::kObject;
  WM_RETURN_IF_ERROR(reader.BeginObject());
  for (;;) {
    std::string key;
    bool more = false;
    WM_RETURN_IF_ERROR(reader.NextKey(key, more));
    if (!more) break;
    out.keys.push_back(std::move(key));
    WM_RETURN_IF_ERROR(ReadValue(reader, depth + 1, out.items.emplace_back()));
  }
  if (HasEqualKeys(out.keys)) return reader.Error("the object has a key twice");
  return absl::OkStatus();
}

absl::Status ReadArray(JsonReader& reader, std::size_t depth, JsonValue& out) {
  out.kind = JsonKind::kArray;
  WM_RETURN_IF_ERROR(reader.BeginArray());
  for (;;) {
    bool more = false;
    WM_RETURN_IF_ERROR(reader.NextElement(more));
    if (!more) return absl::OkStatus();
    WM_RETURN_IF_ERROR(ReadValue(reader, depth + 1, out.items.emplace_back()));
  }
}

absl::Status ReadValue(JsonReader& reader, std::size_t depth, JsonValue& out) {
  if (depth > kMaxTreeDepth) {
    return reader.Error(fmt::format("nested more than {} deep", kMaxTreeDepth));
  }
  switch (reader.Peek()) {
    case '{':
      return ReadObject(reader, depth, out);
    case '[':
      return ReadArray(reader, depth, out);
    case '"':
      out.kind = JsonKind::kString;
      return reader.ReadString(out.text);
    default:
      break;
  }
  WM_RETURN_IF_ERROR(reader.ReadCompact(out.text));
  out.kind = out.text == "null"    ? JsonKind::kNull
             : out.text == "true"  ? JsonKind::kTrue
             : out.text == "false" ? JsonKind::kFalse
                                   : JsonKind::kNumber;
  if (out.kind != JsonKind::kNumber) out.text.clear();
  return absl::OkStatus();
}

struct LayoutRow {
  JsonLayout layout;
  std::string_view name;
  std::string_view comma;
  std::string_view colon;
  std::size_t indent;  // blanks a level; 0: all in one line
};

constexpr LayoutRow kLayouts[] = {
    {JsonLayout::kCompact, "", ",", ":", 0},
    {JsonLayout::kSpaced, ",", ", ", ": ", 0},
    {JsonLayout::kIndented2, "2", ",", ": ", 2},
    {JsonLayout::kIndented4, "4", ",", ": ", 4},
};

void AppendBreak(std::string& out, const LayoutRow& layout, std::size_t level) {
  if (layout.indent == 0) return;
  out += '\n';
  out.append(level * layout.indent, ' ');
}

void AppendLaidOut(std::string& out, const JsonValue& value, const LayoutRow& layout,
                   std::size_t level) {
  if (value.is_scalar() || value.items.empty()) {
    AppendCompactJson(out, value);
    return;
  }
  out += value.is_object() ? '{' : '[';
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    if (i > 0) out += layout.comma;
    AppendBreak(out, layout, level + 1);
    if (value.is_object()) {
      AppendJsonString(out, value.keys[i]);
      out += layout.colon;
    }
    AppendLaidOut(out, value.items[i], layout, level + 1);
  }
  AppendBreak(out, layout, level);
  out += value.is_object() ? '}' : ']';
}

// Gives a string the JSON that it holds, if it can be written again byte for byte.
bool FindJsonIn(JsonValue& string) {
  constexpr std::size_t kLeastBytes = 20;
  const std::string& text = string.text;
  if (text.size() < kLeastBytes || (text.front() != '{' && text.front() != '[')) return false;
  absl::StatusOr<JsonValue> inner = ParseJsonValue(text);
  if (!inner.ok()) return false;
  for (const LayoutRow& row : kLayouts) {
    if (LaidOutJson(*inner, row.layout) != text) continue;
    string.layout = row.layout;
    string.items.push_back(*std::move(inner));
    return true;
  }
  return false;
}

}  // namespace

const JsonValue* JsonValue::Find(std::string_view key) const {
  const auto found = std::find(keys.begin(), keys.end(), key);
  return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

bool JsonValue::operator==(const JsonValue& other) const {
  return kind == other.kind && text == other.text &&
         (is_string() || (keys == other.keys && items == other.items));
}

absl::StatusOr<JsonValue> ParseJsonValue(std::string_view text) {
  JsonReader reader(text);
  JsonValue value;
  WM_RETURN_IF_ERROR(ReadValue(reader, 1, value));
  WM_RETURN_IF_ERROR(reader.ExpectEnd());
  return value;
}

void AppendCompactJson(std::string& out, const JsonValue& value) {
  switch (value.kind) {
    case JsonKind::kNull:
      out += "null";
      return;
    case JsonKind::kFalse:
      out += "false";
      return;
    case JsonKind::kTrue:
      out += "true";
      return;
    case JsonKind::kNumber:
    case JsonKind::kPointer:
      out += value.text;
      return;
    case JsonKind::kString:
      AppendJsonString(out, value.text);
      return;
    case JsonKind::kArray:
    case JsonKind::kObject:
      break;
  }
  out += value.is_object() ? '{' : '[';
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    if (i > 0) out += ',';
    if (value.is_object()) {
      AppendJsonString(out, value.keys[i]);
      out += ':';
    }
    AppendCompactJson(out, value.items[i]);
  }
  out += value.is_object() ? '}' : ']';
}

std::string CompactJson(const JsonValue& value) {
  std::string out;
  AppendCompactJson(out, value);
  return out;
}

std::string LaidOutJson(const JsonValue& value, JsonLayout layout) {
  std::string out;
  AppendLaidOut(out, value, kLayouts[static_cast<std::size_t>(layout)], 0);
  return out;
}

std::string_view NameOf(JsonLayout layout) {
  return kLayouts[static_cast<std::size_t>(layout)].name;
}

std::optional<JsonLayout> JsonLayoutFromName(std::string_view name) {
  for (const LayoutRow& row : kLayouts) {
    if (row.name == name) return row.layout;
  }
  return std::nullopt;
}

bool HasEqualKeys(const std::vector<std::string>& keys) {
  if (keys.size() <= kFewKeys) {
    for (std::size_t i = 1; i < keys.size(); ++i) {
      if (std::find(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(i), keys[i]) !=
          keys.begin() + static_cast<std::ptrdiff_t>(i)) {
        return true;
      }
    }
    return false;
  }
  const std::unordered_set<std::string_view> distinct(keys.begin(), keys.end());
  return distinct.size() != keys.size();
}

std::size_t BytesOf(const JsonValue& value, std::size_t limit) {
  std::size_t bytes = value.text.size() + 2;
  for (std::size_t i = 0; i < value.items.size() && bytes < limit; ++i) {
    if (value.is_object()) bytes += value.keys[i].size() + 3;
    bytes += BytesOf(value.items[i], limit) + 1;
  }
  return bytes;
}

void FindInnerJson(JsonValue& value, int depth) {
  if (depth <= 0) return;
  if (value.is_string()) {
    if (FindJsonIn(value)) FindInnerJson(value.items.front(), depth - 1);
    return;
  }
  for (JsonValue& item : value.items) FindInnerJson(item, depth);
}

bool IsJsonNumber(std::string_view text) {
  if (text.empty() || (text.front() != '-' && (text.front() < '0' || text.front() > '9'))) {
    return false;
  }
  JsonReader reader(text);
  std::string number;
  return reader.ReadCompact(number).ok() && number == text;
}

std::size_t EndOfJson(std::string_view text, std::size_t at) {
  std::size_t open = 0;
  bool in_string = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string) {
      if (c == '\\') ++at;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      ++open;
    } else if ((c == '}' || c == ']') && open > 0) {
      --open;
    }
    if (open == 0 && !in_string) return at + 1;
  }
  return std::string_view::npos;
}

}  // namespace waymark::wire
