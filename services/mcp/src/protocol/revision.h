// Revisions of the protocol, by the dates that name them.
#pragma once

#include <span>
#include <string_view>

namespace waymark::services {

// The member of `_meta` with the revision of a request.
inline constexpr char kMetaRevision[] = "io.modelcontextprotocol/protocolVersion";

struct Revision {
  std::string_view name;
  // True: each request names its revision and the client's capabilities in `_meta`, and results
  // have a type and a lifetime. False: a handshake comes first.
  bool is_stateless = false;
  // A client may send several messages at a time.
  bool has_batches = false;
};

// Newest first.
std::span<const Revision> AllRevisions();

// Null if the revision is not supported.
const Revision* FindRevision(std::string_view name);

// The reply to a handshake: the client's revision if it has handshakes, otherwise the newest one
// that has.
const Revision& NegotiateRevision(std::string_view asked);

}  // namespace waymark::services
