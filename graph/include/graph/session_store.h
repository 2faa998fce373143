// What a store remembers of the answers that were sent, so that a later process can build on them:
// texts under a hash, of which the least recently used go first when there are too many. No graph
// depends on them; a pack or a session that is gone costs no more than a longer answer, but what
// users said, of answers and of workspaces, is known from nowhere else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <absl/status/statusor.h>

namespace waymark::graph {

enum class MemoryKind : std::uint8_t {
  kPack,        // an answer, under its content root
  kSession,     // what a client was sent over several calls, under a hash of its handle
  kLessons,     // what users said of answers about a repository, under a hash of its name
  kWorkspaces,  // the named sets of repositories, one row
};

// How many rows of a kind are kept, and how many bytes they may take as stored.
struct MemoryBound {
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
};

inline constexpr MemoryBound kPackBound = {.rows = 256, .bytes = std::uint64_t{64} << 20};
inline constexpr MemoryBound kSessionBound = {.rows = 64, .bytes = std::uint64_t{16} << 20};
inline constexpr MemoryBound kLessonsBound = {.rows = 4096, .bytes = std::uint64_t{64} << 20};
inline constexpr MemoryBound kWorkspacesBound = {.rows = 1, .bytes = std::uint64_t{8} << 20};
// A text before it is compressed.
inline constexpr std::size_t kMaxMemoryBytes = std::size_t{64} << 20;

// What is to be remembered, made from what was; absent: nothing was. An error leaves that as it is.
using MemoryChange =
    std::function<absl::StatusOr<std::string>(const std::optional<std::string>& known)>;

}  // namespace waymark::graph
