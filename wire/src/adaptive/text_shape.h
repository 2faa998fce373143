// Tells what a text holds by looking at its lines.
#pragma once

#include <string_view>

#include "adaptive/json_value.h"
#include "wire/adaptive.h"

namespace waymark::wire {

// ClassifyText() for a text that is JSON and was read already.
TextShape ClassifyJson(const JsonValue& value, int inner_depth);

// ClassifyText() for a text that is no JSON.
TextShape ClassifyLines(std::string_view text);

}  // namespace waymark::wire
