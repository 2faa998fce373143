// The published layouts of GCX1 sections, frozen within version 1.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::wire {

enum class GcxRowCount : bool { kAny, kOne };

struct GcxLayout {
  std::string_view section;
  std::string_view fields;  // separated by commas
  GcxRowCount rows;
  std::string_view optional_field;  // may be left out of `fields`
};

// Header key: the number of rows that follow.
inline constexpr char kGcxRowsKey[] = "rows";

// The fields with names. Published layouts have the short name alone.
inline constexpr char kGcxName[] = "name";
inline constexpr char kGcxQualifiedName[] = "qualified_name";

std::span<const GcxLayout> AllGcxLayouts();

// Null if the section has no published layout.
const GcxLayout* FindGcxLayout(std::string_view section);

// "a,b" -> {"a", "b"}
std::vector<std::string> SplitGcxFields(std::string_view fields);

}  // namespace waymark::wire
