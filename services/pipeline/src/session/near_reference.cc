#include "session/near_reference.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/status.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

// A top-level field of an object, as it stands in the text.
struct WrittenField {
  std::string_view key;    // between its quotes, escapes and all
  std::string_view value;  // without blanks around it
};

constexpr std::string_view kBlanks = " \t\r\n";

// Offset behind the string that begins at `at`.
std::size_t EndOfString(std::string_view text, std::size_t at) {
  for (++at; text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at + 1;
}

// Offset behind the value that begins at `at`.
std::size_t EndOfValue(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (depth == 0 && (c == ',' || c == '}' || kBlanks.find(c) != std::string_view::npos)) break;
    if (c == '"') {
      at = EndOfString(text, at);
    } else {
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
      ++at;
    }
    // A string or a bracket ends the value, a number or word goes on.
    if (depth == 0 && (c == '"' || c == '}' || c == ']')) break;
  }
  return at;
}

// The fields of a text that is an object; nothing for any other text, and for one with a key twice.
std::optional<std::vector<WrittenField>> FieldsIn(std::string_view text) {
  std::size_t at = text.find_first_not_of(kBlanks);
  if (at == std::string_view::npos || text[at] != '{' || !nlohmann::json::accept(text)) {
    return std::nullopt;
  }
  std::vector<WrittenField> fields;
  std::set<std::string_view> keys;
  at = text.find_first_of("\"}", at);
  while (text[at] == '"') {
    const std::size_t key_end = EndOfString(text, at);
    const std::string_view key = text.substr(at + 1, key_end - at - 2);
    const std::size_t value = text.find_first_not_of(kBlanks, text.find(':', key_end) + 1);
    const std::size_t value_end = EndOfValue(text, value);
    fields.push_back({key, text.substr(value, value_end - value)});
    if (!keys.insert(key).second) return std::nullopt;
    at = text.find_first_of(",}", value_end);
    if (text[at] == ',') at = text.find('"', at);
  }
  return fields;
}

enum class ScalarType : std::uint8_t { kNone, kString, kNumber, kFlag, kNull };

ScalarType TypeOf(std::string_view value) {
  switch (value.front()) {
    case '{':
    case '[':
      return ScalarType::kNone;
    case '"':
      return ScalarType::kString;
    case 't':
    case 'f':
      return ScalarType::kFlag;
    case 'n':
      return ScalarType::kNull;
    default:
      return ScalarType::kNumber;
  }
}

}  // namespace

std::optional<std::vector<FieldChange>> NearChanges(std::string_view before, std::string_view now) {
  if (now.size() < kLeastNearBytes) return std::nullopt;
  const auto old_fields = FieldsIn(before);
  const auto new_fields = FieldsIn(now);
  if (!old_fields.has_value() || !new_fields.has_value() ||
      old_fields->size() != new_fields->size()) {
    return std::nullopt;
  }
  std::vector<FieldChange> changes;
  for (std::size_t i = 0; i < new_fields->size(); ++i) {
    const WrittenField& was = (*old_fields)[i];
    const WrittenField& is = (*new_fields)[i];
    if (was.value == is.value) continue;
    if (TypeOf(is.value) == ScalarType::kNone || TypeOf(is.value) != TypeOf(was.value)) {
      return std::nullopt;
    }
    changes.push_back({std::string(is.key), std::string(was.value), std::string(is.value)});
  }
  const absl::StatusOr<std::string> shown = RenderChanges(changes);
  if (!shown.ok() || shown->size() > kMostChangeBytes) return std::nullopt;
  const absl::StatusOr<std::string> again = ApplyChanges(before, changes);
  if (!again.ok() || *again != now) return std::nullopt;
  return changes;
}

absl::StatusOr<std::string> ApplyChanges(std::string_view before,
                                         const std::vector<FieldChange>& changes) {
  const auto fields = FieldsIn(before);
  if (!fields.has_value()) {
    return absl::InvalidArgumentError("apply changes: the answer is no JSON object of unique keys");
  }
  std::string now;
  std::size_t copied = 0;
  std::size_t made = 0;
  for (const WrittenField& field : *fields) {
    const auto change =
        std::find_if(changes.begin(), changes.end(),
                     [&field](const FieldChange& any) { return any.key == field.key; });
    if (change == changes.end() || change->before != field.value) continue;
    const auto at = static_cast<std::size_t>(field.value.data() - before.data());
    now += before.substr(copied, at - copied);
    now += change->after;
    copied = at + field.value.size();
    ++made;
  }
  if (made != changes.size()) {
    return absl::InvalidArgumentError(
        fmt::format("apply changes: {} of {} fields are not in the answer with the value before",
                    changes.size() - made, changes.size()));
  }
  now += before.substr(copied);
  return now;
}

}  // namespace waymark::services
