// Objects as tables of fields. The table defines the shape and is the only place that names a field
// for reading.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <absl/status/status.h>
#include <fmt/format.h>

#include "graph/status.h"
#include "json/json_reader.h"

namespace waymark::wire {

enum class Presence : std::uint8_t { kOptional, kRequired };

// `State` is shared by the readers of one document.
template <typename Target, typename State>
struct JsonField {
  std::string_view name;
  Presence presence;
  absl::Status (*read)(JsonReader& reader, State& state, Target& target);
};

inline constexpr std::size_t kMaxJsonFields = 32;

// Reads one object. Fields that are not in the table are ignored, because a newer version may have
// added them. Repeated and missing fields are errors; null stands for an absent optional field.
template <typename Target, typename State, std::size_t kSize>
absl::Status ReadFields(JsonReader& reader, const JsonField<Target, State> (&fields)[kSize],
                        State& state, Target& target) {
  static_assert(kSize <= kMaxJsonFields);
  WM_RETURN_IF_ERROR(reader.BeginObject());
  std::uint32_t seen = 0;
  std::string key;
  for (;;) {
    bool more = false;
    WM_RETURN_IF_ERROR(reader.NextKey(key, more));
    if (!more) break;
    std::size_t i = 0;
    while (i < kSize && fields[i].name != key) ++i;
    if (i == kSize) {
      WM_RETURN_IF_ERROR(reader.SkipValue());
      continue;
    }
    if ((seen >> i & 1) != 0) return reader.Error("the field is given twice");
    seen |= 1U << i;
    if (fields[i].presence == Presence::kOptional && reader.TryNull()) continue;
    WM_RETURN_IF_ERROR(fields[i].read(reader, state, target));
  }
  for (std::size_t i = 0; i < kSize; ++i) {
    if (fields[i].presence == Presence::kRequired && (seen >> i & 1) == 0) {
      return reader.Error(fmt::format("the field '{}' is missing", fields[i].name));
    }
  }
  return absl::OkStatus();
}

}  // namespace waymark::wire
