// The tables of fields by themselves.
#include "services/request_fields.h"

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const RequestFields kTables[] = {
    FieldsOf<AnalyzeRequest>(),
    FieldsOf<BlastRadiusRequest>(),
    FieldsOf<ContextRequest>(),
    FieldsOf<DiffRequest>(),
    FieldsOf<DoctorRequest>(),
    FieldsOf<FeedbackRequest>(),
    FieldsOf<FileSymbolsRequest>(),
    FieldsOf<GrepRequest>(),
    FieldsOf<OutlineRequest>(),
    FieldsOf<PathRequest>(),
    FieldsOf<SearchRequest>(),
    FieldsOf<SourcesRequest>(),
    FieldsOf<SymbolRequest>(),
    FieldsOf<TestScopeRequest>(),
    FieldsOf<UsagesRequest>(),
    FieldsOf<WorkspacesRequest>(),
    ExplainFields(),
    PrefixSearchFields(),
    SourceFields(),
    FieldsOf<HeldAnswers>(),
};

TEST(RequestFieldsTest, WhatAFaceShowsHasAHelpTextThatNamesItsWords) {
  for (const RequestFields& fields : kTables) {
    for (const RequestField& field : fields.rows) {
      if (field.option.empty() && field.argument.empty()) continue;
      EXPECT_THAT(field.help, Not(IsEmpty())) << fields.command << " " << field.name;
      if (field.value.type != FieldType::kWord) continue;
      for (const std::string_view word : field.value.words()) {
        EXPECT_THAT(HelpOf(field), HasSubstr(word)) << fields.command << " " << field.name;
      }
    }
  }
}

TEST(RequestFieldsTest, AFaceHasANameOnceInATable) {
  for (const RequestFields& fields : kTables) {
    std::set<std::string_view> options;
    std::set<std::string_view> arguments;
    for (const RequestField& field : fields.rows) {
      if (!field.option.empty()) {
        EXPECT_TRUE(options.insert(field.option).second) << field.option;
      }
      if (!field.argument.empty()) {
        EXPECT_TRUE(arguments.insert(field.argument).second) << field.argument;
      }
    }
  }
}

TEST(RequestFieldsTest, ANumberIsUsuallyWithinItsBounds) {
  for (const RequestFields& fields : kTables) {
    for (const RequestField& field : fields.rows) {
      if (field.value.type != FieldType::kNumber || field.most == 0) continue;
      const auto usual = std::get<std::uint32_t>(field.value.get(fields.usual));
      if (usual == 0) continue;  // as many as there are
      for (const std::uint32_t number : {usual, field.tool_usual == 0 ? usual : field.tool_usual}) {
        EXPECT_GE(number, field.least) << fields.command << " " << field.name;
        EXPECT_LE(number, field.most) << fields.command << " " << field.name;
      }
    }
  }
}

TEST(RequestFieldsTest, SymbolsOfABlastRadiusAreOneListOrTheFirstAndTheOthers) {
  const RequestField& symbols = FieldsOf<BlastRadiusRequest>().rows.front();
  BlastRadiusRequest request;

  symbols.value.set(&request, std::vector<std::string>{"a", "b", "c"});

  EXPECT_EQ(request.symbol, "a");
  EXPECT_EQ(request.also, (std::vector<std::string>{"b", "c"}));
  EXPECT_EQ(symbols.value.get(&request), FieldValue(std::vector<std::string>{"a", "b", "c"}));
}

}  // namespace
}  // namespace waymark::services
