// The Model Context Protocol: the verbs as tools of an agent.
//
// Speaks the revisions that begin with a handshake (2024-11-05 to 2025-11-25) and the stateless one
// (2026-07-28), whichever a message is written in (modelcontextprotocol.io/specification).
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>

#include <absl/status/status.h>

#include "services/verbs.h"

namespace waymark::services {

// A line of the client beyond this is refused and passed over.
inline constexpr std::size_t kMaxMcpMessageBytes = 4 << 20;
// Calls that are worked on at a time; further ones wait, up to kMaxMcpWaiting, then are refused.
inline constexpr unsigned kMcpThreads = 4;
inline constexpr std::size_t kMaxMcpWaiting = 64;
// Rows of each part of an answer that is put together.
inline constexpr std::uint32_t kDefaultEditingLimit = 20;
inline constexpr std::uint32_t kDefaultReviewLimit = 10;
// How long the first question about a checkout that is not indexed waits for it to be.
inline constexpr std::chrono::milliseconds kFirstIndexWait{1500};
// One about a task waits no longer than this: then it is answered from the files that its words
// lead to, found within kFirstLookPatience. Of those as many bytes are read as there is time for
// until kFirstLookUntil after the question, on a machine that is busy with other things as well.
inline constexpr std::chrono::milliseconds kFirstLookAfter{250};
inline constexpr std::chrono::milliseconds kFirstLookPatience{300};
inline constexpr std::chrono::milliseconds kFirstLookUntil{1400};
inline constexpr std::uint64_t kFirstLookBytes = 1 << 20;
// What is still running this long after the client went away is cancelled.
inline constexpr std::chrono::milliseconds kMcpEndGrace{10000};

// Which tools clients are told of and may call.
enum class Toolset : std::uint8_t {
  kDefault,  // the ten that most tasks need: a list that costs few tokens
  kFull,     // all
};

struct McpOptions {
  std::filesystem::path root;  // the checkout that a call without `repo` is about; absolute
  VerbsSource verbs;
  // The workspace of the store that calls are within; empty: the one that `root` is inside of, if
  // there is one (services/workspaces.h).
  std::string workspace = {};
  Toolset toolset = Toolset::kDefault;
  bool learns = false;  // symbols that are asked for after a task are lessons (retrieval/lessons.h)
  const std::atomic<bool>* stopped = nullptr;  // looked at while it waits; may be null
};

// Serves one client on a pair of file descriptors, one JSON object a line, until the input ends.
// Nothing but the protocol is written to `output`. Unavailable when the output takes no more.
absl::Status ServeMcp(const McpOptions& options, int input, int output);

}  // namespace waymark::services
