// The arguments of tools against the tables of fields, and against docs/MCP.md.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "other_values.h"
#include "testing/status_matchers.h"
#include "tools/tool.h"
#include "wire/gcx_protocol.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Json JsonOf(const FieldValue& value) {
  return std::visit(
      [](const auto& held) -> Json {
        if constexpr (std::is_constructible_v<Json, decltype(held)>) return held;
        return nullptr;
      },
      value);
}

template <typename Request>
class ToolArgumentsTest : public ::testing::Test {};

TYPED_TEST_SUITE(ToolArgumentsTest, RequestsWithFields);

TYPED_TEST(ToolArgumentsTest, EveryArgumentArrives) {
  const RequestFields fields = FieldsOf<TypeParam>();
  const ToolRow* const tool = FindTool(fields.tool, Toolset::kFull);
  if (tool == nullptr) return;  // no tool asks so
  const std::vector<ArgumentRow> rows = ArgumentsOf(*tool);
  const auto is_taken = [&](const RequestField& field) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](const ArgumentRow& row) { return row.name == field.argument; });
  };
  Json given = Json::object();
  for (const ArgumentRow& row : rows) {
    if (row.is_required && row.words != nullptr) given[std::string(row.name)] = row.words().front();
  }
  for (const RequestField& field : fields.rows) {
    if (is_taken(field)) given[std::string(field.argument)] = JsonOf(OtherValue(fields, field));
  }

  WM_ASSERT_OK_AND_ASSIGN(const Arguments arguments, Arguments::Check(rows, given));
  TypeParam request;
  ReadArguments(arguments, fields, &request);

  for (const RequestField& field : fields.rows) {
    if (!is_taken(field)) continue;
    EXPECT_EQ(field.value.get(&request), OtherValue(fields, field)) << field.argument;
  }
}

// The row of a tool in docs/MCP.md: `| name | scope | arguments | answer |`.
std::string DocumentedRow(const ToolRow& tool) {
  std::ifstream file(std::filesystem::path(WM_SOURCE_DIR) / "docs" / "MCP.md");
  const std::string begin = fmt::format("| `{}` |", tool.name);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(begin)) return line;
  }
  return "";
}

// Arguments of many tools, which docs/MCP.md describes once.
bool IsCommon(std::string_view argument) {
  return argument == "format" || argument == kRepoArgument || argument == "at" ||
         argument == kIfNoneMatch || argument == kPackRootArgument || argument == kSessionArgument;
}

TEST(ToolDocumentation, NamesTheScopeAndTheArguments) {
  for (const ToolRow& tool : AllTools()) {
    const std::string row = DocumentedRow(tool);
    EXPECT_THAT(row, StartsWith(fmt::format("| `{}` | `{}` |", tool.name, wire::Name(tool.scope))));
    for (const ArgumentRow& argument : ArgumentsOf(tool)) {
      if (IsCommon(argument.name)) continue;
      EXPECT_THAT(row, HasSubstr(fmt::format("`{}`", argument.name)));
    }
  }
}

}  // namespace
}  // namespace waymark::services
