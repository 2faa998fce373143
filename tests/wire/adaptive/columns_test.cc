#include "adaptive/columns.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "adaptive/json_value.h"
#include "wire/adaptive.h"

namespace waymark::wire {
namespace {

// An object of `groups` objects with `fields` fields each: strings that begin with `value`.
std::string WideRow(std::string_view value, int groups, int fields) {
  std::string row = "{";
  for (int group = 0; group < groups; ++group) {
    row += fmt::format("{}\"g{}\":{{", group > 0 ? "," : "", group);
    for (int field = 0; field < fields; ++field) {
      row += fmt::format("{0}\"f{1}\":\"{2}x{3}y{1}\"", field > 0 ? "," : "", field, value, group);
    }
    row += '}';
  }
  return row + "}";
}

// Rows with `columns` columns of strings, of which each but the first is made of the first.
std::string RowsOfPatterns(std::size_t columns) {
  std::string rows = "[";
  for (const std::string_view name : {"ann", "bob", "cyd"}) {
    rows += fmt::format("{}{{\"name\":\"{}\"", rows.size() > 1 ? "," : "", name);
    for (std::size_t i = 1; i < columns; ++i) rows += fmt::format(",\"c{0}\":\"{0}/{1}\"", i, name);
    rows += '}';
  }
  return rows + "]";
}

std::string ExpandedAgain(const std::string& text) {
  return ExpandText(ShrinkText(text).text).value_or("no value");
}

std::size_t CountColumns(const std::vector<Column>& columns) {
  std::size_t count = columns.size();
  for (const Column& column : columns) count += CountColumns(column.fields);
  return count;
}

std::size_t CountPatterns(const std::vector<Column>& columns) {
  return static_cast<std::size_t>(
      std::count_if(columns.begin(), columns.end(),
                    [](const Column& column) { return column.form == Column::Form::kPattern; }));
}

// The columns of the objects in an array.
class ColumnsOfRows {
 public:
  explicit ColumnsOfRows(const std::string& text) : array_(ParseJsonValue(text).value()) {
    std::vector<const JsonValue*> rows;
    for (const JsonValue& row : array_.items) rows.push_back(&row);
    columns_ = FindColumns(rows, {});
  }

  const std::optional<std::vector<Column>>& columns() const { return columns_; }

 private:
  JsonValue array_;
  std::optional<std::vector<Column>> columns_;
};

TEST(FindColumns, MakesNoColumnsThatAreNearlyEmpty) {
  std::string text = "[" + WideRow("a", 12, 200) + "," + WideRow("b", 12, 200);
  for (int i = 0; i < 60000; ++i) text += ",{}";
  text += ']';

  EXPECT_FALSE(ColumnsOfRows(text).columns());
  EXPECT_EQ(ExpandedAgain(text), text);
}

TEST(FindColumns, MakesNoGroupOfWhatFewRowsHave) {
  std::string text = "[{\"id\":0,\"more\":" + WideRow("a", 1, 200) +
                     "},{\"id\":1,\"more\":" + WideRow("b", 1, 200) + "}";
  for (int i = 2; i < 20000; ++i) text += fmt::format(",{{\"id\":{}}}", i);
  text += ']';

  const ColumnsOfRows found(text);

  ASSERT_TRUE(found.columns());
  EXPECT_EQ(CountColumns(*found.columns()), 2U);
  EXPECT_EQ(ExpandedAgain(text), text);
}

TEST(FindColumns, BoundsTheColumnsOfAllLevelsTogether) {
  const std::string text =
      "[" + WideRow("a", 40, 200) + "," + WideRow("b", 40, 200) + "," + WideRow("c", 40, 200) + "]";

  const ColumnsOfRows found(text);

  ASSERT_TRUE(found.columns());
  EXPECT_GT(CountColumns(*found.columns()), kMostColumnsOfTable / 2);
  EXPECT_LE(CountColumns(*found.columns()), kMostColumnsOfTable);
  EXPECT_EQ(ExpandedAgain(text), text);
}

TEST(FindColumns, LooksForPatternsAmongFewColumns) {
  const ColumnsOfRows few(RowsOfPatterns(kMostLeavesOfPatterns));
  const ColumnsOfRows many(RowsOfPatterns(kMostLeavesOfPatterns + 1));

  ASSERT_TRUE(few.columns());
  ASSERT_TRUE(many.columns());
  EXPECT_EQ(CountPatterns(*few.columns()), kMostLeavesOfPatterns - 1);
  EXPECT_EQ(CountPatterns(*many.columns()), 0U);
}

}  // namespace
}  // namespace waymark::wire
