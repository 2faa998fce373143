// Messages of the daemon's interface: the first byte says which one, the others are as a client or
// a daemon sent them. What protobuf takes for a message becomes a request or an answer, or is
// refused in words.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "messages/messages.h"

namespace waymark::services {
namespace {

void Check(const absl::Status& status) {
  if (!status.ok() && status.message().empty()) std::abort();
}

template <typename Value>
void Check(const absl::StatusOr<Value>& value) {
  Check(value.status());
}

template <typename Value>
void Check(const Value&) {}

template <typename Message>
void Read(std::string_view bytes) {
  Message message;
  if (message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    Check(FromMessage(message));
  }
}

constexpr void (*kReaders[])(std::string_view) = {
    Read<v1::IndexRequest>,     Read<v1::ContextRequest>,    Read<v1::BlastRadiusRequest>,
    Read<v1::SearchRequest>,    Read<v1::SymbolRequest>,     Read<v1::SourcesRequest>,
    Read<v1::UsagesRequest>,    Read<v1::PathRequest>,       Read<v1::DiffRequest>,
    Read<v1::TestScopeRequest>, Read<v1::OutlineRequest>,    Read<v1::FileSymbolsRequest>,
    Read<v1::AnalyzeRequest>,   Read<v1::FeedbackRequest>,   Read<v1::WorkspacesRequest>,
    Read<v1::ExportRequest>,    Read<v1::GenerationRequest>, Read<v1::DoctorRequest>,
    Read<v1::IndexProgress>,    Read<v1::IndexReport>,       Read<v1::ContextReply>,
    Read<v1::BlastRadiusReply>, Read<v1::SearchReply>,       Read<v1::SymbolReply>,
    Read<v1::SourcesReply>,     Read<v1::UsagesReply>,       Read<v1::PathReply>,
    Read<v1::DiffReply>,        Read<v1::TestScopeReply>,    Read<v1::OutlineReply>,
    Read<v1::FileSymbolsReply>, Read<v1::AnalyzeReply>,      Read<v1::FeedbackReply>,
    Read<v1::GenerationReply>,  Read<v1::WorkspacesReply>,   Read<v1::StatusReply>,
    Read<v1::PruneReply>,       Read<v1::DoctorReply>,       Read<v1::GrepRequest>,
    Read<v1::GrepReply>};

}  // namespace
}  // namespace waymark::services

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto& readers = waymark::services::kReaders;
  readers[data[0] % std::size(readers)]({reinterpret_cast<const char*>(data) + 1, size - 1});
  return 0;
}
