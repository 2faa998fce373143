// What is remembered of answers to `context`, so that a client that holds some of them is sent
// less: packs by their content root, and sessions. Both are in the store and outlive the process.
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

// What the handle of a session takes of a budget: 32 digits and the words around them.
inline constexpr std::uint32_t kSessionTokens = 48;

// Thread-safe. What cannot be remembered never fails a question: it is told in
// ContextAnswer::memory_note instead.
class AnswerMemory {
 public:
  // Both outlive it.
  AnswerMemory(graph::Store& store, const wire::CodecRegistry& codecs);
  // Writes what waits to be written.
  ~AnswerMemory();

  // Identities of all symbols of the packs that the request excludes. NotFound for a pack that is
  // not remembered.
  absl::StatusOr<std::set<SymbolIdentity>> Excluded(const ContextRequest& request) const;

  // What the client of the session that the request names was sent in it; of a new one nothing.
  // Nothing where no session is named, and where Send() may not be able to send in it: what is
  // remembered of it is damaged, or it has few numbers left. NotFound for a session that is not
  // known or has ended.
  absl::StatusOr<std::optional<wire::GcfSession>> Session(const ContextRequest& request) const;

  // Remembers the payload of an answer, and chooses what is sent of it: ContextAnswer::sent.
  // NotFound for a session that is not known or has ended.
  absl::Status Send(const ContextRequest& request, ContextAnswer& answer);

  // NotFound for a session that is not known or has ended, InvalidArgument for what is no handle.
  absl::Status EndSession(const std::string& handle);

  // Packs that are not written yet.
  std::size_t Waiting() const;

 private:
  class Shelf;

  absl::Status SendDelta(const ContextRequest& request, ContextAnswer& answer) const;
  absl::Status SendInSession(const ContextRequest& request, ContextAnswer& answer);

  graph::Store& store_;
  const wire::CodecRegistry& codecs_;
  std::unique_ptr<Shelf> shelf_;
};

// What is wrong with ContextRequest::held; InvalidArgument names it.
absl::Status CheckHeld(const wire::CodecRegistry& codecs, const ContextRequest& request);

}  // namespace waymark::services
