// Reads the lines of `adaptive/v1` back into a tree of JSON.
#pragma once

#include <string_view>

#include <absl/status/statusor.h>

#include "adaptive/json_value.h"

namespace waymark::wire {

// `text` is what follows the first line, `first_line` the number of its first line in errors.
// InvalidArgument "expand: line N: WHAT"; ResourceExhausted if the value is larger than
// kMaxExpandedBytes.
absl::StatusOr<JsonValue> ReadAdaptiveLines(std::string_view text, std::size_t first_line);

}  // namespace waymark::wire
