#include <fmt/format.h>

#include "field_messages.h"
#include "graph/status.h"
#include "messages.h"

namespace waymark::services {
namespace {

absl::StatusOr<wire::Tokenizer> ReadTokenizer(const std::string& name) {
  if (name.empty()) return wire::kDefaultTokenizer;
  if (const auto tokenizer = wire::TokenizerFromName(name)) return *tokenizer;
  return absl::InvalidArgumentError(fmt::format("tokenizer '{}' is unknown; it is {} or {}", name,
                                                wire::Name(wire::Tokenizer::kO200kBase),
                                                wire::Name(wire::Tokenizer::kCl100kBase)));
}

template <typename Message>
absl::StatusOr<Encoding> ReadEncoding(const Message& message) {
  Encoding encoding;
  if (!message.format().empty()) encoding.format = message.format();
  WM_ASSIGN_OR_RETURN(encoding.tokenizer, ReadTokenizer(message.tokenizer()));
  encoding.call_options = message.call_options();
  if (message.call_style() == v1::CALL_STYLE_TOOL) encoding.call_style = CallStyle::kTool;
  return encoding;
}

template <typename Message>
void WriteEncoding(const Encoding& encoding, Message& message) {
  message.set_format(encoding.format);
  message.set_tokenizer(std::string(wire::Name(encoding.tokenizer)));
  message.set_call_options(encoding.call_options);
  if (encoding.call_style == CallStyle::kTool) message.set_call_style(v1::CALL_STYLE_TOOL);
}

// A request that is always about the files on disk has a root alone.
template <typename Request, typename Message>
void WriteView(const Request& request, Message& message) {
  if constexpr (!requires { request.state; }) {
    message.set_root_path(request.root.native());
  } else {
    v1::ViewSelector& view = *message.mutable_view();
    view.set_root_path(request.root.native());
    view.set_at(request.state.at);
    for (const indexer::UnsavedBuffer& buffer : request.state.buffers) {
      v1::UnsavedBuffer& added = *view.add_buffers();
      added.set_path(buffer.path);
      added.set_text(buffer.text);
    }
  }
}

template <typename Message, typename Request>
void ReadView(const Message& message, Request& request) {
  if constexpr (!requires { request.state; }) {
    request.root = message.root_path();
  } else {
    request.root = message.view().root_path();
    request.state.at = message.view().at();
    for (const v1::UnsavedBuffer& buffer : message.view().buffers()) {
      request.state.buffers.push_back({.path = buffer.path(), .text = buffer.text()});
    }
  }
}

template <typename Message, typename Request>
Message MessageOf(const Request& request) {
  Message message;
  WriteView(request, message);
  if constexpr (requires { request.encoding; }) WriteEncoding(request.encoding, message);
  WriteFields(FieldsOf<Request>(), &request, message);
  return message;
}

template <typename Request, typename Message>
absl::StatusOr<Request> RequestFrom(const Message& message) {
  Request request;
  ReadView(message, request);
  if constexpr (requires { request.encoding; }) {
    WM_ASSIGN_OR_RETURN(request.encoding, ReadEncoding(message));
  }
  WM_RETURN_IF_ERROR(ReadFields(message, FieldsOf<Request>(), &request));
  return request;
}

}  // namespace

v1::IndexRequest ToMessage(const IndexRequest& request) {
  v1::IndexRequest message;
  message.set_root_path(request.root.native());
  message.set_repository_name(request.repository_name);
  message.set_memory_bytes(request.memory_bytes);
  message.set_force(request.force);
  message.set_at(request.at);
  message.set_no_history(!request.read_history);
  message.set_outlives_client(request.outlives_client);
  return message;
}

absl::StatusOr<IndexRequest> FromMessage(const v1::IndexRequest& message) {
  IndexRequest request{.root = message.root_path(),
                       .repository_name = message.repository_name(),
                       .force = message.force(),
                       .at = message.at(),
                       .read_history = !message.no_history(),
                       .outlives_client = message.outlives_client()};
  if (message.memory_bytes() != 0) request.memory_bytes = message.memory_bytes();
  return request;
}

v1::AnalyzeRequest ToMessage(const AnalyzeRequest& request) {
  return MessageOf<v1::AnalyzeRequest>(request);
}

absl::StatusOr<AnalyzeRequest> FromMessage(const v1::AnalyzeRequest& message) {
  return RequestFrom<AnalyzeRequest>(message);
}

v1::BlastRadiusRequest ToMessage(const BlastRadiusRequest& request) {
  return MessageOf<v1::BlastRadiusRequest>(request);
}

absl::StatusOr<BlastRadiusRequest> FromMessage(const v1::BlastRadiusRequest& message) {
  return RequestFrom<BlastRadiusRequest>(message);
}

v1::ContextRequest ToMessage(const ContextRequest& request) {
  return MessageOf<v1::ContextRequest>(request);
}

absl::StatusOr<ContextRequest> FromMessage(const v1::ContextRequest& message) {
  return RequestFrom<ContextRequest>(message);
}

v1::DiffRequest ToMessage(const DiffRequest& request) {
  return MessageOf<v1::DiffRequest>(request);
}

absl::StatusOr<DiffRequest> FromMessage(const v1::DiffRequest& message) {
  return RequestFrom<DiffRequest>(message);
}

v1::DoctorRequest ToMessage(const DoctorRequest& request) {
  return MessageOf<v1::DoctorRequest>(request);
}

absl::StatusOr<DoctorRequest> FromMessage(const v1::DoctorRequest& message) {
  return RequestFrom<DoctorRequest>(message);
}

v1::ExportRequest ToMessage(const ExportRequest& request) {
  return MessageOf<v1::ExportRequest>(request);
}

absl::StatusOr<ExportRequest> FromMessage(const v1::ExportRequest& message) {
  return RequestFrom<ExportRequest>(message);
}

v1::FeedbackRequest ToMessage(const FeedbackRequest& request) {
  return MessageOf<v1::FeedbackRequest>(request);
}

absl::StatusOr<FeedbackRequest> FromMessage(const v1::FeedbackRequest& message) {
  return RequestFrom<FeedbackRequest>(message);
}

v1::FileSymbolsRequest ToMessage(const FileSymbolsRequest& request) {
  return MessageOf<v1::FileSymbolsRequest>(request);
}

absl::StatusOr<FileSymbolsRequest> FromMessage(const v1::FileSymbolsRequest& message) {
  return RequestFrom<FileSymbolsRequest>(message);
}

v1::OutlineRequest ToMessage(const OutlineRequest& request) {
  return MessageOf<v1::OutlineRequest>(request);
}

absl::StatusOr<OutlineRequest> FromMessage(const v1::OutlineRequest& message) {
  return RequestFrom<OutlineRequest>(message);
}

v1::PathRequest ToMessage(const PathRequest& request) {
  return MessageOf<v1::PathRequest>(request);
}

absl::StatusOr<PathRequest> FromMessage(const v1::PathRequest& message) {
  return RequestFrom<PathRequest>(message);
}

v1::SearchRequest ToMessage(const SearchRequest& request) {
  return MessageOf<v1::SearchRequest>(request);
}

absl::StatusOr<SearchRequest> FromMessage(const v1::SearchRequest& message) {
  return RequestFrom<SearchRequest>(message);
}

v1::SourcesRequest ToMessage(const SourcesRequest& request) {
  return MessageOf<v1::SourcesRequest>(request);
}

absl::StatusOr<SourcesRequest> FromMessage(const v1::SourcesRequest& message) {
  return RequestFrom<SourcesRequest>(message);
}

v1::SymbolRequest ToMessage(const SymbolRequest& request) {
  return MessageOf<v1::SymbolRequest>(request);
}

absl::StatusOr<SymbolRequest> FromMessage(const v1::SymbolRequest& message) {
  return RequestFrom<SymbolRequest>(message);
}

v1::TestScopeRequest ToMessage(const TestScopeRequest& request) {
  return MessageOf<v1::TestScopeRequest>(request);
}

absl::StatusOr<TestScopeRequest> FromMessage(const v1::TestScopeRequest& message) {
  return RequestFrom<TestScopeRequest>(message);
}

v1::UsagesRequest ToMessage(const UsagesRequest& request) {
  return MessageOf<v1::UsagesRequest>(request);
}

absl::StatusOr<UsagesRequest> FromMessage(const v1::UsagesRequest& message) {
  return RequestFrom<UsagesRequest>(message);
}

v1::WorkspacesRequest ToMessage(const WorkspacesRequest& request) {
  return MessageOf<v1::WorkspacesRequest>(request);
}

absl::StatusOr<WorkspacesRequest> FromMessage(const v1::WorkspacesRequest& message) {
  return RequestFrom<WorkspacesRequest>(message);
}

}  // namespace waymark::services
