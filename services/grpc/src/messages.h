// Translates requests and answers to messages and back. FromMessage(ToMessage(x)) == x for every
// pair, so an answer through the daemon encodes to the same bytes as a direct one.
#pragma once

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "services/verbs.h"
#include "waymark/v1/types.pb.h"
#include "waymark/v1/waymark.pb.h"

namespace waymark::services {

v1::IndexRequest ToMessage(const IndexRequest& request);
v1::ContextRequest ToMessage(const ContextRequest& request);
v1::BlastRadiusRequest ToMessage(const BlastRadiusRequest& request);
v1::SearchRequest ToMessage(const SearchRequest& request);
v1::SymbolRequest ToMessage(const SymbolRequest& request);
v1::SourcesRequest ToMessage(const SourcesRequest& request);
v1::UsagesRequest ToMessage(const UsagesRequest& request);
v1::PathRequest ToMessage(const PathRequest& request);
v1::DiffRequest ToMessage(const DiffRequest& request);
v1::TestScopeRequest ToMessage(const TestScopeRequest& request);
v1::OutlineRequest ToMessage(const OutlineRequest& request);
v1::FileSymbolsRequest ToMessage(const FileSymbolsRequest& request);
v1::Analysis ToMessage(Analysis analysis);
absl::StatusOr<Analysis> FromMessage(v1::Analysis number);
v1::AnalyzeRequest ToMessage(const AnalyzeRequest& request);
v1::FeedbackRequest ToMessage(const FeedbackRequest& request);
v1::WorkspacesRequest ToMessage(const WorkspacesRequest& request);
v1::ExportRequest ToMessage(const ExportRequest& request);
v1::GenerationRequest ToMessage(const GenerationRequest& request);
v1::DoctorRequest ToMessage(const DoctorRequest& request);

// A field that is zero or empty gets the default that the message documents. InvalidArgument names
// the field.
absl::StatusOr<IndexRequest> FromMessage(const v1::IndexRequest& message);
absl::StatusOr<ContextRequest> FromMessage(const v1::ContextRequest& message);
absl::StatusOr<BlastRadiusRequest> FromMessage(const v1::BlastRadiusRequest& message);
absl::StatusOr<SearchRequest> FromMessage(const v1::SearchRequest& message);
absl::StatusOr<SymbolRequest> FromMessage(const v1::SymbolRequest& message);
absl::StatusOr<SourcesRequest> FromMessage(const v1::SourcesRequest& message);
absl::StatusOr<UsagesRequest> FromMessage(const v1::UsagesRequest& message);
absl::StatusOr<PathRequest> FromMessage(const v1::PathRequest& message);
absl::StatusOr<DiffRequest> FromMessage(const v1::DiffRequest& message);
absl::StatusOr<TestScopeRequest> FromMessage(const v1::TestScopeRequest& message);
absl::StatusOr<OutlineRequest> FromMessage(const v1::OutlineRequest& message);
absl::StatusOr<FileSymbolsRequest> FromMessage(const v1::FileSymbolsRequest& message);
absl::StatusOr<AnalyzeRequest> FromMessage(const v1::AnalyzeRequest& message);
absl::StatusOr<FeedbackRequest> FromMessage(const v1::FeedbackRequest& message);
absl::StatusOr<WorkspacesRequest> FromMessage(const v1::WorkspacesRequest& message);
absl::StatusOr<ExportRequest> FromMessage(const v1::ExportRequest& message);
GenerationRequest FromMessage(const v1::GenerationRequest& message);
absl::StatusOr<DoctorRequest> FromMessage(const v1::DoctorRequest& message);

v1::IndexProgress ToMessage(const indexer::Progress& progress);
indexer::Progress FromMessage(const v1::IndexProgress& message);

v1::IndexReport ToMessage(const IndexAnswer& answer);
absl::StatusOr<v1::ContextReply> ToMessage(const ContextAnswer& answer);
absl::StatusOr<v1::BlastRadiusReply> ToMessage(const BlastRadiusAnswer& answer);
absl::StatusOr<v1::SearchReply> ToMessage(const SearchAnswer& answer);
absl::StatusOr<v1::SymbolReply> ToMessage(const SymbolAnswer& answer);
v1::SourcesReply ToMessage(const SourcesAnswer& answer);
absl::StatusOr<v1::UsagesReply> ToMessage(const UsagesAnswer& answer);
absl::StatusOr<v1::PathReply> ToMessage(const PathAnswer& answer);
absl::StatusOr<v1::DiffReply> ToMessage(const DiffAnswer& answer);
absl::StatusOr<v1::TestScopeReply> ToMessage(const TestScopeAnswer& answer);
absl::StatusOr<v1::OutlineReply> ToMessage(const OutlineAnswer& answer);
absl::StatusOr<v1::FileSymbolsReply> ToMessage(const FileSymbolsAnswer& answer);
absl::StatusOr<v1::AnalyzeReply> ToMessage(const AnalyzeAnswer& answer);
v1::FeedbackReply ToMessage(const FeedbackAnswer& answer);
v1::GenerationReply ToMessage(const GenerationAnswer& answer);
v1::WorkspacesReply ToMessage(const WorkspacesAnswer& answer);
v1::StatusReply ToMessage(const StatusAnswer& answer);
v1::PruneReply ToMessage(const PruneAnswer& answer);
v1::DoctorReply ToMessage(const DoctorAnswer& answer);

// DataLoss if a field has a value that no daemon sends.
absl::StatusOr<IndexAnswer> FromMessage(const v1::IndexReport& message);
absl::StatusOr<ContextAnswer> FromMessage(const v1::ContextReply& message);
absl::StatusOr<BlastRadiusAnswer> FromMessage(const v1::BlastRadiusReply& message);
absl::StatusOr<SearchAnswer> FromMessage(const v1::SearchReply& message);
absl::StatusOr<SymbolAnswer> FromMessage(const v1::SymbolReply& message);
absl::StatusOr<SourcesAnswer> FromMessage(const v1::SourcesReply& message);
absl::StatusOr<UsagesAnswer> FromMessage(const v1::UsagesReply& message);
absl::StatusOr<PathAnswer> FromMessage(const v1::PathReply& message);
absl::StatusOr<DiffAnswer> FromMessage(const v1::DiffReply& message);
absl::StatusOr<TestScopeAnswer> FromMessage(const v1::TestScopeReply& message);
absl::StatusOr<OutlineAnswer> FromMessage(const v1::OutlineReply& message);
absl::StatusOr<FileSymbolsAnswer> FromMessage(const v1::FileSymbolsReply& message);
absl::StatusOr<AnalyzeAnswer> FromMessage(const v1::AnalyzeReply& message);
FeedbackAnswer FromMessage(const v1::FeedbackReply& message);
GenerationAnswer FromMessage(const v1::GenerationReply& message);
WorkspacesAnswer FromMessage(const v1::WorkspacesReply& message);
StatusAnswer FromMessage(const v1::StatusReply& message);
PruneAnswer FromMessage(const v1::PruneReply& message);
DoctorAnswer FromMessage(const v1::DoctorReply& message);

}  // namespace waymark::services
