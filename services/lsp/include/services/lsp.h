// The Language Server Protocol 3.17: the verbs in editors, over the text that is being edited
// (microsoft.github.io/language-server-protocol).
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>

#include <absl/status/statusor.h>

#include "services/verbs.h"

namespace waymark::services {

// A message of the client beyond this is refused and passed over.
inline constexpr std::size_t kMaxLspMessageBytes = 32 << 20;
// A header beyond this is none.
inline constexpr std::size_t kMaxLspHeaderBytes = 4 << 10;
// Requests that are worked on at a time; further ones wait, up to kMaxLspWaiting, then are refused.
inline constexpr unsigned kLspThreads = 4;
inline constexpr std::size_t kMaxLspWaiting = 256;
// Folders of a workspace, and documents that are open at a time; further ones are passed over, and
// the client is told.
inline constexpr std::size_t kMaxLspFolders = 32;
inline constexpr std::size_t kMaxLspDocuments = 1024;
// Callers, callees, types and references in one reply; what is left out is told to the client's
// log.
inline constexpr std::uint32_t kMaxLspRelated = 1000;
// Symbols of a blast radius in one reply; its counts cover all.
inline constexpr std::uint32_t kDefaultLspBlastLimit = 500;
// What is still running this long after the client went away is cancelled.
inline constexpr std::chrono::milliseconds kLspEndGrace{2000};

// How often the generation of the index is looked at for clients that show lenses again when they
// are told to, and how long such a look may take.
inline constexpr std::chrono::milliseconds kLspLookInterval{1000};
inline constexpr std::chrono::milliseconds kLspLookPatience{500};

struct LspOptions {
  VerbsSource verbs;
  // The checkout that a directory belongs to: what is indexed for a folder of the workspace.
  std::function<std::filesystem::path(const std::filesystem::path&)> checkout_of;
  // A folder that holds it is not indexed unasked; empty: every folder is.
  std::filesystem::path home = {};
  std::chrono::milliseconds look_interval = kLspLookInterval;
  const std::atomic<bool>* stopped = nullptr;  // looked at while it waits; may be null
};

enum class LspEnd : std::uint8_t {
  kOrderly,  // `shutdown`, then `exit`
  kAbrupt,   // `exit` or the end of the input without it
};

// Serves one client on a pair of file descriptors until `exit` or the end of the input. Nothing but
// the protocol is written to `output`. Unavailable when the output takes no more; Cancelled when
// `stopped` was set.
absl::StatusOr<LspEnd> ServeLsp(const LspOptions& options, int input, int output);

}  // namespace waymark::services
