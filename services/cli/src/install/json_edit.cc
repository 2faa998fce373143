// Adds and removes members of objects and elements of lists in JSON with comments. A new item
// follows the last one, in the layout of the others.
#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "config/json_scan.h"
#include "graph/status.h"
#include "install/config_edit.h"
#include "install/text_lines.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

const JsonMember* Find(const JsonObject& object, std::string_view key) {
  const auto found = std::find_if(object.members.begin(), object.members.end(),
                                  [&](const JsonMember& member) { return member.key == key; });
  return found == object.members.end() ? nullptr : &*found;
}

// The white space from the start of the line to `offset`; empty if other text is there.
struct Indentation {
  bool is_own_line = false;
  std::string_view text;
};

Indentation IndentationBefore(std::string_view file, std::size_t offset) {
  const std::string_view before = file.substr(0, offset);
  const std::string_view line = before.substr(before.rfind('\n') + 1);  // npos + 1 is 0
  const bool is_blank = line.find_first_not_of(" \t") == std::string_view::npos;
  return {.is_own_line = is_blank, .text = line};
}

// One step of the file's indentation.
std::string StepOf(std::string_view file, const JsonObject& root) {
  if (!root.members.empty()) {
    const Indentation first = IndentationBefore(file, root.members.front().key_range.begin);
    if (first.is_own_line && !first.text.empty()) return std::string(first.text);
  }
  return "  ";
}

// Where a member or an element stands: what both layouts need.
struct Item {
  TextRange range;
  bool has_comma = false;
  std::size_t comma = 0;
};

Item ItemOf(const JsonMember& member) {
  return {{member.key_range.begin, member.value.end}, member.has_comma, member.comma};
}

Item ItemOf(const JsonElement& element) {
  return {element.value, element.has_comma, element.comma};
}

// A new item, as it is written on several lines and on one.
struct ItemText {
  std::string lines;
  std::string one_line;
};

ItemText ElementText(std::string_view value, std::string_view step) {
  const char fill = step.starts_with('\t') ? '\t' : ' ';
  const Json json = Json::parse(value);
  return {json.dump(static_cast<int>(step.size()), fill), json.dump()};
}

ItemText MemberText(std::string_view name, std::string_view value, std::string_view step) {
  const std::string key = Json(name).dump() + ": ";
  const ItemText element = ElementText(value, step);
  return {key + element.lines, key + element.one_line};
}

// The end of a comment that follows `offset` on its line; otherwise `offset`.
std::size_t BehindLineComment(std::string_view file, std::size_t offset) {
  const std::size_t next = std::min(file.find_first_not_of(" \t", offset), file.size());
  if (!file.substr(next).starts_with("//")) return offset;
  const std::size_t end = std::min(file.find('\n', next), file.size());
  return file[end - 1] == '\r' ? end - 1 : end;
}

// The insertion of the only item of an object or a list at `range`.
TextInsertion InsertFirst(std::string_view file, TextRange range, const ItemText& item,
                          std::string_view step) {
  const std::string_view newline = LineEndOf(file);
  const Indentation own = IndentationBefore(file, range.begin);
  const std::string outer(own.text.substr(0, own.text.find_first_not_of(" \t")));
  const std::string inner = outer + std::string(step);
  std::string text =
      fmt::format("{}{}{}", newline, inner, WithLineEnds(item.lines, newline, inner));
  // A line break or a comment between the brackets stays after the item.
  const std::size_t begin = range.begin + 1;
  const std::string_view between = file.substr(begin, range.end - 1 - begin);
  if (!between.starts_with('\n') && !between.starts_with("\r\n")) {
    text += fmt::format("{}{}", newline, outer);
  }
  return {.offset = begin, .text = std::move(text)};
}

// The insertion of an item after the last of `parts`, which stand at `range`.
template <typename Part>
TextInsertion Append(std::string_view file, TextRange range, const std::vector<Part>& parts,
                     const ItemText& item, std::string_view step) {
  if (parts.empty()) return InsertFirst(file, range, item, step);
  const Item last = ItemOf(parts.back());
  const Indentation first = IndentationBefore(file, ItemOf(parts.front()).range.begin);
  std::size_t offset = last.has_comma ? last.comma + 1 : last.range.end;
  std::string text = last.has_comma ? "" : ",";
  if (first.is_own_line) {
    const std::string_view newline = LineEndOf(file);
    if (last.has_comma) offset = BehindLineComment(file, offset);
    text +=
        fmt::format("{}{}{}", newline, first.text, WithLineEnds(item.lines, newline, first.text));
  } else {
    text += " " + item.one_line;
  }
  return {.offset = offset, .text = std::move(text)};
}

// The file without one of `parts`.
template <typename Part>
std::string Without(std::string_view file, const std::vector<Part>& parts, std::size_t index) {
  const Item item = ItemOf(parts[index]);
  std::string result(file);
  if (index + 1 < parts.size()) {
    const std::size_t next = ItemOf(parts[index + 1]).range.begin;
    return result.erase(item.range.begin, next - item.range.begin);
  }
  // Also removes the white space before the item, but not a comment there.
  const std::size_t begin = file.find_last_not_of(" \t\r\n", item.range.begin - 1) + 1;
  const std::size_t end = item.has_comma ? item.comma + 1 : item.range.end;
  result.erase(begin, end - begin);
  // The item before is the last one now, and has a comma behind it only if this one had.
  if (index > 0 && !item.has_comma) result.erase(ItemOf(parts[index - 1]).comma, 1);
  return result;
}

// An error about the value of a member, which names the member.
absl::Status Within(const JsonMember& member, const absl::Status& status) {
  return absl::InvalidArgumentError(
      fmt::format("\"{}\": {}", member.key, std::string(status.message())));
}

absl::StatusOr<JsonObject> ObjectOf(std::string_view file, const JsonMember& member) {
  absl::StatusOr<JsonObject> object = ScanJsonObject(file, member.value.begin);
  if (object.ok()) return object;
  return Within(member, object.status());
}

absl::StatusOr<JsonArray> ArrayOf(std::string_view file, const JsonMember& member) {
  absl::StatusOr<JsonArray> array = ScanJsonArray(file, member.value.begin);
  if (array.ok()) return array;
  return Within(member, array.status());
}

// Whether the bytes at `range` are the same value, in whatever layout and order of members.
bool IsValue(std::string_view file, TextRange range, std::string_view value) {
  const std::string_view there = file.substr(range.begin, range.end - range.begin);
  return nlohmann::json::parse(PlainJson(there), nullptr, false) == nlohmann::json::parse(value);
}

bool IsBlank(std::string_view file) {
  return file.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

absl::StatusOr<std::string> RemoveFirstElement(std::string_view file, const ConfigPlace& place,
                                               std::string_view value) {
  const auto absent = [&] {
    return absl::NotFoundError(fmt::format("it is not in \"{}\"", place.name));
  };
  if (IsBlank(file)) return absent();
  WM_ASSIGN_OR_RETURN(const JsonObject root, ScanJsonFile(file));
  const JsonMember* const parent = Find(root, place.parent);
  if (parent == nullptr) return absent();
  WM_ASSIGN_OR_RETURN(const JsonObject object, ObjectOf(file, *parent));
  const JsonMember* const member = Find(object, place.name);
  if (member == nullptr) return absent();
  WM_ASSIGN_OR_RETURN(const JsonArray array, ArrayOf(file, *member));
  for (std::size_t i = 0; i < array.elements.size(); ++i) {
    if (IsValue(file, array.elements[i].value, value)) return Without(file, array.elements, i);
  }
  return absent();
}

}  // namespace

std::string TextInsertion::ApplyTo(std::string_view file) const {
  std::string result(file.substr(0, offset));
  result += text;
  result += file.substr(std::min(offset, file.size()));
  return result;
}

absl::StatusOr<TextInsertion> AddJsonMember(std::string_view file, const ConfigPlace& place,
                                            std::string_view value) {
  const std::string whole = Json{{std::string(place.name), Json::parse(value)}}.dump();
  if (IsBlank(file)) {
    const Json object = {{std::string(place.parent), Json::parse(whole)}};
    return TextInsertion{.offset = file.size(), .text = object.dump(2) + "\n"};
  }
  WM_ASSIGN_OR_RETURN(const JsonObject root, ScanJsonFile(file));
  const std::string step = StepOf(file, root);
  const JsonMember* const parent = Find(root, place.parent);
  if (parent == nullptr) {
    return Append(file, root.range, root.members, MemberText(place.parent, whole, step), step);
  }
  WM_ASSIGN_OR_RETURN(const JsonObject object, ObjectOf(file, *parent));
  const JsonMember* const member = Find(object, place.name);
  if (member == nullptr) {
    return Append(file, object.range, object.members, MemberText(place.name, value, step), step);
  }
  if (IsValue(file, member->value, value)) return TextInsertion{};
  return absl::FailedPreconditionError(
      fmt::format("line {}: \"{}\" is there already, and is another one; remove it first",
                  LineOf(file, member->key_range.begin), place.name));
}

absl::StatusOr<std::string> SetJsonMember(std::string_view file, std::string_view name,
                                          std::string_view value) {
  if (IsBlank(file)) return Json{{std::string(name), Json::parse(value)}}.dump(2) + "\n";
  WM_ASSIGN_OR_RETURN(const JsonObject root, ScanJsonFile(file));
  const JsonMember* const member = Find(root, name);
  if (member == nullptr) {
    const std::string step = StepOf(file, root);
    return Append(file, root.range, root.members, MemberText(name, value, step), step)
        .ApplyTo(file);
  }
  std::string result(file.substr(0, member->value.begin));
  result += value;
  result += file.substr(member->value.end);
  return result;
}

absl::StatusOr<std::string> RemoveJsonMember(std::string_view file, const ConfigPlace& place) {
  const auto absent = [&] {
    return absl::NotFoundError(fmt::format("there is no \"{}\" in it", place.name));
  };
  if (IsBlank(file)) return absent();
  WM_ASSIGN_OR_RETURN(JsonObject object, ScanJsonFile(file));
  if (!place.parent.empty()) {
    const JsonMember* const parent = Find(object, place.parent);
    if (parent == nullptr) return absent();
    WM_ASSIGN_OR_RETURN(object, ObjectOf(file, *parent));
  }
  const JsonMember* const member = Find(object, place.name);
  if (member == nullptr) return absent();
  return Without(file, object.members, static_cast<std::size_t>(member - object.members.data()));
}

absl::StatusOr<TextInsertion> AddJsonElement(std::string_view file, const ConfigPlace& place,
                                             std::string_view value) {
  const std::string list = Json::array({Json::parse(value)}).dump();
  if (IsBlank(file)) return AddJsonMember(file, place, list);
  WM_ASSIGN_OR_RETURN(const JsonObject root, ScanJsonFile(file));
  const JsonMember* const parent = Find(root, place.parent);
  if (parent == nullptr) return AddJsonMember(file, place, list);
  WM_ASSIGN_OR_RETURN(const JsonObject object, ObjectOf(file, *parent));
  const JsonMember* const member = Find(object, place.name);
  if (member == nullptr) return AddJsonMember(file, place, list);
  WM_ASSIGN_OR_RETURN(const JsonArray array, ArrayOf(file, *member));
  for (const JsonElement& there : array.elements) {
    if (IsValue(file, there.value, value)) return TextInsertion{};
  }
  const std::string step = StepOf(file, root);
  return Append(file, array.range, array.elements, ElementText(value, step), step);
}

absl::StatusOr<std::string> RemoveJsonElement(std::string_view file, const ConfigPlace& place,
                                              std::string_view value) {
  WM_ASSIGN_OR_RETURN(std::string removed, RemoveFirstElement(file, place, value));
  for (;;) {
    absl::StatusOr<std::string> more = RemoveFirstElement(removed, place, value);
    if (!more.ok()) return removed;
    removed = *std::move(more);
  }
}

}  // namespace waymark::services
