// Converts JSON responses of tools to sections of GCX1.
#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gcx/gcx_columns.h"
#include "gcx/gcx_layouts.h"
#include "graph/status.h"
#include "json/json_reader.h"
#include "wire/gcx.h"

namespace waymark::wire {
namespace {

constexpr char kValueField[] = "value";
// Each key of this tool's response is a section without a published layout.
constexpr std::string_view kOutlineTool = "get_repo_outline";

using Cells = std::map<std::string, std::string>;

// The cell of any value; nested values become compact JSON.
absl::Status ReadCell(JsonReader& reader, std::string& cell) {
  cell.clear();
  if (reader.TryNull()) return absl::OkStatus();
  return reader.Peek() == '"' ? reader.ReadString(cell) : reader.ReadCompact(cell);
}

absl::Status ReadObject(JsonReader& reader, Cells& cells) {
  WM_RETURN_IF_ERROR(reader.BeginObject());
  std::string key;
  for (;;) {
    bool more = false;
    WM_RETURN_IF_ERROR(reader.NextKey(key, more));
    if (!more) return absl::OkStatus();
    std::string cell;
    WM_RETURN_IF_ERROR(ReadCell(reader, cell));
    if (!cells.emplace(key, std::move(cell)).second) {
      return reader.Error(fmt::format("the field '{}' is given twice", key));
    }
  }
}

// Published layouts have short names, and one name for each kind.
void FollowLayout(Cells& cells) {
  const auto kind = cells.find("kind");
  const std::optional<SymbolKind> known =
      kind == cells.end() ? std::nullopt : KindFromName(kind->second);
  if (const auto name = cells.find(kGcxName); name != cells.end()) {
    name->second = std::string(
        GcxShortName(name->second, known ? Term<SymbolKind>(*known) : Term<SymbolKind>()));
  }
  if (kind == cells.end()) return;
  kind->second = std::string(GcxPublishedKind(kind->second));
}

// The content of one section: objects, or values that are not objects.
struct Rows {
  std::vector<Cells> objects;
  std::vector<std::string> values;
  bool is_array = false;
};

absl::Status ReadElements(JsonReader& reader, Rows& rows) {
  WM_RETURN_IF_ERROR(reader.BeginArray());
  for (;;) {
    bool more = false;
    WM_RETURN_IF_ERROR(reader.NextElement(more));
    if (!more) return absl::OkStatus();
    if (reader.Peek() == '{') {
      WM_RETURN_IF_ERROR(ReadObject(reader, rows.objects.emplace_back()));
    } else {
      WM_RETURN_IF_ERROR(ReadCell(reader, rows.values.emplace_back()));
    }
  }
}

// Reads the text of one value. An array of objects and other values gives only values; an array
// with a value that cannot be a row gives a single value.
absl::StatusOr<Rows> ReadRows(const std::string& json) {
  JsonReader reader(json);
  Rows rows;
  if (reader.Peek() == '{') {
    WM_RETURN_IF_ERROR(ReadObject(reader, rows.objects.emplace_back()));
  } else if (reader.Peek() == '[') {
    rows.is_array = true;
    WM_RETURN_IF_ERROR(ReadElements(reader, rows));
  } else {
    WM_RETURN_IF_ERROR(ReadCell(reader, rows.values.emplace_back()));
  }
  WM_RETURN_IF_ERROR(reader.ExpectEnd());
  const bool is_empty_object =
      rows.objects.size() == 1 && rows.objects[0].empty() && !rows.is_array;
  const bool has_empty = std::find(rows.values.begin(), rows.values.end(), "") != rows.values.end();
  const bool mixes = !rows.values.empty() && !rows.objects.empty();
  const bool has_empty_object = std::any_of(rows.objects.begin(), rows.objects.end(),
                                            [](const Cells& cells) { return cells.empty(); });
  if (is_empty_object || has_empty || mixes || has_empty_object) {
    JsonReader again(json);
    std::string whole;
    WM_RETURN_IF_ERROR(again.ReadCompact(whole));
    rows = {.objects = {}, .values = {std::move(whole)}, .is_array = false};
  }
  return rows;
}

std::vector<std::string> FieldsOf(const Rows& rows) {
  std::set<std::string> fields;
  for (const Cells& cells : rows.objects) {
    for (const auto& [key, cell] : cells) fields.insert(key);
  }
  return {fields.begin(), fields.end()};
}

// The published fields if they include every field in use; an optional field that no row has is
// left out.
absl::StatusOr<std::vector<std::string>> PublishedFields(const GcxLayout& layout,
                                                         const std::vector<std::string>& used) {
  std::vector<std::string> fields = SplitGcxFields(layout.fields);
  for (const std::string& field : used) {
    if (std::find(fields.begin(), fields.end(), field) == fields.end()) {
      return absl::InvalidArgumentError(fmt::format(
          "encode gcx: section '{}': the published layout has no field '{}'; send it in a section "
          "of another name",
          layout.section, field));
    }
  }
  if (std::find(used.begin(), used.end(), layout.optional_field) == used.end()) {
    std::erase(fields, layout.optional_field);
  }
  return fields;
}

absl::StatusOr<GcxSection> SectionOf(std::string tool, const std::string& json) {
  WM_ASSIGN_OR_RETURN(Rows rows, ReadRows(json));
  GcxSection section;
  section.tool = std::move(tool);
  section.fields = FieldsOf(rows);
  const GcxLayout* layout = FindGcxLayout(section.tool);
  if (layout != nullptr && rows.values.empty()) {
    WM_ASSIGN_OR_RETURN(section.fields, PublishedFields(*layout, section.fields));
    for (Cells& cells : rows.objects) FollowLayout(cells);
  } else if (section.fields.empty()) {
    section.fields = {kValueField};
  }
  section.rows.reserve(rows.objects.size() + rows.values.size());
  for (Cells& cells : rows.objects) {
    GcxRow& row = section.rows.emplace_back();
    row.reserve(section.fields.size());
    for (const std::string& field : section.fields) row.push_back(std::move(cells[field]));
  }
  for (std::string& value : rows.values) section.rows.push_back({std::move(value)});
  if (rows.is_array) section.meta.emplace(kGcxRowsKey, std::to_string(section.rows.size()));
  return section;
}

// Whether a tool's response is an object with a section for each of its keys.
bool HasSections(std::string_view tool) {
  const std::string prefix = std::string(tool) + '.';
  const std::span<const GcxLayout> layouts = AllGcxLayouts();
  return tool == kOutlineTool || std::any_of(layouts.begin(), layouts.end(), [&](const auto& row) {
           return row.section.starts_with(prefix);
         });
}

}  // namespace

absl::StatusOr<std::vector<GcxSection>> GcxFromJson(std::string_view tool, std::string_view json) {
  JsonReader reader(json);
  std::vector<GcxSection> sections;
  if (!HasSections(tool) || reader.Peek() != '{') {
    WM_ASSIGN_OR_RETURN(GcxSection section, SectionOf(std::string(tool), std::string(json)));
    sections.push_back(std::move(section));
    return sections;
  }
  WM_RETURN_IF_ERROR(reader.BeginObject());
  std::string key;
  for (;;) {
    bool more = false;
    WM_RETURN_IF_ERROR(reader.NextKey(key, more));
    if (!more) break;
    std::string value;
    WM_RETURN_IF_ERROR(reader.ReadCompact(value));
    WM_ASSIGN_OR_RETURN(GcxSection section, SectionOf(fmt::format("{}.{}", tool, key), value));
    sections.push_back(std::move(section));
  }
  WM_RETURN_IF_ERROR(reader.ExpectEnd());
  if (sections.empty()) {
    WM_ASSIGN_OR_RETURN(GcxSection section, SectionOf(std::string(tool), std::string(json)));
    sections.push_back(std::move(section));
  }
  return sections;
}

}  // namespace waymark::wire
