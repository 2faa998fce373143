// The tables of fields against the messages: each field of a message has a row, and arrives.
#include "services/request_fields.h"

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include "messages/messages.h"
#include "other_values.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using Names = std::set<std::string>;

// What every request has, in no table.
const Names kCommonFields = {"view",      "root_path",    "format",
                             "tokenizer", "call_options", "call_style"};

template <typename Request>
class RequestFieldsTest : public ::testing::Test {};

TYPED_TEST_SUITE(RequestFieldsTest, RequestsWithFields);

TYPED_TEST(RequestFieldsTest, EveryFieldOfTheMessageHasARow) {
  Names rows;
  for (const RequestField& field : FieldsOf<TypeParam>().rows) {
    if (!field.name.empty()) rows.emplace(field.name);
  }

  Names fields;
  const auto message = ToMessage(TypeParam{});
  const google::protobuf::Descriptor& descriptor = *message.GetDescriptor();
  for (int i = 0; i < descriptor.field_count(); ++i) fields.insert(descriptor.field(i)->name());
  for (const std::string& common : kCommonFields) fields.erase(common);

  EXPECT_EQ(rows, fields);
}

TYPED_TEST(RequestFieldsTest, EveryFieldArrives) {
  TypeParam sent;
  sent.root = "/root";
  if constexpr (requires { sent.state; }) sent.state.at = "HEAD~2";
  const RequestFields fields = FieldsOf<TypeParam>();
  for (const RequestField& field : fields.rows) {
    if (!field.name.empty()) field.value.set(&sent, OtherValue(fields, field));
  }

  WM_ASSERT_OK_AND_ASSIGN(const TypeParam received, FromMessage(ToMessage(sent)));

  EXPECT_EQ(received.root, "/root");
  if constexpr (requires { sent.state; }) {
    EXPECT_EQ(received.state.at, "HEAD~2");
  }
  for (const RequestField& field : fields.rows) {
    EXPECT_EQ(field.value.get(&received), field.value.get(&sent)) << field.name;
    if (field.name.empty()) continue;
    EXPECT_EQ(field.value.get(&received), OtherValue(fields, field)) << field.name;
  }
}

TYPED_TEST(RequestFieldsTest, EveryWordArrives) {
  for (const RequestField& field : FieldsOf<TypeParam>().rows) {
    if (field.value.type != FieldType::kWord) continue;
    for (const std::string_view word : field.value.words()) {
      TypeParam sent;
      field.value.set(&sent, std::string(word));
      WM_ASSERT_OK_AND_ASSIGN(const TypeParam received, FromMessage(ToMessage(sent)));
      EXPECT_EQ(field.value.get(&received), field.value.get(&sent)) << word;
    }
  }
}

TYPED_TEST(RequestFieldsTest, AnEmptyMessageIsTheUsualRequest) {
  decltype(ToMessage(TypeParam{})) message;
  if constexpr (std::is_same_v<TypeParam, AnalyzeRequest>) {
    message.set_analysis(v1::ANALYSIS_DEAD_CODE);  // one must be named
  }

  WM_ASSERT_OK_AND_ASSIGN(const TypeParam request, FromMessage(message));

  const RequestFields fields = FieldsOf<TypeParam>();
  for (const RequestField& field : fields.rows) {
    if (field.name == "budget_tokens") continue;  // 0 is a budget
    EXPECT_EQ(field.value.get(&request), field.value.get(fields.usual)) << field.name;
  }
}

TEST(RequestWordsTest, AWordThatThereIsNotIsRefusedByTheNameOfItsField) {
  v1::UsagesRequest usages;
  usages.set_relation("friends");
  v1::BlastRadiusRequest blast_radius;
  blast_radius.add_edge_types("calls");
  blast_radius.add_edge_types("hates");

  EXPECT_THAT(
      FromMessage(usages).status(),
      testing::StatusIs(absl::StatusCode::kInvalidArgument,
                        HasSubstr("relation 'friends' is unknown; it is usages, callers, ")));
  EXPECT_THAT(FromMessage(blast_radius).status(),
              testing::StatusIs(absl::StatusCode::kInvalidArgument,
                                HasSubstr("edge types 'hates' is unknown; it is ")));
  EXPECT_THAT(FromMessage(v1::AnalyzeRequest()).status(),
              testing::StatusIs(absl::StatusCode::kInvalidArgument,
                                HasSubstr("the analysis: name one of dead_code, ")));
}

}  // namespace
}  // namespace waymark::services
