// Writes a tree of JSON as the lines of `adaptive/v1`, the form with the fewest tokens for each
// object and array. docs/PIPELINE.md ("Encoding") has the grammar.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "adaptive/cell.h"
#include "adaptive/json_value.h"
#include "adaptive/repeats.h"
#include "wire/adaptive.h"

namespace waymark::wire {

// The things that the writer of a text needs everywhere.
struct SectionContext {
  AdaptiveFormats formats;
  std::span<const Prefix> prefixes;
  const Repeats* repeats = nullptr;  // null: values are not named by their places
};

// Whole lines and their cost.
struct Section {
  std::string text;
  std::size_t tokens = 0;
  bool is_flat_table = false;  // a table without JSON in its cells, which nothing is shorter than
};

// The lines of a text's root, an object or array; nothing if the formats allow none.
std::optional<Section> WriteRoot(const JsonValue& root, const SectionContext& context);

// The objects in `value`, an array of them or an object of them, as a table behind `lead`; nothing
// if they are too unlike. Cost: four times some rows, once all rows.
std::optional<Section> WriteTable(const JsonValue& value, std::string_view lead,
                                  const SectionContext& context);

}  // namespace waymark::wire
