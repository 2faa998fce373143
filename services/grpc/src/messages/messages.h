// Translates requests and answers to messages and back. FromMessage(ToMessage(x)) == x for every
// pair, so an answer through the daemon encodes to the same bytes as a direct one.
#pragma once

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "services/verbs.h"
#include "waymark/v1/types.pb.h"
#include "waymark/v1/waymark.pb.h"

namespace waymark::services {

// A field that is zero or empty gets the default that the message documents. InvalidArgument names
// the field.
#define WM_REQUEST(type)                   \
  v1::type ToMessage(const type& request); \
  absl::StatusOr<type> FromMessage(const v1::type& message);
#include "messages/requests.def"

v1::IndexRequest ToMessage(const IndexRequest& request);
absl::StatusOr<IndexRequest> FromMessage(const v1::IndexRequest& message);
v1::GenerationRequest ToMessage(const GenerationRequest& request);
GenerationRequest FromMessage(const v1::GenerationRequest& message);

v1::IndexProgress ToMessage(const indexer::Progress& progress);
indexer::Progress FromMessage(const v1::IndexProgress& message);

v1::IndexReport ToMessage(const IndexAnswer& answer);
absl::StatusOr<v1::ContextReply> ToMessage(const ContextAnswer& answer);
absl::StatusOr<v1::AbridgeRequest> ToMessage(const AbridgeRequest& request);
absl::StatusOr<v1::AbridgeReply> ToMessage(const SentAnswer& answer);
absl::StatusOr<v1::BlastRadiusReply> ToMessage(const BlastRadiusAnswer& answer);
absl::StatusOr<v1::SearchReply> ToMessage(const SearchAnswer& answer);
v1::GrepReply ToMessage(const GrepAnswer& answer);
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
v1::PruneRequest ToMessage(const PruneRequest& request);
v1::PruneReply ToMessage(const PruneAnswer& answer);
v1::DoctorReply ToMessage(const DoctorAnswer& answer);

// DataLoss if a field has a value that no daemon sends.
absl::StatusOr<IndexAnswer> FromMessage(const v1::IndexReport& message);
absl::StatusOr<ContextAnswer> FromMessage(const v1::ContextReply& message);
absl::StatusOr<AbridgeRequest> FromMessage(const v1::AbridgeRequest& message);
absl::StatusOr<SentAnswer> FromMessage(const v1::AbridgeReply& message);
absl::StatusOr<BlastRadiusAnswer> FromMessage(const v1::BlastRadiusReply& message);
absl::StatusOr<SearchAnswer> FromMessage(const v1::SearchReply& message);
absl::StatusOr<GrepAnswer> FromMessage(const v1::GrepReply& message);
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
PruneRequest FromMessage(const v1::PruneRequest& message);
PruneAnswer FromMessage(const v1::PruneReply& message);
DoctorAnswer FromMessage(const v1::DoctorReply& message);

}  // namespace waymark::services
