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

#include "services/request_fields.h"
#include "services/verbs.h"

namespace waymark::services {

// A larger message from the client is rejected and skipped.
inline constexpr std::size_t kMaxLspMessageBytes = 32 << 20;
// A longer header is not accepted as one.
inline constexpr std::size_t kMaxLspHeaderBytes = 4 << 10;
// Requests that run at a time; further ones wait, up to kMaxLspWaiting, beyond which they are
// rejected.
inline constexpr unsigned kLspThreads = 4;
inline constexpr std::size_t kMaxLspWaiting = 256;
// Folders of a workspace, and documents open at a time; further ones are ignored, and the client is
// told.
inline constexpr std::size_t kMaxLspFolders = 32;
inline constexpr std::size_t kMaxLspDocuments = 1024;
// Callers, callees, types and references in one reply; the client's log says what is left out.
inline constexpr std::uint32_t kMaxLspRelated = 1000;
// Symbols of a blast radius in one reply; its counts cover all.
inline constexpr std::uint32_t kDefaultLspBlastLimit = 500;
// Calls that still run this long after the client went away are cancelled.
inline constexpr std::chrono::milliseconds kLspEndGrace{2000};

// How often the generation of the index is checked for clients that refresh code lenses on request,
// and how long such a check may take.
inline constexpr std::chrono::milliseconds kLspLookInterval{1000};
inline constexpr std::chrono::milliseconds kLspLookPatience{500};

struct LspOptions {
  VerbsSource verbs;
  // Finds the checkout that contains a directory; it is indexed for a folder of the workspace.
  std::function<std::filesystem::path(const std::filesystem::path&)> checkout_of;
  // A folder that contains it is not indexed without being asked; empty: every folder is.
  std::filesystem::path home = {};
  std::chrono::milliseconds look_interval = kLspLookInterval;
  UsualNumbersSource usual = nullptr;          // asked about the checkout of a command
  const std::atomic<bool>* stopped = nullptr;  // polled while it waits; may be null
};

enum class LspEnd : std::uint8_t {
  kOrderly,  // `shutdown`, then `exit`
  kAbrupt,   // `exit` or the end of the input without it
};

// Serves one client on a pair of file descriptors until `exit` or the end of the input. Only the
// protocol is written to `output`. Unavailable if the output takes no more data; Cancelled if
// `stopped` was set.
absl::StatusOr<LspEnd> ServeLsp(const LspOptions& options, int input, int output);

}  // namespace waymark::services
