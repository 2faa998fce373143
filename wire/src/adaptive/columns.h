// The columns of objects that are written as rows of a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adaptive/json_value.h"

namespace waymark::wire {

// Bounds on the memory and time of a table, whatever its rows are.

// Keys of one object, and columns of the table and all groups in it. An object with more stays
// whole in its cell.
inline constexpr std::size_t kMostColumns = 256;
inline constexpr std::size_t kMostColumnsOfTable = 1024;
// Each column has a cell in each row, so a few long rows among many short ones make many empty
// cells. Objects that need more cells than kFewCells and this many for each value make no columns.
inline constexpr std::size_t kMostCellsOfValue = 8;
inline constexpr std::size_t kFewCells = 4096;
// Each column may be a part of each other; among more columns no patterns are looked for.
inline constexpr std::size_t kMostLeavesOfPatterns = 128;

struct Column {
  enum class Form : std::uint8_t {
    kCells,     // a cell in each row
    kConstant,  // the same value in all rows; none of them has a cell
    kPattern,   // a string made of values of other columns; no cells either
    kGroup,     // an object; its fields are columns
  };

  std::string_view key;
  Form form = Form::kCells;
  bool may_be_missing = false;          // of a group: in some rows it is null or absent
  std::vector<const JsonValue*> cells;  // one for each row; null: absent
  std::vector<Column> fields;           // of a group
  std::string pattern;                  // "https://host/<owner.login>"; "<<" is "<"
};

// Columns in an order that keeps the order of keys in every row. `names`, if there are any, are
// the keys under which the rows stand; patterns may use them as "<>". Nothing if the rows are too
// unlike, or beyond the bounds above. `rows` are objects; both must outlive the columns.
std::optional<std::vector<Column>> FindColumns(const std::vector<const JsonValue*>& rows,
                                               const std::vector<JsonValue>& names);

// The columns that have cells, in the order of the row.
std::vector<const Column*> LeavesOf(const std::vector<Column>& columns);

// Fills in a pattern. `value_of` maps a path ("owner.login", or "" for the key of the row) to a
// pointer to text, null if there is none; then the result is nothing.
template <typename ValueOf>
std::optional<std::string> FillPattern(std::string_view pattern, const ValueOf& value_of) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '<') {
      out += pattern[i];
      continue;
    }
    if (pattern.substr(i + 1).starts_with('<')) {
      out += pattern[++i];
      continue;
    }
    const std::size_t end = pattern.find('>', i);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string* const value = value_of(pattern.substr(i + 1, end - i - 1));
    if (value == nullptr) return std::nullopt;
    out += *value;
    i = end;
  }
  return out;
}

}  // namespace waymark::wire
