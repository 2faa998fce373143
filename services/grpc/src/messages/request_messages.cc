#include <fmt/format.h>

#include "graph/status.h"
#include "messages/field_messages.h"
#include "messages/messages.h"
#include "messages/payload_message.h"

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

absl::StatusOr<v1::AbridgeRequest> ToMessage(const AbridgeRequest& request) {
  v1::AbridgeRequest message;
  WM_ASSIGN_OR_RETURN(*message.mutable_payload(), ToMessage(request.payload));
  WriteEncoding(request.encoding, message);
  message.set_pack_root(request.held.pack_root);
  message.set_session(request.held.session);
  return message;
}

absl::StatusOr<AbridgeRequest> FromMessage(const v1::AbridgeRequest& message) {
  AbridgeRequest request;
  WM_ASSIGN_OR_RETURN(request.payload, FromMessage(message.payload()));
  WM_ASSIGN_OR_RETURN(request.encoding, ReadEncoding(message));
  request.held = {.pack_root = message.pack_root(), .session = message.session()};
  return request;
}

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

#define WM_REQUEST(type)                                                           \
  v1::type ToMessage(const type& request) { return MessageOf<v1::type>(request); } \
  absl::StatusOr<type> FromMessage(const v1::type& message) { return RequestFrom<type>(message); }
#include "messages/requests.def"

}  // namespace waymark::services
