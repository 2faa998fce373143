#include "graph/status.h"
#include "messages/messages.h"
#include "messages/payload_message.h"
#include "messages/status_map.h"

namespace waymark::services {

v1::SourcesReply ToMessage(const SourcesAnswer& answer) {
  v1::SourcesReply message;
  for (const SymbolSource& source : answer.symbols) {
    v1::SourcesReply::Symbol& added = *message.add_symbols();
    added.set_asked(source.asked);
    const grpc::Status error = ToGrpc(source.error);
    added.set_error(error.error_message());
    added.set_error_code(static_cast<std::uint32_t>(error.error_code()));
    added.set_error_details(error.error_details());
    added.set_id(source.id);
    added.set_kind(source.kind);
    added.set_name(source.name);
    added.set_path(source.path);
    added.set_start_line(source.start_line);
    added.set_end_line(source.end_line);
    added.set_from_line(source.from_line);
    added.set_signature(source.signature);
    added.set_text(source.text);
    added.set_lines_omitted(source.lines_omitted);
    added.set_etag(source.etag);
    added.set_name_note(source.name_note);
    added.set_summary(source.summary);
    added.mutable_member_lines()->Add(source.member_lines.begin(), source.member_lines.end());
  }
  *message.mutable_index() = ToMessage(answer.index);
  return message;
}

absl::StatusOr<SourcesAnswer> FromMessage(const v1::SourcesReply& message) {
  SourcesAnswer answer;
  for (const v1::SourcesReply::Symbol& symbol : message.symbols()) {
    answer.symbols.push_back(
        {.asked = symbol.asked(),
         .error = FromGrpc({static_cast<grpc::StatusCode>(symbol.error_code()), symbol.error(),
                            symbol.error_details()}),
         .id = symbol.id(),
         .kind = symbol.kind(),
         .name = symbol.name(),
         .path = symbol.path(),
         .start_line = symbol.start_line(),
         .end_line = symbol.end_line(),
         .from_line = symbol.from_line(),
         .signature = symbol.signature(),
         .text = symbol.text(),
         .lines_omitted = symbol.lines_omitted(),
         .etag = symbol.etag(),
         .name_note = symbol.name_note(),
         .summary = symbol.summary(),
         .member_lines = {symbol.member_lines().begin(), symbol.member_lines().end()}});
  }
  WM_ASSIGN_OR_RETURN(answer.index, FromMessage(message.index()));
  return answer;
}

}  // namespace waymark::services
