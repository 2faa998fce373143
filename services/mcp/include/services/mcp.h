// The Model Context Protocol: the verbs as tools of an agent.
//
// Speaks the revisions that begin with a handshake (2024-11-05 to 2025-11-25) and the stateless one
// (2026-07-28); each message decides its revision (modelcontextprotocol.io/specification).
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>

#include <absl/status/status.h>

#include "services/request_fields.h"
#include "services/response_pipeline.h"
#include "services/verbs.h"

namespace waymark::services {

// A longer line from the client is rejected and skipped.
inline constexpr std::size_t kMaxMcpMessageBytes = 4 << 20;
// Calls that run at a time; further ones wait, up to kMaxMcpWaiting, beyond which they are
// rejected.
inline constexpr unsigned kMcpThreads = 4;
inline constexpr std::size_t kMaxMcpWaiting = 64;
// Rows of each part of a compound answer.
inline constexpr std::uint32_t kDefaultEditingLimit = 20;
inline constexpr std::uint32_t kDefaultReviewLimit = 10;
// How long the first question about an unindexed checkout waits for its index.
inline constexpr std::chrono::milliseconds kFirstIndexWait{1500};
// A question about a task waits no longer than this; then it is answered from files that its words
// lead to, found within kFirstLookPatience. As many bytes of these files are read as the time until
// kFirstLookUntil after the question allows, also on a busy machine.
inline constexpr std::chrono::milliseconds kFirstLookAfter{250};
inline constexpr std::chrono::milliseconds kFirstLookPatience{300};
inline constexpr std::chrono::milliseconds kFirstLookUntil{1400};
inline constexpr std::uint64_t kFirstLookBytes = 1 << 20;
// Bytes of answers that a session with references keeps for its tool `recall`.
inline constexpr std::size_t kMcpRecallBytes = std::size_t{1} << 20;
// Calls that still run this long after the client went away are cancelled.
inline constexpr std::chrono::milliseconds kMcpEndGrace{10000};

// The tools that clients see and may call.
enum class Toolset : std::uint8_t {
  kDefault,  // the ten tools that most tasks need: a list that costs few tokens
  kFull,     // all tools
};

struct McpOptions {
  std::filesystem::path root;  // the checkout for calls without `repo`; absolute
  VerbsSource verbs;
  // The workspace of the store in which calls are answered; empty: the one that contains `root`, if
  // there is one (services/workspaces.h).
  std::string workspace = {};
  Toolset toolset = Toolset::kDefault;
  bool learns = false;  // symbols asked for after a task count as relevance feedback
  // Starts the pipeline of a session that has shaken hands and calls a tool. Where its settings
  // have references on, an answer that the session was sent before becomes a reference to it, and
  // there are tools for that. Null: answers stay as they are, and nothing is recorded.
  PipelineStarter pipeline = nullptr;
  UsualNumbersSource usual = nullptr;          // asked about `root`
  const std::atomic<bool>* stopped = nullptr;  // polled while it waits; may be null
};

// Serves one client on a pair of file descriptors, one JSON object per line, until the input ends.
// Only the protocol is written to `output`. Unavailable if the output takes no more data.
absl::Status ServeMcp(const McpOptions& options, int input, int output);

}  // namespace waymark::services
