// Adds and removes members in JSON with comments. A new member follows the last one, in the layout
// of the others.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "config/json_scan.h"
#include "graph/status.h"
#include "install/config_edit.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

const JsonMember* Find(const JsonObject& object, std::string_view key) {
  const auto found = std::find_if(object.members.begin(), object.members.end(),
                                  [&](const JsonMember& member) { return member.key == key; });
  return found == object.members.end() ? nullptr : &*found;
}

std::string_view NewlineOf(std::string_view file) {
  return file.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
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

// `"name": value` on several lines; all but the first begin with `indentation`.
std::string MemberText(std::string_view name, std::string_view value, std::string_view indentation,
                       std::string_view step, std::string_view newline) {
  const char fill = step.starts_with('\t') ? '\t' : ' ';
  const std::string lines = Json::parse(value).dump(static_cast<int>(step.size()), fill);
  std::string text = Json(name).dump() + ": ";
  for (const char c : lines) {
    if (c != '\n') {
      text += c;
      continue;
    }
    text += newline;
    text += indentation;
  }
  return text;
}

// The end of a comment that follows `offset` on its line; otherwise `offset`.
std::size_t BehindLineComment(std::string_view file, std::size_t offset) {
  const std::size_t next = std::min(file.find_first_not_of(" \t", offset), file.size());
  if (!file.substr(next).starts_with("//")) return offset;
  const std::size_t end = std::min(file.find('\n', next), file.size());
  return file[end - 1] == '\r' ? end - 1 : end;
}

// The insertion of a member after the last one of `object`, whose braces are indented by `outer`.
TextInsertion AppendMember(std::string_view file, const JsonObject& object, std::string_view name,
                           std::string_view value, std::string_view step) {
  const std::string_view newline = NewlineOf(file);
  if (object.members.empty()) {
    const Indentation own = IndentationBefore(file, object.range.begin);
    const std::string outer(own.text.substr(0, own.text.find_first_not_of(" \t")));
    const std::string inner = outer + std::string(step);
    std::string text =
        fmt::format("{}{}{}", newline, inner, MemberText(name, value, inner, step, newline));
    // A line break or a comment between the braces stays after the member.
    const std::size_t begin = object.range.begin + 1;
    const std::string_view between = file.substr(begin, object.range.end - 1 - begin);
    if (!between.starts_with('\n') && !between.starts_with("\r\n")) {
      text += fmt::format("{}{}", newline, outer);
    }
    return {.offset = begin, .text = std::move(text)};
  }
  const JsonMember& last = object.members.back();
  const Indentation first = IndentationBefore(file, object.members.front().key_range.begin);
  const std::size_t offset =
      last.has_comma ? BehindLineComment(file, last.comma + 1) : last.value.end;
  std::string text = last.has_comma ? "" : ",";
  if (first.is_own_line) {
    text += fmt::format("{}{}{}", newline, first.text,
                        MemberText(name, value, first.text, step, newline));
  } else {
    text += fmt::format(" {}: {}", Json(name).dump(), Json::parse(value).dump());
  }
  return {.offset = offset, .text = std::move(text)};
}

absl::StatusOr<JsonObject> ParentIn(std::string_view file, const JsonMember& parent) {
  absl::StatusOr<JsonObject> object = ScanJsonObject(file, parent.value.begin);
  if (object.ok()) return object;
  return absl::InvalidArgumentError(
      fmt::format("\"{}\": {}", parent.key, std::string(object.status().message())));
}

bool IsBlank(std::string_view file) {
  return file.find_first_not_of(" \t\r\n") == std::string_view::npos;
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
  if (parent == nullptr) return AppendMember(file, root, place.parent, whole, step);
  WM_ASSIGN_OR_RETURN(const JsonObject object, ParentIn(file, *parent));
  const JsonMember* const member = Find(object, place.name);
  if (member == nullptr) return AppendMember(file, object, place.name, value, step);
  const std::string_view there =
      file.substr(member->value.begin, member->value.end - member->value.begin);
  if (Json::parse(PlainJson(there), nullptr, false) == Json::parse(value)) return TextInsertion{};
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
    return AppendMember(file, root, name, value, StepOf(file, root)).ApplyTo(file);
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
    WM_ASSIGN_OR_RETURN(object, ParentIn(file, *parent));
  }
  const JsonMember* const member = Find(object, place.name);
  if (member == nullptr) return absent();

  const auto index = static_cast<std::size_t>(member - object.members.data());
  TextRange removed = {member->key_range.begin, member->value.end};
  std::string result(file);
  if (index + 1 < object.members.size()) {
    removed.end = object.members[index + 1].key_range.begin;
    return result.erase(removed.begin, removed.end - removed.begin);
  }
  // Also removes the white space before the member, but not a comment there.
  removed.begin = file.find_last_not_of(" \t\r\n", removed.begin - 1) + 1;
  if (member->has_comma) removed.end = member->comma + 1;
  result.erase(removed.begin, removed.end - removed.begin);
  // The member before is the last one now, and has a comma behind it only if this one had.
  if (index > 0 && !member->has_comma) result.erase(object.members[index - 1].comma, 1);
  return result;
}

}  // namespace waymark::services
