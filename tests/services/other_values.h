// Requests with a value in each field that differs from the default: for tests that follow fields
// through messages, the command line and the tools.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "services/request_fields.h"

namespace waymark::services {

using RequestsWithFields =
    ::testing::Types<AnalyzeRequest, BlastRadiusRequest, ContextRequest, DiffRequest, DoctorRequest,
                     FeedbackRequest, WorkspacesRequest, ExportRequest, FileSymbolsRequest,
                     GrepRequest, OutlineRequest, PathRequest, SearchRequest, SourcesRequest,
                     SymbolRequest, TestScopeRequest, UsagesRequest>;

inline FieldValue OtherValue(const RequestFields& fields, const RequestField& field) {
  const FieldValue usual = field.value.get(fields.usual);
  switch (field.value.type) {
    case FieldType::kText:
      return std::string("a \xff");
    case FieldType::kTexts:
      return std::vector<std::string>{"a", "\xff"};
    case FieldType::kNumber:
      return std::get<std::uint32_t>(usual) + 1;
    case FieldType::kShare:
      return 0.25F;
    case FieldType::kFlag:
      return !std::get<bool>(usual);
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

}  // namespace waymark::services
