// Runs the program git for a worker: without questions at a terminal, hooks, transports that run
// programs, or an end that nobody waits for. Credentials are those that git finds by itself.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

namespace waymark::services {

// The most that git may write to its standard output, and how much of the end of its messages is
// kept for an error.
inline constexpr std::size_t kMaxGitOutputBytes = std::size_t{16} << 20;
inline constexpr std::size_t kMaxGitMessageBytes = 2000;
// A git that is told to end has this time for it.
inline constexpr std::chrono::milliseconds kGitGrace{2000};

struct GitLimits {
  std::chrono::milliseconds patience;
  const std::atomic<bool>* cancelled = nullptr;  // may be null
};

// The standard output of git. Errors: FailedPrecondition (git is not installed),
// Unavailable (git failed; the message is its own), DeadlineExceeded, Cancelled, ResourceExhausted
// (too much output). After DeadlineExceeded and Cancelled, git may have left temporary files.
absl::StatusOr<std::string> RunGit(const std::vector<std::string>& arguments,
                                   const GitLimits& limits);

}  // namespace waymark::services
