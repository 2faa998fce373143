// What a store remembers of earlier answers, so that a later process can build on them: texts under
// a hash. When there are too many, the rows that were written longest ago are deleted. The graph
// does not depend on them. A lost pack or session costs no more than a longer answer, but feedback
// and workspaces are stored nowhere else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <absl/status/statusor.h>

namespace waymark::graph {

enum class SessionRowKind : std::uint8_t {
  kPack,        // an answer, under its content root
  kSession,     // what a client was sent in a session, under a hash of the session's handle
  kJudgements,  // relevance feedback on a repository, under a hash of its name
  kWorkspaces,  // all named sets of repositories, one row
};

// The most rows of a kind that are kept, and the most bytes that they may take as stored.
struct SessionRowBound {
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
};

inline constexpr SessionRowBound kPackBound = {.rows = 256, .bytes = std::uint64_t{64} << 20};
inline constexpr SessionRowBound kSessionBound = {.rows = 64, .bytes = std::uint64_t{16} << 20};
inline constexpr SessionRowBound kJudgementsBound = {.rows = 4096,
                                                     .bytes = std::uint64_t{64} << 20};
inline constexpr SessionRowBound kWorkspacesBound = {.rows = 1, .bytes = std::uint64_t{8} << 20};
// The largest text, before compression.
inline constexpr std::size_t kMaxSessionRowBytes = std::size_t{64} << 20;

// Makes the new text of a row from the old one; an absent text means that there was no row. An
// error leaves the row unchanged.
using SessionRowChange =
    std::function<absl::StatusOr<std::string>(const std::optional<std::string>& known)>;

}  // namespace waymark::graph
