#include "session/near_reference.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/status.h"
#include "hints/json_parts.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

// The fields of a text that is an object; nothing for any other text, and for one with a key twice.
std::optional<std::vector<JsonField>> FieldsIn(std::string_view text) {
  std::optional<std::vector<JsonField>> fields = ObjectFields(text);
  if (fields.has_value() && !nlohmann::json::accept(text)) return std::nullopt;
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
    const JsonField& was = (*old_fields)[i];
    const JsonField& is = (*new_fields)[i];
    if (was.value == is.value) continue;
    if (TypeOf(is.value) == ScalarType::kNone || TypeOf(is.value) != TypeOf(was.value)) {
      return std::nullopt;
    }
    changes.push_back({std::string(is.written_key), std::string(was.value), std::string(is.value)});
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
  for (const JsonField& field : *fields) {
    const auto change =
        std::find_if(changes.begin(), changes.end(),
                     [&field](const FieldChange& any) { return any.key == field.written_key; });
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
