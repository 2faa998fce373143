// GCF over the calls of one session: a symbol that a client has been sent is named by its number
// afterwards, so that later calls cost less.
//
//   @0  # previously transmitted
//   @7 fn shop.pay 0.62 ast_resolved
//
// Numbers belong to the session and never come to mean another symbol. The dialect is `gcf`. Where
// place, signature or text of a known symbol are shown and are not what was shown last, it is
// written whole again, under its number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/status/statusor.h>

#include "wire/codec.h"
#include "wire/payload.h"

namespace waymark::wire {

// Symbols that one session names by number.
inline constexpr std::size_t kMaxSessionSymbols = std::size_t{1} << 16;

// The sender's side. Not thread-safe.
class GcfSession {
 public:
  struct Known {
    std::uint32_t number = 0;
    std::uint64_t shown = 0;  // hash of the comments that it was last written with; 0: none
  };

  struct Message {
    std::string text;
    // Symbols that are written whole, as "KIND NAME" in tokens of GCF.
    std::vector<std::pair<std::string, Known>> declared;
    std::uint32_t next = 0;  // the first number that is not given away
  };

  // `payload` with known symbols as references, in the groups of their distance now. A reference
  // says nothing new of score and provenance. Two symbols of the same kind and name are
  // always declared. Changes nothing: a message that is lost teaches the client nothing.
  //
  // Errors: those of Check(); ResourceExhausted when the session is full, whose client is then sent
  // the whole payload and a new session.
  absl::StatusOr<Message> Encode(const Payload& payload, const EncodeOptions& options) const;

  // Whether there is a number for the kind and name of a symbol of the payload.
  bool Names(const Payload& payload, const Symbol& symbol) const;

  // Symbols that can still be given numbers.
  std::size_t Room() const { return kMaxSessionSymbols - next_; }

  // Encode with the tokens of the very text that is sent: `payload` gets that count and the
  // tokenizer. `note` is a comment below the header; empty: none.
  absl::StatusOr<Message> EncodeCounted(Payload& payload, const EncodeOptions& options,
                                        Tokenizer tokenizer, std::string_view note) const;

  // The client has received the message, the last one that was encoded.
  void Confirm(const Message& message);

  // What a later process needs to go on: the first number not given away, then a line
  // "NUMBER SHOWN KIND NAME" a symbol, in tokens of GCF and 16 hexadecimal digits.
  std::string Save() const;
  // DataLoss for what Save() did not write.
  static absl::StatusOr<GcfSession> Restore(std::string_view text);

 private:
  std::map<std::string, Known> known_;  // by "KIND NAME"
  std::uint32_t next_ = 0;
};

// The receiver's side: remembers what it was sent. Not thread-safe.
class GcfSessionReader {
 public:
  // A payload with its references resolved, each with the distance of its group. Errors are those
  // of the codec `gcf`, and unresolved_session_reference for a number that was never declared; a
  // text with an error leaves the session as it was.
  absl::StatusOr<Payload> Decode(std::string_view text);

 private:
  // Kind and provenance by name, since terms belong to one payload.
  struct Known {
    Symbol symbol;
    std::string kind;
    std::string provenance;
  };

  std::map<std::uint32_t, Known> known_;
};

}  // namespace waymark::wire
