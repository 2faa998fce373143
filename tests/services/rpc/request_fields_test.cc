// The tables of fields against the messages: each field of a message has a row, and arrives.
#include "services/request_fields.h"

#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include "messages.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using Names = std::set<std::string>;

// What every request has, in no table.
const Names kCommonFields = {"view", "format", "tokenizer", "call_options", "call_style"};

template <typename Request>
class RequestFieldsTest : public ::testing::Test {};

using Requests =
    ::testing::Types<AnalyzeRequest, BlastRadiusRequest, ContextRequest, DiffRequest, DoctorRequest,
                     ExportRequest, FileSymbolsRequest, OutlineRequest, PathRequest, SearchRequest,
                     SourcesRequest, SymbolRequest, TestScopeRequest, UsagesRequest>;
TYPED_TEST_SUITE(RequestFieldsTest, Requests);

// A value that no field usually has.
FieldValue OtherValue(const RequestField& field) {
  switch (field.value.type) {
    case FieldType::kText:
      return std::string("a \xff");
    case FieldType::kTexts:
      return std::vector<std::string>{"a", "\xff"};
    case FieldType::kNumber:
      return std::uint32_t{37};
    case FieldType::kShare:
      return 0.25F;
    case FieldType::kFlag:
      return true;
    case FieldType::kWord:
      return std::string(field.value.words()[1]);
    case FieldType::kWords:
      return std::vector<std::string>{std::string(field.value.words()[0]),
                                      std::string(field.value.words()[1])};
    case FieldType::kRepositories:
      return std::vector<WorkspaceMember>{{.name = "n", .root = "/r", .repository = "x"}};
  }
  return {};
}

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
  sent.state.at = "HEAD~2";
  const RequestFields fields = FieldsOf<TypeParam>();
  for (const RequestField& field : fields.rows) {
    if (!field.name.empty()) field.value.set(&sent, OtherValue(field));
  }

  WM_ASSERT_OK_AND_ASSIGN(const TypeParam received, FromMessage(ToMessage(sent)));

  EXPECT_EQ(received.root, "/root");
  EXPECT_EQ(received.state.at, "HEAD~2");
  for (const RequestField& field : fields.rows) {
    EXPECT_EQ(field.value.get(&received), field.value.get(&sent)) << field.name;
    if (field.name.empty()) continue;
    EXPECT_EQ(field.value.get(&received), OtherValue(field)) << field.name;
  }
}

TYPED_TEST(RequestFieldsTest, AnEmptyMessageIsTheUsualRequest) {
  decltype(ToMessage(TypeParam{})) message;
  message.mutable_view()->set_root_path("/root");
  if constexpr (std::is_same_v<TypeParam, AnalyzeRequest>) {
    message.set_analysis(v1::ANALYSIS_DEAD_CODE);  // one has to be named
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
  EXPECT_THAT(
      FromMessage(v1::AnalyzeRequest()).status(),
      testing::StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("the analysis: name one")));
}

}  // namespace
}  // namespace waymark::services
