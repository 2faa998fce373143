// Remembers answers to `context`, so that less is sent to a client that holds some of them: packs
// by their content root, and sessions. Both lie in the store and outlive the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/store.h"
#include "services/verbs.h"
#include "wire/codec.h"
#include "wire/gcf_session.h"

namespace waymark::services {

// Tokens of a budget for the handle of a session: 32 digits and the words around them.
inline constexpr std::uint32_t kSessionTokens = 48;

// Thread-safe. A failure to remember never fails a question; ContextAnswer::session_note reports it
// instead.
class AnswerStore {
 public:
  // Both arguments must outlive this.
  AnswerStore(graph::Store& store, const wire::CodecRegistry& codecs);
  // Writes the waiting packs.
  ~AnswerStore();

  // Identities of all symbols in the packs that the request excludes. NotFound for a pack that is
  // not remembered.
  absl::StatusOr<std::set<SymbolIdentity>> Excluded(const ContextRequest& request) const;

  // The state of the session that the request names; empty for a new session. Nothing if no session
  // is named, or if Send() may not be able to use it: its row is damaged, or it has few numbers
  // left. NotFound for a session that is unknown or has ended.
  absl::StatusOr<std::optional<wire::GcfSession>> Session(const ContextRequest& request) const;

  // Remembers the payload of an answer, and chooses the text to send: ContextAnswer::sent. NotFound
  // for a session that is unknown or has ended.
  absl::Status Send(const ContextRequest& request, ContextAnswer& answer);

  // NotFound for a session that is unknown or has ended, InvalidArgument for text that is not a
  // handle.
  absl::Status EndSession(const std::string& handle);

  // Number of packs that are not written yet.
  std::size_t Waiting() const;

 private:
  class Shelf;

  absl::Status SendDelta(const ContextRequest& request, ContextAnswer& answer) const;
  absl::Status SendInSession(const ContextRequest& request, ContextAnswer& answer);

  graph::Store& store_;
  const wire::CodecRegistry& codecs_;
  std::unique_ptr<Shelf> shelf_;
};

// Checks ContextRequest::held; InvalidArgument names the error.
absl::Status CheckHeld(const wire::CodecRegistry& codecs, const ContextRequest& request);

}  // namespace waymark::services
