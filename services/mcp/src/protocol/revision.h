// Revisions of the protocol, by the dates that name them.
#pragma once

#include <span>
#include <string_view>

namespace waymark::services {

// The member of `_meta` that a request says its revision in.
inline constexpr char kMetaRevision[] = "io.modelcontextprotocol/protocolVersion";

struct Revision {
  std::string_view name;
  // Each request says its revision and the client's capabilities in `_meta`; results say what they
  // are and how long they hold. Else a handshake comes first.
  bool is_stateless = false;
  // Several messages may come at a time.
  bool has_batches = false;
};

// Newest first.
std::span<const Revision> AllRevisions();

// Null when it is not spoken.
const Revision* FindRevision(std::string_view name);

// What a handshake answers: the client's own revision if it is one with handshakes, else the newest
// of these.
const Revision& NegotiateRevision(std::string_view asked);

}  // namespace waymark::services
