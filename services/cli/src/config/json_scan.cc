#include "config/json_scan.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/status.h"

namespace waymark::services {
namespace {

constexpr std::size_t kMaxDepth = 100;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kJsonSpaces = " \t\r\n";

class Scanner {
 public:
  Scanner(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  std::size_t at() const { return at_; }

  absl::Status Error(std::string_view expected) const {
    const std::string found =
        at_ >= text_.size() ? "the end" : fmt::format("'{}'", text_.substr(at_, 1));
    return absl::InvalidArgumentError(
        fmt::format("line {}: {} is expected, found {}", LineOf(text_, at_), expected, found));
  }

  // Skips white space and comments.
  absl::Status Skip() {
    for (;;) {
      at_ = std::min(text_.find_first_not_of(kJsonSpaces, at_), text_.size());
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (rest.starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) return Error("a comment that ends");
        at_ = end + 2;
      } else {
        return absl::OkStatus();
      }
    }
  }

  bool Take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool AtEnd() const { return at_ >= text_.size(); }

  absl::StatusOr<TextRange> String() {
    const std::size_t begin = at_;
    if (!Take('"')) return Error("a text in double quotes");
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') {
      at_ += text_[at_] == '\\' ? 2 : 1;
    }
    at_ = std::min(at_, text_.size());
    if (!Take('"')) return Error("the end of a text in double quotes");
    return TextRange{begin, at_};
  }

  // `object` may be null: the value is only skipped.
  absl::Status Value(std::size_t depth, JsonObject* object) {
    if (depth > kMaxDepth) return Error(fmt::format("nesting of at most {}", kMaxDepth));
    if (at_ >= text_.size()) return Error("a value");
    if (text_[at_] == '{') return Object(depth, object);
    if (object != nullptr) return Error("an object");
    if (text_[at_] == '[') return Array(depth, nullptr);
    if (text_[at_] == '"') return String().status();
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n,]}/", at_), text_.size());
    if (!nlohmann::json::accept(text_.substr(at_, end - at_))) return Error("a value");
    at_ = end;
    return absl::OkStatus();
  }

  // A value that must be a list. `array` may be null: it is only skipped.
  absl::Status Array(std::size_t depth, JsonArray* array) {
    const std::size_t begin = at_;
    if (!Take('[')) return Error("a list");
    for (;;) {
      WM_RETURN_IF_ERROR(Skip());
      if (Take(']')) break;
      JsonElement element;
      element.value.begin = at_;
      WM_RETURN_IF_ERROR(Value(depth + 1, nullptr));
      element.value.end = at_;
      WM_RETURN_IF_ERROR(Skip());
      element.comma = at_;
      element.has_comma = Take(',');
      if (array != nullptr) array->elements.push_back(element);
      if (element.has_comma) continue;
      if (!Take(']')) return Error("',' or ']'");
      break;
    }
    if (array != nullptr) array->range = {begin, at_};
    return absl::OkStatus();
  }

 private:
  absl::Status Object(std::size_t depth, JsonObject* object) {
    const std::size_t begin = at_++;
    std::map<std::string, std::size_t> keys;  // to the line
    for (;;) {
      WM_RETURN_IF_ERROR(Skip());
      if (Take('}')) break;
      JsonMember member;
      WM_ASSIGN_OR_RETURN(member.key_range, String());
      WM_RETURN_IF_ERROR(Skip());
      if (!Take(':')) return Error("':'");
      WM_RETURN_IF_ERROR(Skip());
      member.value.begin = at_;
      WM_RETURN_IF_ERROR(Value(depth + 1, nullptr));
      member.value.end = at_;
      WM_RETURN_IF_ERROR(Skip());
      member.comma = at_;
      member.has_comma = Take(',');
      const bool goes_on = member.has_comma;
      if (object != nullptr) WM_RETURN_IF_ERROR(Add(std::move(member), keys, *object));
      if (goes_on) continue;
      if (!Take('}')) return Error("',' or '}'");
      break;
    }
    if (object != nullptr) object->range = {begin, at_};
    return absl::OkStatus();
  }

  absl::Status Add(JsonMember member, std::map<std::string, std::size_t>& keys,
                   JsonObject& object) const {
    const std::string_view raw =
        text_.substr(member.key_range.begin, member.key_range.end - member.key_range.begin);
    const auto key = nlohmann::json::parse(raw, nullptr, false);
    if (!key.is_string()) {
      return absl::InvalidArgumentError(fmt::format("line {}: {} is no text of JSON",
                                                    LineOf(text_, member.key_range.begin), raw));
    }
    member.key = key.get<std::string>();
    const std::size_t line = LineOf(text_, member.key_range.begin);
    const auto [first, is_new] = keys.emplace(member.key, line);
    if (!is_new) {
      return absl::InvalidArgumentError(
          fmt::format("line {}: {} is there twice, first on line {}", line, raw, first->second));
    }
    object.members.push_back(std::move(member));
    return absl::OkStatus();
  }

  const std::string_view text_;
  std::size_t at_;
};

}  // namespace

absl::StatusOr<JsonObject> ScanJsonFile(std::string_view file) {
  Scanner scanner(file, file.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
  JsonObject object;
  WM_RETURN_IF_ERROR(scanner.Skip());
  WM_RETURN_IF_ERROR(scanner.Value(0, &object));
  WM_RETURN_IF_ERROR(scanner.Skip());
  if (!scanner.AtEnd()) return scanner.Error("the end of the file");
  return object;
}

absl::StatusOr<JsonObject> ScanJsonObject(std::string_view file, std::size_t begin) {
  Scanner scanner(file, begin);
  JsonObject object;
  WM_RETURN_IF_ERROR(scanner.Value(0, &object));
  return object;
}

absl::StatusOr<JsonArray> ScanJsonArray(std::string_view file, std::size_t begin) {
  Scanner scanner(file, begin);
  JsonArray array;
  WM_RETURN_IF_ERROR(scanner.Array(0, &array));
  return array;
}

std::string PlainJson(std::string_view value) {
  std::string plain;
  std::size_t pending_comma = std::string::npos;  // in `plain`, if nothing follows it yet
  for (std::size_t at = 0; at < value.size();) {
    Scanner scanner(value, at);
    if (!scanner.Skip().ok()) break;
    at = scanner.at();
    if (at >= value.size()) break;
    std::size_t end = at + 1;
    if (value[at] == '"') {
      if (!scanner.String().ok()) break;
      end = scanner.at();
    }
    const bool closes = value[at] == '}' || value[at] == ']';
    if (closes && pending_comma != std::string::npos) plain.erase(pending_comma, 1);
    pending_comma = value[at] == ',' ? plain.size() : std::string::npos;
    plain += value.substr(at, end - at);
    at = end;
  }
  return plain;
}

std::size_t LineOf(std::string_view file, std::size_t offset) {
  const std::string_view before = file.substr(0, std::min(offset, file.size()));
  return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

}  // namespace waymark::services
