// GCF over the calls of one session. A symbol that was sent once is afterwards named by its number,
// so that later calls cost less.
//
//   @0  # previously transmitted
//   @7 fn shop.pay 0.62 ast_resolved
//
// A number belongs to the session and never changes its symbol, whichever dialect a message has. If
// the signature or text of a known symbol is to be shown and differs from what was last shown, the
// symbol is written in full again, under its number. If only its place differs, the place follows
// the reference:
//
//   @0  # previously transmitted
//   # src/shop/cart.py:12-40
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/status/statusor.h>

#include "wire/codec.h"
#include "wire/payload.h"

namespace waymark::wire {

enum class GcfDialect : std::uint8_t { kGcf, kGcf3 };

// The dialect in which a codec sends differences and sessions, by the codec's name; nothing for a
// codec without them.
constexpr std::optional<GcfDialect> GcfDialectOf(std::string_view codec) {
  if (codec == "gcf") return GcfDialect::kGcf;
  if (codec == "gcf3") return GcfDialect::kGcf3;
  return std::nullopt;
}

// Most symbols that one session can number.
inline constexpr std::size_t kMaxSessionSymbols = std::size_t{1} << 16;

// The sender's side. Not thread-safe.
class GcfSession {
 public:
  struct Known {
    std::uint32_t number = 0;
    // Hashes of the comments that it was last written with, 0 for none: of signature and text in
    // the upper half, of the place in the lower one.
    std::uint64_t shown = 0;
  };

  struct Message {
    std::string text;
    // Symbols of which something is written, as "KIND NAME" in tokens of GCF.
    std::vector<std::pair<std::string, Known>> declared;
    std::uint32_t next = 0;  // the first free number
  };

  // Encodes `payload` with known symbols as references, grouped by their present distance. A
  // reference carries no new score or provenance. Two symbols of the same kind and name are always
  // declared. Does not change the session, so that a lost message does no harm; see Confirm().
  //
  // Errors: those of Check(); ResourceExhausted when the session is full. The client is then sent
  // the whole payload and a new session.
  absl::StatusOr<Message> Encode(const Payload& payload, const EncodeOptions& options,
                                 GcfDialect dialect = GcfDialect::kGcf) const;

  // Whether the session has a number for the kind and name of a symbol of the payload.
  bool Names(const Payload& payload, const Symbol& symbol) const;

  // How many more symbols can be given numbers.
  std::size_t Room() const { return kMaxSessionSymbols - next_; }

  // As Encode, but `payload` also gets the tokenizer and the number of tokens of exactly the text
  // that is sent. `note` is a comment below the header; empty: none.
  absl::StatusOr<Message> EncodeCounted(Payload& payload, const EncodeOptions& options,
                                        Tokenizer tokenizer, std::string_view note,
                                        GcfDialect dialect = GcfDialect::kGcf) const;

  // Records that the client has received `message`, which must be the last one encoded.
  void Confirm(const Message& message);

  // The state that a later process needs to continue: the first free number, then a line "NUMBER
  // SHOWN KIND NAME" per symbol, with tokens of GCF and 16 hexadecimal digits.
  std::string Save() const;
  // DataLoss for text that Save() did not write.
  static absl::StatusOr<GcfSession> Restore(std::string_view text);

 private:
  std::map<std::string, Known> known_;  // by "KIND NAME"
  std::uint32_t next_ = 0;
};

// The receiver's side: remembers the symbols that it was sent. Not thread-safe.
class GcfSessionReader {
 public:
  // Decodes a payload and resolves its references, each with the distance of its group. Errors:
  // those of the codec `gcf`, and unresolved_session_reference for a number that was never
  // declared. After an error the session is unchanged.
  absl::StatusOr<Payload> Decode(std::string_view text);

 private:
  // Kind and provenance are kept by name, because terms belong to one payload.
  struct Known {
    Symbol symbol;
    std::string kind;
    std::string provenance;
  };

  std::map<std::uint32_t, Known> known_;
};

}  // namespace waymark::wire
