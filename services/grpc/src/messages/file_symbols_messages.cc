#include <fmt/format.h>

#include "graph/status.h"
#include "messages/messages.h"
#include "messages/payload_message.h"

namespace waymark::services {

absl::StatusOr<v1::FileSymbolsReply> ToMessage(const FileSymbolsAnswer& answer) {
  v1::FileSymbolsReply message;
  WM_ASSIGN_OR_RETURN(*message.mutable_payload(), ToMessage(answer.payload));
  for (const DirectUse& use : answer.uses) {
    v1::FileSymbolsReply::Use& added = *message.add_uses();
    added.set_flags(use.flags);
    added.set_users(use.users);
    added.set_tests(use.tests);
    added.set_files(use.files);
    added.set_is_exact(use.is_exact);
  }
  return message;
}

absl::StatusOr<FileSymbolsAnswer> FromMessage(const v1::FileSymbolsReply& message) {
  FileSymbolsAnswer answer;
  WM_ASSIGN_OR_RETURN(answer.payload, FromMessage(message.payload()));
  if (static_cast<std::size_t>(message.uses_size()) != answer.payload.symbols.size()) {
    return absl::DataLossError(fmt::format("the daemon's reply: {} symbols have uses of {}",
                                           answer.payload.symbols.size(), message.uses_size()));
  }
  for (const v1::FileSymbolsReply::Use& use : message.uses()) {
    answer.uses.push_back({.flags = static_cast<std::uint16_t>(use.flags()),
                           .users = use.users(),
                           .tests = use.tests(),
                           .files = use.files(),
                           .is_exact = use.is_exact()});
  }
  return answer;
}

}  // namespace waymark::services
