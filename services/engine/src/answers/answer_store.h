// Remembers answers, so that less is sent to a client that holds some of them: packs by their
// content root, and sessions. Both lie in the store and outlive the process.
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
#include "services/limits.h"
#include "services/verbs.h"
#include "wire/codec.h"
#include "wire/gcf_session.h"

namespace waymark::services {

// How an answer is sent.
struct Delivery {
  const Encoding& encoding;
  const HeldAnswers& held;
  std::uint32_t budget_tokens = kMaxBudgetTokens;  // of a text in a session
};

// Thread-safe. A failure to remember never fails a question; SentAnswer::session_note reports it
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

  // Remembers a payload that has its root, and chooses the text to send: SentAnswer::sent. NotFound
  // for a session that is unknown or has ended.
  absl::Status Send(const Delivery& delivery, SentAnswer& answer);

  // NotFound for a session that is unknown or has ended, InvalidArgument for text that is not a
  // handle.
  absl::Status EndSession(const std::string& handle);

  // Number of packs that are not written yet.
  std::size_t Waiting() const;

 private:
  class Shelf;

  absl::Status SendDelta(const Delivery& delivery, SentAnswer& answer) const;
  absl::Status SendInSession(const Delivery& delivery, SentAnswer& answer);

  graph::Store& store_;
  const wire::CodecRegistry& codecs_;
  std::unique_ptr<Shelf> shelf_;
};

// Checks what a request says about earlier answers; InvalidArgument names the error.
absl::Status CheckHeld(const wire::CodecRegistry& codecs, const Encoding& encoding,
                       const HeldAnswers& held);

}  // namespace waymark::services
